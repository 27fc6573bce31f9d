// Turns a module into constraints (Graph.h) and has them solved: each
// statement, the initial values of globals, calls as far as their targets are
// found, and what others may do.
//
// Others call what is visible, read and write what they can name, keep what
// they are passed and pass it back. In a closed world nothing is visible to
// them, but a function without a body is still theirs.

#ifndef PREDABS_PREDICATES_ALIAS_CONSTRAINTS_H
#define PREDABS_PREDICATES_ALIAS_CONSTRAINTS_H

#include "predicates/alias/Aliases.h"
#include "predicates/alias/Graph.h"
#include "predicates/alias/Library.h"
#include "predicates/alias/Places.h"

#include <unordered_set>

namespace predabs::alias {

class Constraints : private GraphClient {
public:
  Constraints(const ir::Module &M, World W, const AliasLimits &Limits);

  Places &places() { return Exprs; }
  Memory &memory() { return Exprs.memory(); }
  const Graph &graph() const { return G; }
  World world() const { return W; }
  const ir::Module &module() const { return M; }
  /// Whether the address of \p V, or of a part, is computed somewhere.
  bool isNamedAddress(const ir::Variable *V) const { return Taken.contains(V); }
  /// Whether others can name \p V.
  bool isVisible(const ir::Variable &V) const {
    return V.isGlobal() &&
           (!V.IsDefined || (W == World::Open && !V.IsInternal));
  }

private:
  /// Where a place lies: one label, or what a node points to.
  struct Target {
    bool IsLabel = true;
    Label At = 0;
    NodeId Pointer = 0;
  };
  struct CallSite {
    const ir::Stmt *S;
    Label Block = 0; ///< what it allocates; 0: nothing yet
    /// The functions that it calls, and the first of them that is defined.
    uint32_t Targets = 0;
    const ir::Function *First = nullptr;
  };
  struct Flow {
    const ir::Expr *From;
    NodeId To;
  };

  void addGlobal(const ir::Variable &V);
  void addFunction(const ir::Function &F);
  void addOthers();
  void addStmt(const ir::Function &F, const ir::Stmt &S);
  void addAssign(const ir::Stmt &S);
  void addHavoc(const ir::Function &F, const ir::Stmt &S);
  void addVirtualTargets(const ir::Expr *Dest);
  void addReturn(const ir::Function &F, const ir::Stmt &S);
  void noteAddresses(const ir::Stmt &S);
  void noteAddresses(const ir::Expr *E);
  void noteNumber(const ir::Expr *Cast);
  bool isRebuilt(const ir::Expr *Pointer);
  void addRebuilt();

  // Values and places.
  NodeId value(const ir::Expr *E);
  NodeId moved(NodeId From, const Motion &Way);
  void flow(const ir::Expr *E, NodeId To);
  void runFlows();
  Target target(const ir::Expr *Place);
  Target part(Target T, const Motion &Way);
  NodeId contents(Target T, uint64_t Size, Access Kind);
  NodeId contents(const ir::Expr *Place, Access Kind);
  void copy(const ir::Expr *E, Target To);
  void copyParts(Target From, Target To, const ir::Type *T);
  void putOutside(Target To, const ir::Type *T);
  void publishValue(const ir::Expr *E);

  // Calls.
  void addCall(const ir::Stmt &S);
  void called(const std::vector<uint32_t> &Ids,
              const LabelSet &Targets) override;
  void callAll(uint32_t Call, const std::vector<const ir::Function *> &Fs,
               const ir::Function *&Leader);
  void known(const ir::Function &F) override;
  void connect(uint32_t Call, const ir::Function &F);
  const ir::Function *groupOf(const ir::Function *F);
  void unifyFunctions(const ir::Function *F, const ir::Function *G);
  void unifyVariables(ObjectId A, ObjectId B, const ir::Type *T,
                      const ir::Type *U);
  void passArguments(const ir::Stmt &S, const ir::Function &F);
  void takeResult(const ir::Stmt &S, const ir::Function &F);
  void callOthers(const ir::Stmt &S);
  void callLibrary(uint32_t Call, const LibraryFunction &L);
  void showArguments(const ir::Stmt &S, const LibraryFunction &L);
  void giveResult(uint32_t Call, const LibraryFunction &L);
  void writeArgument(const ir::Stmt &S, size_t Arg, const LibraryFunction &L);
  void copyMemory(const ir::Stmt &S, const ir::Expr *Count);

  const ir::Module &M;
  World W;
  Places Exprs;
  Graph G;
  std::unordered_map<const ir::Expr *, NodeId> Values;
  /// By the number of the node and the motion.
  std::unordered_map<uint64_t, NodeId> MovedNodes;
  std::vector<Flow> Flows;
  std::vector<CallSite> Calls;
  uint32_t MaxTargets;
  /// Calls with the functions that they are connected with, by number.
  std::unordered_set<uint64_t> Connected;
  /// Functions whose parameters and results are the same nodes, as a forest.
  std::vector<const ir::Function *> Group;
  std::unordered_set<const ir::Variable *> Taken;
  std::unordered_set<const ir::Expr *> Noted;
  std::vector<const ir::Expr *> FromNumbers; ///< pointers
  std::vector<const ir::Expr *> AsNumbers;   ///< addresses
};

/// The memory that a library function reads or writes through an argument.
struct Extent {
  const ir::Expr *Pointer;
  Motion Way;        ///< from there
  const ir::Type *T; ///< objects of that type; null: bytes of anything
  uint64_t Size;     ///< of one, or how many bytes
};
/// \p Count: the number of bytes, or null. The type is that which the pointer
/// had before it became a `void *`.
Extent extentOf(const ir::Expr *Argument, const ir::Expr *Count);

} // namespace predabs::alias

#endif
