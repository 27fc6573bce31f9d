// The library's own code is lowered where its templates are instantiated here.
// RUN: %run_both %s %t -D_GLIBCXX_EXTERN_TEMPLATE=0
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

std::string repeat(const std::string &S, int N) {
  std::string R;
  for (int I = 0; I < N; ++I)
    R += S;
  return R;
}
int words(std::string_view Text) {
  int N = 0;
  while (!Text.empty()) {
    size_t At = Text.find(' ');
    N += At != 0;
    Text.remove_prefix(At == Text.npos ? Text.size() : At + 1);
  }
  return N;
}

int main() {
  std::string A = "hello", B(3, 'x'), C = A + ", " + B;
  printf("%s %zu %c\n", C.c_str(), C.size(), C[4]);
  C.insert(0, "<").append(">").replace(1, 5, "bye");
  printf("%s %d %d\n", C.c_str(), int(C.find("xx")), C == "<bye, xxx>");
  std::string Long = repeat("0123456789", 5);
  printf("%s %s\n", Long.substr(8, 14).c_str(), Long.empty() ? "" : "full");
  std::vector<std::string> V{"pear", "apple", "a string that is longer than the buffer"};
  V.emplace_back(std::move(A));
  std::sort(V.begin(), V.end());
  for (const auto &S : V)
    printf("%s|", S.c_str());
  printf("%d\n", words("how  many words"));
  auto It = std::find_if(V.begin(), V.end(), [](const auto &S) { return S.size() == 5; });
  printf("%s %s\n", It->c_str(), std::to_string(-120).c_str());
  std::reverse(B.begin(), B.end());
  B.push_back('y');
  printf("%s %d %d\n", B.c_str(), B < "xxz", B.compare("xxx") > 0);
}
