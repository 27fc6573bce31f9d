// Executes a path with symbols for what the program leaves open, statement by
// statement as the interpreter does. What has to be true for an execution to
// take the path is collected, each with the step that says so.

#ifndef PREDABS_PREDICATES_PATH_EXECUTION_H
#define PREDABS_PREDICATES_PATH_EXECUTION_H

#include "predicates/alias/Aliases.h"
#include "predicates/interpreter/Machine.h"
#include "predicates/ir/Terms.h"
#include "predicates/path/Arithmetic.h"
#include "predicates/path/Contents.h"
#include "predicates/path/EntryStates.h"
#include "predicates/path/EntryWords.h"
#include "predicates/path/Feasibility.h"
#include "predicates/path/Surroundings.h"

#include <set>
#include <unordered_set>

namespace predabs::path {

using ir::BlockId;
using ir::Expr;
using ir::ExprKind;
using ir::Function;
using ir::Op;
using ir::Stmt;
using ir::StmtKind;
using ir::Type;
using ir::UInt128;
using ir::Variable;
using ir::interp::Access;

/// What makes something necessary for a path.
enum class Role : uint8_t {
  Decision, ///< the path goes this way
  Given,    ///< it holds, as the model of a library function says
  Defined,  ///< otherwise there is no execution
  Choice,   ///< nothing: a value was chosen to make the question simpler
};

struct Requirement {
  uint32_t Step = 0;
  Role Why = Role::Decision;
  BitTerm Term;
  BitTerm Chosen = {}; ///< of a Choice: what was given a value
};

/// Who determines a symbol.
enum class Origin : uint8_t {
  Entry, ///< the state in which the path begins
  Input, ///< what the program is given on its way
};

struct Input {
  PathInput What;
  BitTerm Value;
};

/// Why a value that the program or the system determines is not followed.
struct Cause {
  ir::Reason Why = ir::Reason::None;
  /// A function of the system that computes it.
  const Function *By = nullptr;

  bool exists() const { return By || Why != ir::Reason::None; }
  /// As in "it depends on inline-asm".
  std::string text() const;
};

/// A symbol for such a value: no input, so nothing is certain that depends on
/// it.
struct Doubt {
  BitTerm Symbol;
  Cause Because;
};

/// A symbol for what a function of the program that is not here gave back or
/// wrote. Such a function may do anything, so branches go both ways; but it is
/// no input that somebody chooses.
struct GivenSymbol {
  BitTerm Symbol;
  const Function *By = nullptr;
};

/// What such functions do to the memory that they know.
enum class ForeignWrites : uint8_t {
  Nothing, ///< as in a run
  Any,
};

/// What may lie somewhere in memory of others.
struct LentPart {
  const Type *Ty = nullptr;
  uint64_t Address = 0;
};

/// An object that others lend, with what lies around it.
struct LentObject {
  ir::MemoryRange Where;
  /// Where its own pointer points.
  uint64_t At = 0;
  const Type *Pointee = nullptr;
  Origin From = Origin::Entry;
  /// The function that gave a pointer to it, if that is of the program.
  const Function *By = nullptr;
  /// The pointer to it, at entry; null where that has no name.
  const Expr *Pointer = nullptr;
  /// Nothing may be read from it, for this reason.
  const char *Closed = nullptr;
  /// The records of which it may be a member.
  std::vector<LentPart> Around = {};

