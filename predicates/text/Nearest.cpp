#include "predicates/text/Nearest.h"

#include <algorithm>

using namespace predabs;

unsigned predabs::editDistance(std::string_view A, std::string_view B) {
  // Three rows of the usual table are enough; the swap looks two rows back.
  std::vector<unsigned> Before(B.size() + 1), Last(B.size() + 1),
      Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Row[J] = unsigned(J);
  for (size_t I = 1; I <= A.size(); ++I) {
    std::swap(Before, Last);
    std::swap(Last, Row);
    Row[0] = unsigned(I);
    for (size_t J = 1; J <= B.size(); ++J) {
      unsigned Replace = Last[J - 1] + (A[I - 1] != B[J - 1]);
      Row[J] = std::min({Last[J] + 1, Row[J - 1] + 1, Replace});
      if (I > 1 && J > 1 && A[I - 1] == B[J - 2] && A[I - 2] == B[J - 1])
        Row[J] = std::min(Row[J], Before[J - 2] + 1);
    }
  }
  return Row[B.size()];
}

std::string_view predabs::nearest(std::string_view Word,
                                  const std::vector<std::string_view> &Known) {
  // Nobody types a word this long by mistake, and the table is quadratic.
  if (Word.size() > 64)
    return {};
  unsigned Best = std::max<unsigned>(1, unsigned(Word.size()) / 3) + 1;
  std::string_view Found;
  for (std::string_view K : Known)
    if (unsigned D = editDistance(Word, K); D < Best) {
      Best = D;
      Found = K;
    }
  return Found;
}

std::string predabs::didYouMean(std::string_view Word,
                                const std::vector<std::string_view> &Known) {
  std::string_view N = nearest(Word, Known);
  return N.empty() ? "" : "; did you mean '" + std::string(N) + "'?";
}
