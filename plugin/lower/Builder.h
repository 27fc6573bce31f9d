// Builds the graph of one function: blocks are opened in any order, statements
// go to the current one. finish() drops what cannot be reached, joins blocks
// that always follow each other, and names the rest.
//
// After a jump there is a current block all the same, one that nothing leads
// to: code behind a `return` is lowered like any other and then dropped.

#ifndef PREDABS_PLUGIN_LOWER_BUILDER_H
#define PREDABS_PLUGIN_LOWER_BUILDER_H

#include "predicates/ir/Module.h"

#include <bitset>

namespace predabs::lower {

using Value = const ir::Expr *;

class Builder {
public:
  Builder(ir::Module &M, ir::Function &F);

  // Blocks.
  ir::BlockId newBlock(std::string Hint);
  ir::BlockId current() const { return Cur; }
  /// Continues in \p B; the current block must have been left.
  void start(ir::BlockId B);
  /// Leaves the current block; code goes on in a block that nothing reaches.
  void jump(ir::BlockId To) { leave({To}); }
  void leave(std::vector<ir::BlockId> To);
  /// The program (or this path) ends here.
  void end() { leave({}); }
  /// Continues in a new block that the current one leads to.
  void fallInto(ir::BlockId B);
  /// Goes to \p True where \p Cond holds and to \p False where it does not.
  void branch(Value Cond, ir::BlockId True, ir::BlockId False);

  // Statements.
  void setLoc(ir::Loc L) { Where = L; }
  ir::Loc loc() const { return Where; }
  void assign(Value Dest, Value V);
  /// What is read may be any value, whatever memory says.
  void assignVolatile(Value Dest, Value V);
  void assume(Value Cond);
  void call(Value Dest, Value Callee, std::vector<Value> Args);
  void ret(Value V);
  /// \p From: the values that went into what is not followed. SOUND: an
  /// address that is left out is taken to stay where it was.
  void havoc(Value Dest, ir::Reason Why, std::vector<Value> From = {});
  /// Changes what the row of the reason says.
  void havocEverything(ir::Reason Why, std::vector<Value> From = {}) {
    havoc(nullptr, Why, std::move(From));
  }

  // Values.
  Value local(std::string Name, const ir::Type *T, ir::Storage Kind);
  Value temp(const ir::Type *T);
  /// A fresh temporary that holds \p V as it is now.
  Value save(Value V);
  /// \p V, saved unless no later statement can change it.
  Value stable(Value V) { return isStable(V) ? V : save(V); }
  static bool isStable(Value V);
  /// A temporary of type \p T with an arbitrary value.
  Value arbitrary(const ir::Type *T, ir::Reason Why,
                  std::vector<Value> From = {});
  /// A flag that is false when the function is entered.
  Value flag();

  // Exactness.
  void beginStatement();
  void endStatement();
  void note(ir::Reason Why) { Reasons.set(unsigned(Why)); }

  /// The user gave \p Block its name: it stays a block of its own.
  void keepName(ir::BlockId Block) { Named.push_back(Block); }
  /// Some block's address is taken: numbers must stay as they are.
  void keepBlocks() { KeepBlocks = true; }
  void finish();

private:
  void add(ir::Stmt S);
  std::vector<bool> reachable() const;
  void joinChains();
  void renumber();

  ir::Module &M;
  ir::Function &F;
  std::vector<ir::Block> Blocks;
  ir::BlockId Cur = 0;
  ir::Loc Where;
  bool KeepBlocks = false;
  std::vector<ir::BlockId> Named;
  std::vector<Value> Flags;
  std::bitset<ir::NumReasons> Reasons;
  unsigned Depth = 0;
};

} // namespace predabs::lower

#endif