  /// What \p Addr, which is in it, is a part of; the type is null if nobody
  /// said.
  LentPart partAt(uint64_t Addr) const;
};

/// A point where the path could go on in another way.
struct Turn {
  uint32_t Step = 0;
  PathStep Next;
  /// What is needed for it, besides the first NumRequired of what the path
  /// requires.
  std::vector<BitTerm> Conditions;
  size_t NumRequired = 0, NumInputs = 0, NumUnset = 0;
};

/// That pointers of the caller's are the same, or are not, where of others is
/// not tried.
struct UntriedNeed {
  uint32_t Step = 0;
  const Expr *Said = nullptr;
};

/// To what a pointer from outside may point, besides an object of its own.
enum class Sharing : uint8_t {
  Objects, ///< others of the same type
  Parts,   ///< also elements and members of others
  Room,    ///< also what lies around them, see Surroundings.h
};

/// The condition under which \p B is entered, or null.
const Expr *entryCondition(const ir::Block &B);

/// What is not followed because it is too large.
struct ExecutionLimits {
  /// Addresses that one access may be to.
  size_t MaxTargets = 2048;
};

class Execution {
public:
  /// Gives a term a value that the requirements so far allow, or none.
  using Chooser = std::function<std::optional<UInt128>(Execution &, BitTerm)>;

  Execution(ir::Module &M, const Aliases &A, const Path &P, Beginning B,
            Sharing S, BitTerms &T, Chooser Choose,
            const ExecutionLimits &Size = {}, ir::RunStarts *Starts = nullptr);
  ~Execution();

  /// From here on a library function that reads what is not known gives and
  /// writes anything: more than happens, so that only "no" is an answer.
  void followLoosely() { IsLoose = true; }
  /// Whether that would make a difference.
  bool couldBeLoose() const { return LeftLibrary && !IsLoose; }

  /// What functions of the system give is an input, and they write nothing.
  void takeSystemForInput() { FollowsSystem = false; }

  /// Notes which values come from functions of the program that are not here,
  /// but for those that \p IsInput is true of.
  void attribute(InputTest IsInput, ForeignWrites How);

  /// Tells whether a local variable may change without a statement that writes
  /// it; without a test all may.
  using VariableTest = std::function<bool(const Variable &)>;
  void setMayChange(VariableTest Test) { MayChange = std::move(Test); }

  /// Executes all steps but the last, as far as it gets.
  void run();
  /// The same, and notes the turns from step \p From on.
  void runWithTurns(uint32_t From, PathEnd E);

  /// Why it did not get further, or empty.
  const std::string &gaveUp() const { return Trouble; }
  const std::vector<Requirement> &required() const { return Required; }
  /// What holds in every execution.
  const std::vector<BitTerm> &environment() const { return Environment; }
  const std::vector<Input> &inputs() const { return Inputs; }
  const std::vector<UnsetByte> &unset() const { return Memory.unset(); }
  const std::vector<LentObject> &lent() const { return Lent; }
  /// Those that the path mentions.
  const std::vector<const Variable *> &globals() const { return Globals; }
  uint64_t addressOfGlobal(const Variable &V) const {
    return Run.addresses().ofGlobal(&V);
  }
  /// Those for the state in which the path begins, or for facts about it.
  const std::vector<BitTerm> &entrySymbols() const { return EntrySymbols; }
  /// What terms over them are, in words.
  EntryWords &words() { return Words; }
  const std::vector<Doubt> &doubts() const { return Doubts; }
  const std::vector<GivenSymbol> &given() const { return Given; }
  /// The last function of the program that is not here and was called.
  const Function *lastForeign() const { return LastForeign; }
  const std::vector<Turn> &turns() const { return Turns; }
  /// Why there may be executions along the path besides those that were
  /// considered, or null.
  const char *leavesOut() const { return LeavesOut; }
  /// Whether what a pointer is compared with is up to the caller. Of what such
  /// a pointer may point to, not everything is tried.
  bool comparesEntryPointers() const { return ComparesEntry; }
  /// What of these is never otherwise in executions that were considered.
  const std::vector<UntriedNeed> &untried() const { return Untried; }
  /// Whether addresses are compared by order, of which only one is tried.
  bool ordersAddresses() const { return OrdersAddresses; }
  /// Symbols for states of objects, and for what pointers from outside point
  /// to, by Id.
  const std::unordered_map<uint32_t, uint64_t> &stateSymbols() const {
    return States;
  }
  /// What the path did first with an object, and when: a pointer may point to
  /// one or the other.
  struct FirstUse {
    BitTerm Any = BitTerms::no();
    BitTerm Acquires = BitTerms::no(), Releases = BitTerms::no();
  };
  /// With the one whose state \p Symbol stands for at entry.
  FirstUse firstUse(BitTerm Symbol) const {
    auto It = FirstUses.find(States.at(Symbol.Id));
    return It == FirstUses.end() ? FirstUse() : It->second;
  }
  /// The state in which the object of \p Symbol is at entry, if nobody holds
  /// it.
  uint32_t entryState(BitTerm Symbol, const EntryStates &Known);
  const std::unordered_set<uint32_t> &pointerSymbols() const {
    return Pointers;
  }
  /// What was assumed last.
  BitTerm lastAssumed() const { return Assumed; }
  /// A function without a body that may have changed a state which that looked
  /// at: it was given the object, or one that nobody had initialised.
  const Function *changerOfLast();

