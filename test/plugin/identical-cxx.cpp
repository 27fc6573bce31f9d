// A large translation unit, optimised and with debug information.

// RUN: %clangxx -std=c++20 -O1 -g -c %s -o %t.plain.o
// RUN: %clangxx -std=c++20 -O1 -g %plugin -c %s -o %t.o 2>&1 | count 0
// RUN: cmp %t.plain.o %t.o

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};

struct Square : Shape {
  explicit Square(double s) : side(s) {}
  double area() const override { return side * side; }
  double side;
};

int main() {
  std::map<std::string, std::unique_ptr<Shape>> shapes;
  shapes.emplace("square", std::make_unique<Square>(2));
  std::vector<double> areas;
  for (const auto &[name, shape] : shapes)
    areas.push_back(shape->area());
  std::sort(areas.begin(), areas.end(), std::greater<>());
  std::cout << areas.size() << '\n';
  return std::regex_match("predabs", std::regex("p.*s")) ? 0 : 1;
}
