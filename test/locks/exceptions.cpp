// RUN: %predabs check --verdicts %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=violated:

// A guard lets go when an exception leaves.

#include <mutex>

std::mutex m;
void outside(int);

int thrown_safe(int x) {
  std::lock_guard<std::mutex> g(m);
  if (x < 0)
    throw x;
  return x;
}

int caught_safe(int x) {
  try {
    thrown_safe(x);
  } catch (...) {
  }
  std::lock_guard<std::mutex> g(m);
  return x;
}
// CHECK: predabs: {{[0-9]+}} proved, 0 violated