  /// Whether pointers from outside might also point to parts of objects.
  bool couldShareParts() const { return LeftParts; }
  /// Whether they might lead to members of something larger, or into the middle
  /// of arrays. \p FailsDefined: an access was not in its object.
  bool couldHaveRoom(bool FailsDefined) const;
  /// Whether \p Term comes from the address of an object.
  bool isAddress(BitTerm Term) { return !basesOf(Term).empty(); }

private:
  struct Activation {
    const Function *Func;
    const ir::interp::Code *Body;
    uint64_t Offset; ///< of the frame in the stack
    uint64_t OldTop;
    const Stmt *Call; ///< in the caller, or null
  };
  /// A value on its way to or from a function.
  struct Passed {
    BitTerm Value;
    const Type *Ty;
  };

  // Running.
  bool isOver() const { return IsImpossible || !Trouble.empty(); }
  void giveUp(std::string Why);
  /// Gives up if there are too many terms.
  bool isTooLarge();
  /// A value that \p Term may have; from here on it has it.
  std::optional<UInt128> choose(BitTerm Term);
  void require(Role Why, BitTerm Term);
  /// The execution goes on only if \p Def.
  void define(BitTerm Def) { require(Role::Defined, T.implies(Guard, Def)); }
  void begin();
  void beginParameter(const Variable &V);
  void step(size_t I);
  void execute(const Stmt &S);
  Role roleOf(const Stmt &Assume) const;
  void executeAssign(const Stmt &S);
  void executeHavoc(const Stmt &S);
  void forgetTouched(const Stmt &S);
  BitTerm readVolatile(const Stmt &S, BitTerm Held);
  bool isElsewhere(UInt128 Addr);
  const Variable *localAt(uint64_t Addr) const;
  bool isOfProgram(BitTerm Addr);
  void executeCall(const Stmt &S, size_t I);
  void executeReturn(const Stmt &S);
  /// Evaluates what the interpreter evaluates to leave a block.
  void leaveBlock(const ir::Block &B);

  // Turns, see Departures.cpp.
  Turn turnTo(const PathStep &Next) const;
  void noteTurns(size_t I);
  void noteTurn(Turn New);
  void noteBranch(const PathStep &Next);
  void noteCallees(BitTerm Callee, const PathStep &S, const Function *Taken);
  void goOn(const PathStep &Last);
  void goOnIntoCall(const PathStep &Last);
  std::optional<PathStep> afterReturn() const;

  // Calls, see Calls.cpp.
  const Function *callee(const Stmt &S);
  std::vector<Passed> arguments(const Stmt &S);
  void enter(const Stmt &S, const Function &F);
  void pushFrame(const Function &F, const Stmt *Call);
  void pass(const Variable &V, Passed A);
  std::optional<BitTerm> convert(Passed A, const Type *To);
  void deliver(const Stmt &S, std::optional<Passed> A);
  bool isOwnAffair(const Function &F, const std::vector<Passed> &Args);
  void callUnknown(const Stmt &S, const Function &F);

