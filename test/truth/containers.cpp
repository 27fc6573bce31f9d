// vector, string, map, set, list, optional, pair.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>
int main() {
  std::vector<int> v{3, 1};
  v.push_back(2);
  assert(v.size() == 3 && v[2] == 2 && v.front() == 3);
  std::map<int, int> m;
  m[4] = 5;
  assert(m.size() == 1 && m.begin()->second == 5 && m.count(3) == 0);
  std::set<int> s{2, 1, 2};
  assert(s.size() == 2 && *s.begin() == 1);
  std::list<int> l{1};
  l.push_front(0);
  assert(l.front() == 0 && l.back() == 1);
  std::string text = "ab";
  text += "cd";
  assert(text.size() == 4 && text[3] == 'd');
  std::optional<int> o;
  assert(!o);
  o = 3;
  assert(*o == 3);
  return 0;
}
