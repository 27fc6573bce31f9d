// Translates expressions into instructions. Within a statement each term is
// computed once; what only one branch of a condition computes is forgotten
// after it. Terms may be thousands of levels deep: they are walked with a
// stack of tasks.

#ifndef PREDABS_PREDICATES_INTERPRETER_VALUES_H
#define PREDABS_PREDICATES_INTERPRETER_VALUES_H

#include "predicates/interpreter/Accesses.h"
#include "predicates/interpreter/Addresses.h"
#include "predicates/interpreter/Bytecode.h"

#include <unordered_map>

namespace predabs::ir::interp {

/// Where a local variable lives.
struct VariableHome {
  enum class Kind : uint8_t { Slot, Frame };
  Kind Where = Kind::Slot;
  /// Number of a slot, or offset in the frame.
  uint64_t Position = 0;
};

class ValueCompiler {
public:
  /// \p Homes by Variable::Id; the slots from \p FirstFree on are free.
  ValueCompiler(Code &C, const Addresses &Addrs, const Target &Tgt,
                const std::vector<VariableHome> &Homes, uint32_t FirstFree,
                AddressUse Use = AddressUse::Allowed);

  /// Forgets all terms; to be called between statements.
  void startStatement();

  /// Within this statement the scalar variable \p Var has its value in
  /// \p Slot.
  void bind(const Expr *Var, uint32_t Slot) { know(Var, Operand::slot(Slot)); }
  /// The value of \p E: a constant, a variable's slot or a fresh one.
  Operand value(const Expr *E);
  /// Computes \p E into \p Slot, which E may read.
  void valueInto(const Expr *E, uint32_t Slot);
  /// The address of a place that is neither in a slot nor a bit-field.
  Operand address(const Expr *Place);
  /// The slot of \p Place if it is a variable in a slot.
  std::optional<uint32_t> slotOf(const Expr *Place) const;
  /// Stores the scalar \p V to a place that is not in a slot; it may be an
  /// address as a number.
  void store(const Expr *Place, Operand V, bool IsAddress = false);
  /// Marks a place that is not in a slot uninitialised.
  void forget(const Expr *Place);
  void forgetObject(Operand Address, const Type *T);

  // The parts of which statements are made.
  size_t emit(Insn I);
  size_t here() const { return C.Insns.size(); }
  /// Lets the jump at \p Jump reach the next instruction.
  void landHere(size_t Jump);
  void emitRefuse(std::string Message);
  Operand constant(uint64_t V);
  uint32_t newSlots(uint32_t Count);
  uint32_t addPlace(const Expr *Place);
  /// What comes next depends on the values of this statement.
  void guardDecision();

private:
  enum class Step : uint8_t {
    Visit,
    Finish,
    LogicBranch,
    LogicEnd,
    CondBranch,
    CondElse,
    CondEnd
  };
  struct Task {
    Step What;
    const Expr *E;
  };
  /// A branch that is being emitted.
  struct Open {
    size_t Jump;
    size_t Mark; ///< terms known before the branch
    uint32_t Dst;
  };
  /// A place as far as it is known now.
  struct PlaceRef {
    enum class Kind : uint8_t { Frame, Data, Address };
    Kind Where = Kind::Address;
    /// Frame: an offset in it; Data: an address.
    uint64_t Base = 0;
    Operand Addr;
    /// Bytes from the base.
    int64_t Offset = 0;
    /// The size of the variable at the base.
    uint64_t Extent = 0;
    /// Of a bit-field; else the width is 0.
    BitRange Bits;

    bool isInside(uint64_t Size) const {
      return Offset >= 0 && Size <= Extent && uint64_t(Offset) <= Extent - Size;
    }
  };

  /// A number that is read to be used as an address, that far from it.
  struct AddressRead {
    const Expr *Place = nullptr;
    uint64_t Offset = 0;
  };

  void work();
  void perform(Task T);
  void visit(const Expr *E);
  void visitInputs(const Expr *E);
  void visitPlaceInputs(const Expr *Place);
  void finish(const Expr *E);
  void finishPlace(const Expr *E);
  void finishUnary(const Expr *E);
  void finishBinary(const Expr *E);
  void finishPointer(const Expr *E);
  void finishCast(const Expr *E);
  std::optional<AddressRead> addressRead(const Expr *E) const;
  const Expr *comparedAddress(const Expr *E) const;
  void finishComparison(const Expr *E, const Expr *Pointer);
  void readAddress(const Expr *E, const AddressRead &How);
  /// Checks a comparison, or difference, of addresses.
  void guardAddresses(Op O, Operand A, Operand B);
  void openLogic(const Expr *E);
  void closeLogic(const Expr *E);
  void openCond(const Expr *E);
  void elseCond(const Expr *E);
  void closeCond(const Expr *E);

  std::optional<Operand> constantOf(const Expr *E);
  Operand shiftCount(const Expr *Count);
  /// Emits Run(A, B) for \p E, or a refusal where there is no handler.
  void emitOperation(const Expr *E, Insn I);
  void emitMove(uint32_t Slot, Operand V, uint32_t NumSlots);
  PlaceRef resolve(const Expr *Place);
  PlaceRef resolveRoot(const Expr *Root);
  void stepInto(PlaceRef &R, const Expr *Place);
  Operand baseAddress(const PlaceRef &R);
  Operand fullAddress(const PlaceRef &R);
  /// Sets A and Imm for an access of \p Size bytes.
  AccessBase aim(Insn &I, const PlaceRef &R, uint64_t Size);

  void know(const Expr *E, Operand V);
  void forgetSince(size_t Mark);
  Operand known(const Expr *E) const { return Known.at(E); }
  uint32_t resultSlot(const Expr *E);

  Code &C;
  const Addresses &Addrs;
  const Target &Tgt;
  const std::vector<VariableHome> &Homes;
  const uint32_t FirstFree;
  const AddressUse Use;
  uint32_t NextSlot;
  std::unordered_map<uint64_t, uint32_t> ConstantIndex;
  std::unordered_map<const Expr *, Operand> Known;
  std::vector<const Expr *> KnownOrder;
  std::vector<Task> Tasks;
  std::vector<Open> Opened;
  const Expr *Root = nullptr;
  uint32_t RootSlot = 0;
};

} // namespace predabs::ir::interp

#endif