  // Functions of the program that are not here, see Foreign.cpp.
  bool isForeign(const Function &F) const;
  const Function *giverOf(uint64_t Addr, uint32_t From) const;
  void forgetKnownToOthers(const Stmt &S, const Function &F,
                           const std::vector<Passed> &Args);
  void addPointersTo(ir::MemoryRange Object, std::vector<uint64_t> &Into);
  /// How far a walk through memory goes.
  struct ReachLimits {
    size_t Objects;
    uint64_t Size;   ///< of one of them
    const char *Who; ///< of whom more is not known
  };
  std::vector<uint64_t>
  forReachable(std::vector<uint64_t> From, const ReachLimits &Limits,
               const std::function<void(ir::MemoryRange)> &Visit);
  void forgetUnlessKept(const Stmt &S, ir::MemoryRange Object);
  void noteGuess(const ir::Block &From);

  // Models of library functions, see Models.cpp.
  struct ModelCall {
    const Function &Callee;
    const ir::interp::LibraryRow &Row;
    const std::vector<Passed> &Args;
  };
  void callModel(const Stmt &S, const Function &F,
                 const ir::interp::LibraryRow &Row);
  /// The result, of the callee's type.
  std::optional<BitTerm> model(const ModelCall &C);
  std::optional<BitTerm> modelConcretely(const ModelCall &C);
  std::optional<BitTerm> modelMove(const ModelCall &C);
  std::optional<BitTerm> modelFill(const ModelCall &C);
  std::optional<BitTerm> modelAbs(const ModelCall &C);
  std::optional<BitTerm> modelResize(const ModelCall &C);
  std::optional<BitTerm> modelAnyBytes(const ModelCall &C);
  void callLoosely(const Stmt &S, const Function &F,
                   const std::vector<Passed> &Args);
  BitTerm looseResult(const Function &F, const std::vector<Passed> &Args);
  void forgetBehind(BitTerm Pointer);
  bool areKnown(const std::vector<Passed> &Args) const;
  BitTerm overlap(BitTerm To, BitTerm From, uint64_t Size);
  void renew(uint64_t Addr);
  bool makeKnown(std::vector<Passed> &Args, const ModelCall &C);

  // Functions of the system that have no model, see System.cpp.
  void callSystem(const Stmt &S, const Function &F,
                  const std::vector<Passed> &Args);
  void doubtWritten(const Stmt &S, const Function &F,
                    const std::vector<Passed> &Args);
  void doubtBehind(const Passed &A);
  void doubtObject(ir::MemoryRange Bytes);

  // Questions to the environment, see EnvironmentAnswers.cpp.
  struct AskedQuestion {
    UInt128 Family;
    BitTerm About;
    std::optional<std::string> Text;
  };
  /// Whose matter an answer is that is about something of theirs.
  struct ValueOwner {
    bool IsEntry = false;         ///< the caller's
    const Function *By = nullptr; ///< of the program and not here
    Cause Because;                ///< the system's
  };
  ValueOwner ownerOf(BitTerm Given);
  /// Executes \p C if it is one of what models ask with.
  void modelQuestion(const ModelCall &C);
  void noteQuestion(AskedQuestion Q);
  bool wasAsked(const AskedQuestion &Q) const;
  bool mayBeSame(const AskedQuestion &A, const AskedQuestion &B) const;
  void spoilUnless(UInt128 Family, BitTerm Not);
  void seed(const ModelCall &C);
  std::optional<std::string> textAt(BitTerm Pointer);
  void answerBytes(const ModelCall &C);
  void endCallbacks();
  /// Notes that something is written while a model calls back.
  void noteWrite(uint64_t Addr, uint64_t Size);

