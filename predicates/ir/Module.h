// A translation unit in the intermediate language: records, global variables
// and functions. A function is a graph of blocks of statements.
//
// Branching is choice and assumption, as in the papers: a block has any number
// of successors, and each of these begins with an `assume` that says when it
// is taken. So C's
//
//   int f(int x) { if (x > 0) x--; return x; }
//
// prints as
//
//   func @f(%x: i32) -> i32 {
//   entry:
//     goto then, else
//   then:
//     assume %x > 0
//     %x = %x - 1
//     goto end
//   else:
//     assume !(%x > 0)
//     goto end
//   end:
//     return %x
//   }
//
// A block without successors that does not end in `return` ends the program:
// the call before it does not return. It prints with a `stop` at its end.

#ifndef PREDABS_PREDICATES_IR_MODULE_H
#define PREDABS_PREDICATES_IR_MODULE_H

#include "predicates/ir/Context.h"
#include "predicates/ir/Marks.h"

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace predabs::ir {

enum class Reason : uint8_t {
#define REASON(Enumerator, Text, Help) Enumerator,
#include "predicates/ir/Reasons.def"
};
constexpr unsigned NumReasons = 0
#define REASON(Enumerator, Text, Help) +1
#include "predicates/ir/Reasons.def"
    ;
const char *reasonText(Reason R);
const char *reasonHelp(Reason R);
std::optional<Reason> reasonFromText(const std::string &Text);
/// Whether \p R stands for something that the lowering gave up on.
inline bool isApproximation(Reason R) { return R > Reason::FloatingPoint; }

/// A point in a source file; File indexes Module::Files, Line 0 is nowhere.
struct Loc {
  uint32_t File = 0;
  uint32_t Line = 0;
  uint32_t Column = 0;

  bool isValid() const { return Line != 0; }
  bool operator==(const Loc &) const = default;
};

enum class Storage : uint8_t {
  Global,
  Parameter,
  Local,
  Temporary,
  /// No variable of the program but of formulas about it: a symbolic constant,
  /// a function's result, a value before a call. It has no address.
  Logical,
};

/// A part of a global's initial value: \p Value is stored at \p BitOffset.
/// The bytes that no part covers are zero.
struct InitPart {
  uint64_t BitOffset = 0;
  /// The width of a bit-field, 0 for a whole scalar.
  unsigned BitWidth = 0;
  const Expr *Value = nullptr; ///< a constant, an address, or a cast of one

  bool operator==(const InitPart &) const = default;
};

struct Variable {
  std::string Name; ///< unique among the globals, or in its function
  const Type *Ty = nullptr;
  Storage Kind = Storage::Local;
  uint32_t Id = 0; ///< position among the globals, or in its function
  Loc Where;

  // The rest is for globals.
  bool IsDefined = true;   ///< false: an `extern` that lives elsewhere
  bool IsInternal = false; ///< `static`: no other file can name it
  bool IsConst = false;    ///< nobody may write it
  /// The contents of a string literal or character array, set before Init.
  std::string Bytes;
  std::vector<InitPart> Init;
  /// Set where the initial value could not be found: then it is arbitrary.
  Reason InitUnknown = Reason::None;

  /// Logical: the place whose value at some moment it is, or null.
  const Expr *ValueOf = nullptr;

  bool isGlobal() const { return Kind == Storage::Global; }
  bool isLogical() const { return Kind == Storage::Logical; }
};

enum class StmtKind : uint8_t {
  Assign, ///< Dest = Value
  Assume, ///< Value (a bool) holds, or the path ends
  Call,   ///< Dest = Value(Args): Dest is a variable or null, Value an address
  Return, ///< Value; null: no value, or an arbitrary one where one is due
  Havoc,  ///< Dest gets an arbitrary value; null: all that others can reach
};

struct Stmt {
  StmtKind Kind = StmtKind::Assume;
  /// Why a havoc is arbitrary. On an Assign, Reason::Volatile says that the
  /// value read may be any: a run reads memory, an analysis forgets.
  Reason Why = Reason::None;
  MarkSet Marks; ///< what it stands for
  Loc Where;
  const Expr *Dest = nullptr;
  const Expr *Value = nullptr;
  std::vector<const Expr *> Args;

  bool operator==(const Stmt &) const = default;
};

using BlockId = uint32_t;

struct Block {
  std::string Name; ///< unique in the function, never empty
  std::vector<Stmt> Stmts;
  std::vector<BlockId> Succs;

  bool endsInReturn() const {
    return !Stmts.empty() && Stmts.back().Kind == StmtKind::Return;
  }
};

/// How the statements of the source were followed, counted for statistics.
struct Exactness {
  uint32_t Statements = 0;    ///< of the source, as lowered
  uint32_t FloatingPoint = 0; ///< that compute with floats, otherwise exact
  uint32_t Approximated = 0;  ///< with at least one reason below
  std::array<uint32_t, NumReasons> ByReason = {};

  Exactness &operator+=(const Exactness &O);
};

/// Hands out names that were not handed out before.
class NameSet {
public:
  /// \p Name itself, or with the first free suffix `.1`, `.2`, ...
  std::string unique(std::string Name);

private:
  std::unordered_map<std::string, unsigned> NextSuffix;
};

struct Function {
  std::string Name;        ///< as the linker sees it; unique in the module
  std::string DisplayName; ///< as a person writes it
  const Type *Ty = nullptr;
  uint32_t Id = 0;
  Loc Where;
  bool IsInternal = false; ///< `static`: no other file can call it
  bool IsNoReturn = false;
  /// A weak definition: the linker may put another in its place.
  bool IsReplaceable = false;
  /// A header of the system declares it, so its name means what it means
  /// everywhere.
  bool IsSystem = false;
  /// Blocks[0] is the entry. None: the function is only declared.
  std::vector<Block> Blocks;
  /// First the parameters, in order; then locals and temporaries.
  std::vector<std::unique_ptr<Variable>> Vars;
  uint32_t NumParams = 0;
  Exactness How;
  NameSet VarNames, BlockNames;

  bool isDefined() const { return !Blocks.empty(); }
};

struct Module {
  std::string Name;
  Context Ctx;
  std::vector<std::string> Files;
  std::vector<std::unique_ptr<Variable>> Globals;
  std::vector<std::unique_ptr<Function>> Functions;
  /// Logical variables, of whoever wanted some. SOUND: terms about them, and
  /// what is remembered about these, live as long as the context. A new one at
  /// the address of an old one would be taken for it.
  std::deque<Variable> Logicals;
  /// The function that initialises globals before main (C++), or null.
  Function *Init = nullptr;

  explicit Module(const Target &T) : Ctx(T) {}

  Variable *addGlobal(std::string Name, const Type *Ty);
  Function *addFunction(std::string Name, const Type *Ty);
  Function *findFunction(const std::string &Name) const;
  Variable *findGlobal(const std::string &Name) const;

private:
  std::unordered_map<std::string, Variable *> GlobalByName;
  std::unordered_map<std::string, Function *> FunctionByName;
};

/// Adds a variable to \p F; the name is made unique by a suffix.
Variable *addVariable(Function &F, std::string Name, const Type *Ty,
                      Storage Kind);
/// Adds a block to \p F; the name is made unique by a suffix.
BlockId addBlock(Function &F, const std::string &Name);

/// What is wrong with \p M, in one line, or nothing: types of operands,
/// places on the left, successors in range. Tests run it on every module.
std::optional<std::string> verify(const Module &M);

} // namespace predabs::ir

#endif
