#include "predicates/ir/Layout.h"

#include "predicates/ir/Typing.h"

#include <algorithm>
#include <bit>

namespace predabs::ir {

namespace {

class LayoutVerifier {
public:
  explicit LayoutVerifier(const Context &C) : C(C), Known(C.types().size()) {}

  Problem check() {
    for (const Type &T : C.types())
      if (!isWritable(T))
        return "a type is nested too deep";
    for (const Type &T : C.types())
      if (Problem P = checkWithParts(&T))
        return P;
    return std::nullopt;
  }

private:
  struct Knowledge {
    enum : uint8_t { New, Open, Done } State = New;
    unsigned Written = 0; ///< how deep it is nested, down to names of records
    unsigned Nesting = 0; ///< in memory
  };

  /// What a type is written with is older.
  bool isWritable(const Type &T) {
    unsigned &Depth = Known[T.id()].Written;
    for (const Type *P : T.params())
      Depth = std::max(Depth, Known[P->id()].Written + 1);
    if (T.inner())
      Depth = std::max(Depth, Known[T.inner()->id()].Written + 1);
    return Depth <= MaxTypeNesting;
  }

  /// The types of which objects lie in one of \p T.
  static std::vector<const Type *> partsOf(const Type *T) {
    std::vector<const Type *> Parts;
    for (const Field &F : T->fields())
      Parts.push_back(F.Ty);
    if (T->isArray())
      Parts.push_back(T->inner());
    return Parts;
  }

  Problem checkWithParts(const Type *Root) {
    for (std::vector<const Type *> Work = {Root}; !Work.empty();) {
      const Type *T = Work.back();
      Knowledge &K = Known[T->id()];
      if (K.State == Knowledge::New) {
        K.State = Knowledge::Open;
        if (!pushParts(T, Work))
          return "a type contains itself";
        continue;
      }
      Work.pop_back();
      if (K.State == Knowledge::Done)
        continue;
      K.State = Knowledge::Done;
      if (Problem P = checkOne(T))
        return P;
    }
    return std::nullopt;
  }

  bool pushParts(const Type *T, std::vector<const Type *> &Work) const {
    for (const Type *Part : partsOf(T)) {
      if (Known[Part->id()].State == Knowledge::Open)
        return false;
      if (Known[Part->id()].State == Knowledge::New)
        Work.push_back(Part);
    }
    return true;
  }

  Problem checkOne(const Type *T) {
    unsigned &Nesting = Known[T->id()].Nesting;
    for (const Type *Part : partsOf(T))
      Nesting = std::max(Nesting, Known[Part->id()].Nesting + 1);
    if (Nesting > MaxTypeNesting)
      return "a type is nested too deep";
    if (T->isRecord())
      return checkRecord(*T);
    if (!hasSize(T))
      return "a type is too large";
    if (!std::has_single_bit(T->align()))
      return "a type has an alignment that is no power of two";
    if (T->isFloat() && T->size() * 8 < T->width())
      return "a type is too small for its values";
    return std::nullopt;
  }

  /// That Type::size does not wrap around.
  static bool hasSize(const Type *T) {
    uint64_t Elements = 1;
    for (; T->isArray(); T = T->inner())
      if (__builtin_mul_overflow(Elements, T->count(), &Elements))
        return false;
    uint64_t Size = 0;
    return !__builtin_mul_overflow(Elements, T->size(), &Size) &&
           Size <= MaxObjectSize;
  }

  static Problem checkRecord(const Type &R) {
    if (R.size() > MaxObjectSize)
      return "record " + R.name() + " is too large";
    if (!std::has_single_bit(R.align()))
      return "record " + R.name() + " has an alignment that is no power of two";
    for (const Field &F : R.fields())
      if (Problem P = checkField(R, F))
        return "record " + R.name() + ": field " + F.Name + ": " + *P;
    return std::nullopt;
  }

  /// A base with virtual bases has more bytes by its type than in the record,
  /// so fields may reach beyond the end; they begin before it.
  static Problem checkField(const Type &R, const Field &F) {
    if (!isObjectType(F.Ty))
      return "no value has its type";
    if (F.BitOffset > R.size() * 8)
      return "it is outside of the record";
    if (!F.isBitField())
      return F.BitOffset % 8 == 0 ? std::nullopt
                                  : Problem("it begins within a byte");
    if (!F.Ty->isInt() || F.BitWidth > F.Ty->width())
      return "it has more bits than its type";
    return std::nullopt;
  }

  const Context &C;
  std::vector<Knowledge> Known;
};

} // namespace

Problem layoutProblem(const Context &C) { return LayoutVerifier(C).check(); }

} // namespace predabs::ir