  // Values, see Values.cpp.
  enum class Do : uint8_t {
    Visit,
    Finish,
    LogicBranch,
    LogicEnd,
    CondBranch,
    CondElse,
    CondEnd,
    Adopt, ///< E has the value of Same
  };
  struct Task {
    Do What;
    const Expr *E;
    const Expr *Same = nullptr;
  };
  /// An expression of which only a part is evaluated.
  struct Branch {
    BitTerm OldGuard;
    size_t Mark;
    BitTerm Then = {};
  };
  struct Place {
    BitTerm Addr;
    BitRange Bits; ///< of a bit-field; else the width is 0
  };
  enum class Purpose : uint8_t { Access, Address };

  /// A scalar, or the address of an aggregate.
  BitTerm value(const Expr *E);
  void startStatement();
  void work();
  void perform(Task Do);
  void visit(const Expr *E);
  void visitPlace(const Expr *E);
  void finish(const Expr *E);
  void finishOperation(const Expr *E);
  void finishAddress(const Expr *E);
  void nameOperation(const Expr *E, BitTerm V);
  const Expr *nameOfSum(const Expr *Pointer, const Expr *By);
  const Expr *placeAtEntry(const Expr *E);
  const Expr *rootAtEntry(const Expr *E);
  std::optional<Computed> compute(const Expr *E);
  Computed computePointer(const Expr *E);
  void openLogic(const Expr *E);
  void closeLogic(const Expr *E);
  void openCond(const Expr *E);
  void elseCond(const Expr *E);
  void closeCond(const Expr *E);
  void know(const Expr *E, BitTerm V);
  void forgetSince(size_t Mark);
  BitTerm known(const Expr *E) const { return Known.at(E); }
  std::optional<BitTerm> constantOf(const Expr *E);
  /// Evaluates what \p E needs, then finds the place.
  Place placeOf(const Expr *E);
  Place resolve(const Expr *E, Purpose For);
  BitTerm addressOf(const Variable &V);
  void checkIndex(const Expr *E, BitTerm Index, Purpose For);
  BitTerm plus(BitTerm Addr, uint64_t Bytes);

  // Memory, see Accesses.cpp.
  struct Target {
    uint64_t Addr;
    BitTerm When;
  };
  /// Where \p Size bytes at \p Addr may be.
  std::vector<Target> targets(BitTerm Addr, uint64_t Size, Access How);
  struct Request {
    uint64_t Size;
    Access How;
  };
  /// A sum: a constant, one of some constants, and something that Stride
  /// divides.
  struct Sum {
    uint64_t Constant = 0;
    std::optional<BitTerm> Choice;
    std::vector<uint64_t> Cases; ///< what Choice may be; else 0
    uint64_t Stride = 0;
  };
  Sum sumOf(BitTerm Root);
  std::vector<Target> allTargets(BitTerm Addr, Request Wanted);
  std::vector<Target> candidates(BitTerm Addr, Request Wanted);
  void addTargets(BitTerm Addr, const Sum &S,
                  const std::vector<uint64_t> &Cases, ir::MemoryRange Object,
                  Request Wanted, std::vector<Target> &Into);
  bool isAlive(uint64_t Addr);
  std::optional<ir::MemoryRange> objectAt(uint64_t Addr);
  bool isFine(uint64_t Addr, uint64_t Size, Access How);
  bool isAsAtEntry(uint64_t Addr, uint64_t Size);
  /// The objects into which \p Addr may point, by an address of each.
  std::vector<uint64_t> basesOf(BitTerm Addr);
  void derive(BitTerm From, BitTerm New);
  /// \p New is one of \p A and \p B.
  void deriveChoice(BitTerm A, BitTerm B, BitTerm New);
  /// What is at \p P, which \p E names if it is not null.
  BitTerm load(const Place &P, const Type *Ty, const Expr *E = nullptr);
  void store(const Place &P, const Type *Ty, BitTerm V);
  BitTerm readAt(uint64_t Addr, BitRange R, const Type *Ty);
  void copy(BitTerm To, BitTerm From, const Type *Ty);
  void copyParts(const std::vector<Target> &To, const std::vector<Target> &From,
                 uint64_t Size);
  void fillZero(BitTerm To, const Type *Ty);
  void forget(const Expr *Place, Contents::Renewed Which);
  /// Names the pointers in an object of type \p Ty that nobody looked at yet.
  void touch(uint64_t Addr, const Type *Ty);
  void touchNumbers(uint64_t Addr, const Type *Ty);

