// What the runtime calls by itself: before the program's first function, and
// at its end. For
//
//   __attribute__((constructor(101))) static void early(void) { ... }
//   __attribute__((destructor)) static void late(void) { ... }
//   __attribute__((section(".preinit_array"))) void (*first)(void) = begin;
//   int x = f();                                    // C++
//
// Module::Init becomes
//
//   atexit(late); first(); early(); <x = f()>
//
// in the order of the GNU runtime: resolvers of ifuncs, .preinit_array, then by
// priority, those without one last. Of these clang has variables that are
// unordered in C++ initialised first. What runs last is registered first.
// Between two of them the initialisers of other files may run: a call of an
// empty function (PauseName) marks the place.

#ifndef PREDABS_PLUGIN_LOWER_STARTUP_H
#define PREDABS_PLUGIN_LOWER_STARTUP_H

#include "plugin/lower/Builder.h"

#include "clang/AST/Decl.h"

#include <map>

namespace predabs::lower {

class ModuleLowering;

class Startup {
public:
  /// Whether nothing but C++'s initialisers runs by itself.
  bool isEmpty() const;

  /// Notes what attributes of the definition \p D say of \p F.
  void note(ir::Function *F, const clang::FunctionDecl *D);
  /// Notes the section of \p V, which \p D defines.
  void note(ir::Variable *V, const clang::VarDecl *D);
  /// A resolver of an ifunc; what it gives goes to \p To, if that is not null.
  void addResolver(ir::Function *F, ir::Variable *To) {
    Resolvers.emplace_back(F, To);
  }
  /// Other files, or the linker, know the address.
  void addKnown(ir::Function *F) { Known.push_back({F, nullptr}); }
  void addKnown(ir::Variable *V) { Known.push_back({nullptr, V}); }
  /// A function that initialises a variable with a priority.
  void addInitialiser(unsigned Priority, ir::Function *F) {
    Begins.insert({Priority, {F, nullptr}});
  }

  /// One that initialises a variable that has no place in the order of the
  /// others: an instance of a template, an inline variable.
  void addUnordered(ir::Function *F) { Unordered.push_back(F); }

  /// Gives \p ML's module an Init that runs all that, and what its Init was.
  void lower(ModuleLowering &ML);

  static constexpr unsigned LastPriority = 65535;

private:
  /// A function, or a variable, mostly with pointers to functions.
  struct Step {
    ir::Function *Func = nullptr;
    ir::Variable *Var = nullptr;
  };
  /// By priority, and else in the order of the source.
  using Steps = std::multimap<unsigned, Step>;

  std::vector<std::pair<ir::Function *, ir::Variable *>> Resolvers;
  std::vector<ir::Variable *> Preinit;
  Steps Begins, Ends;
  std::vector<ir::Function *> Unordered;
  std::vector<Step> Known;
};

/// Whether the linker gives names to the ends of the section \p Name.
bool hasNamedEnds(llvm::StringRef Name);

} // namespace predabs::lower

#endif