  // States of objects, see States.cpp.
  void noteStateWrite(const Target &To);
  /// The states in an object of type \p Ty go with it.
  void copyStates(const std::vector<Target> &To,
                  const std::vector<Target> &From, const Type *Ty);
  void forgetStates(uint64_t Addr, const Type *Ty);
  void clearBlock(uint64_t Addr, uint64_t Size);
  void noteHanded(const Function &To, const std::vector<Passed> &Args);

  // What is not known, see Unknowns.cpp.
  BitTerm symbol(unsigned Width, Origin From, const Expr *Meaning = nullptr);
  Cause doubtAbout(uint64_t Addr, uint32_t From) const;
  /// Gives up if nothing may be read at \p Addr.
  void checkOpen(uint64_t Addr);
  BitTerm newContents(uint64_t Addr, unsigned Width, uint32_t From);
  BitTerm unknown(const Type *Ty, Origin From, const Expr *Meaning,
                  const std::vector<Passed> &Others = {});
  BitTerm unknownPointer(const Type *Ty, Origin From, const Expr *Meaning,
                         const std::vector<Passed> &Others);
  std::vector<BitTerm> pointees(const Type *Ty, Origin From,
                                const std::vector<Passed> &Others);
  void noteComparison(BitTerm A, BitTerm B);
  void noteUntried(const Expr *Assumed);
  std::vector<BitTerm> functionsOf(const Type *Ty, Origin From);
  void addParts(uint64_t Addr, const Type *Whole, uint64_t Count,
                const Type *Wanted, Origin From, std::vector<BitTerm> &Into);
  BitTerm someElement(uint64_t Addr, uint64_t Count, uint64_t Size,
                      Origin From);
  std::optional<uint64_t> lend(const Type *Pointee, Origin From);
  LentObject layOut(const Type *Pointee) const;
  bool mayPointInto(const LentObject &L, Origin From);
  Origin originOf(uint64_t Addr, uint32_t From);
  std::pair<const Variable *, uint64_t> variableAt(uint64_t Addr) const;
  const Expr *meaningOf(uint64_t Addr, unsigned Width, uint32_t From);
  const Expr *subscript(ir::SInt128 I);
  const Expr *partOf(const Expr *E, uint64_t Offset,
                     const std::function<bool(const Type *)> &IsWanted);
  const Expr *pointerTo(uint64_t Addr, const Type *Ty);
  const Expr *pointerTo(const LentObject &L, const LentPart &Part);
  const Expr *nameAtEntry(BitTerm Term, const Type *Ty);
  std::pair<const Expr *, uint64_t> namedAt(uint64_t Addr);
  const LentObject *lentAt(uint64_t Addr) const;
  void noteInput(ir::ValueRequest::Kind What, const Type *Ty, const Expr *Place,
                 const Function *Callee, BitTerm Value);
  BitTerm input(ir::ValueRequest::Kind What, const Type *Ty, const Expr *Place,
                const Function *Callee, const std::vector<Passed> &Others = {});
  bool comeFromEntry(const std::vector<Passed> &Values);
  void findGlobals();

  BitTerm number(const Type *Ty, UInt128 V) { return T.number(Ty->width(), V); }
  BitTerm pointer(uint64_t Addr) { return T.number(PointerWidth, Addr); }

  ir::Module &M;
  const Aliases Al;
  const Path &P;
  const Beginning Begins;
  const Sharing Shares;
  const ExecutionLimits Size;
  BitTerms &T;
  const Chooser Choose;
  const unsigned PointerWidth;
  Arithmetic Numbers;

  // The interpreter, for addresses and for what is known.
  class Silence;
  std::unique_ptr<Silence> Quiet;
  ir::RunOptions Options;
  ir::interp::Machine Run;
  Contents Memory;

  std::vector<Activation> Frames;
  uint32_t Step = 0;
  BitTerm Guard = BitTerms::yes();
  bool IsImpossible = false;
  std::string Trouble;
  unsigned NumChoices = 0;

  std::vector<Requirement> Required;
  std::vector<BitTerm> Environment;
  std::vector<Input> Inputs;
  std::vector<LentObject> Lent;
  bool LeftParts = false;
  const char *LeavesOut = nullptr;
  bool ComparesEntry = false;
  std::vector<UntriedNeed> Untried;
  bool OrdersAddresses = false;
  uint32_t TurnsFrom = UINT32_MAX;
  std::vector<Turn> Turns;
  uint64_t LentEnd;
  Surroundings Around;
  /// That the path has a pointer to, in bytes.
  uint64_t LargestRecord = 0;
  uint64_t HeapBegin = 0; ///< behind the globals
  std::vector<BitTerm> EntrySymbols;
  EntryWords Words;
  std::vector<Doubt> Doubts;
  /// Why symbols that are made now are doubtful.
  Cause Doubted;
  /// Why what became uninitialised at a step is doubtful.
  std::map<uint32_t, Cause> DoubtfulSince;
  bool FollowsSystem = true;
  /// What the system may call, once that was asked for.
  std::optional<std::set<const Function *>> Handlers;
  std::vector<AskedQuestion> Asked;
  std::set<UInt128> Spoiled, Seeded; ///< families of questions
  bool IsAgain = false; ///< the next answer is no input: it was asked before
  ValueOwner Owner;     ///< of answers
  /// Steps since which what became uninitialised is the caller's.
  std::set<uint32_t> OfEntrySince;
  bool IsCalledBack = false;
  std::vector<ir::MemoryRange> WrittenBack; ///< since then
  // What functions of the program give that are not here.
  VariableTest MayChange;
  bool Attributes = false;
  InputTest IsInput;
  ForeignWrites Writes = ForeignWrites::Nothing;
  std::vector<GivenSymbol> Given;
  /// Who gives symbols that are made now.
  const Function *Giver = nullptr;
  const Function *LastForeign = nullptr;
  /// Who wrote what became uninitialised at a step.
  std::map<uint32_t, const Function *> GivenSince;
  /// Addresses in objects that others have come to know.
  std::vector<uint64_t> Escaped;
  bool IsLoose = false;
  bool LeftLibrary = false; ///< gave up or guessed in a library function
  /// Globals that the path mentions, by Id.
  std::vector<const Variable *> Globals;
  /// Of terms that are no constants: addresses in the objects they come from.
  std::unordered_map<uint32_t, std::vector<uint64_t>> Derived;

  // States of objects.
  struct StateWrite {
    uint32_t Step;
    bool IsMark; ///< that nobody has initialised it
  };
  struct HandedObject {
    uint32_t Step;
    uint64_t Addr;
    bool IsWhole; ///< perhaps an object with a state, and no part of another
    const Function *To;
  };
  std::unordered_map<uint32_t, uint64_t> States; ///< by symbol: the address
  std::unordered_set<uint32_t> Pointers;         ///< symbols
  BitTerm Assumed = BitTerms::yes();
  bool ReadsState = false;
  /// What is read now, if it is one place and nobody looked at it before.
  const Expr *ReadPlace = nullptr;
  bool ReadsEntry = false; ///< the last load, something that has no name yet
  std::unordered_map<uint64_t, StateWrite> StateWrites;
  std::unordered_map<uint64_t, FirstUse> FirstUses;
  std::vector<HandedObject> Handed;

  // The statement that is being evaluated.
  std::vector<uint64_t> StateReads;
  std::unordered_map<const Expr *, BitTerm> Known;
  std::vector<const Expr *> KnownOrder;
  std::vector<Task> Tasks;
  std::vector<Branch> Branches;
};

} // namespace predabs::path

#endif
