// What belongs to the translation unit as a whole: which functions and
// globals there are, their names, the initial values of globals. Functions
// and globals are declared when something names them; their bodies and
// initialisers wait in a queue until run() comes to them.

#ifndef PREDABS_PLUGIN_LOWER_MODULELOWERING_H
#define PREDABS_PLUGIN_LOWER_MODULELOWERING_H

#include "plugin/lower/Builder.h"
#include "plugin/lower/ExceptionTypes.h"
#include "plugin/lower/Lowering.h"
#include "plugin/lower/Startup.h"
#include "plugin/lower/Types.h"

#include "clang/AST/APValue.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"

#include "llvm/ADT/StringSet.h"

#include <deque>
#include <functional>
#include <map>

namespace predabs::lower {

/// The globals that say what becomes of exceptions, see Exceptions.cpp. All
/// files of a program have these in common.
struct ExceptionState {
  Value Flag = nullptr;         ///< set while one is on its way to a handler
  Value Type = nullptr;         ///< its number in ExceptionTypes,
  Value Object = nullptr;       ///< and where it is
  Value IsHeld = nullptr;       ///< whether a handler threw it again
  Value CaughtType = nullptr;   ///< of the one whose handler runs
  Value CaughtObject = nullptr; ///< or null
  Value Count = nullptr;        ///< std::uncaught_exceptions()
  Value IsKept = nullptr;       ///< some may outlive their handlers
};

class ModuleLowering {
public:
  ModuleLowering(clang::ASTContext &AST, ir::Module &M,
                 const LoweringOptions &Opts);

  void run();

  clang::ASTContext &ast() { return AST; }
  ir::Module &module() { return M; }
  Types &types() { return Tys; }
  const LoweringOptions &options() const { return Opts; }

  ir::Function *function(const clang::FunctionDecl *D);
  /// The constructor or destructor \p D for an object that is the base of
  /// another: it leaves virtual bases to that.
  ir::Function *baseFunction(const clang::FunctionDecl *D);
  bool isForBases(const ir::Function *F) const { return ForBases.contains(F); }
  // What was lowered, or null.
  ir::Function *findFunction(const clang::FunctionDecl *D) const {
    return Functions.lookup(D->getCanonicalDecl());
  }
  ir::Variable *findGlobal(const clang::VarDecl *D) const {
    return Globals.lookup(D->getCanonicalDecl());
  }
  /// The declaration with the body of \p F, or null.
  const clang::FunctionDecl *definition(const ir::Function *F) const {
    return Definitions.lookup(F);
  }
  /// Whether the body of \p F is here and nothing can replace it.
  bool hasBody(const ir::Function *F) const;
  /// A library function that the lowering itself calls by name.
  ir::Function *libraryFunction(const std::string &Name, const ir::Type *Ty);
  ir::Variable *global(const clang::VarDecl *D);
  // Linker.cpp
  /// Where the variable that \p D means is, as the linker decides.
  Value place(const clang::VarDecl *D);
  /// The address of the function that \p D means; null if it may be missing
  /// and is.
  Value address(const clang::FunctionDecl *D);
  // ThreadLocals.cpp
  /// Whether using \p V may run initialisers.
  bool isInitialisedOnUse(const clang::VarDecl *V);
  /// The function that runs them.
  ir::Function *threadInitialiser(const clang::VarDecl *V);
  /// A new function that initialises globals.
  ir::Function *addInitFunction();
  /// The place of a literal's bytes, an array.
  Value stringLiteral(const clang::StringLiteral *S);
  /// A global that no name in the source denotes.
  ir::Variable *anonymousGlobal(const std::string &Hint, const ir::Type *Ty);
  /// The storage of a compound literal outside functions, or of a temporary
  /// that lives as long as a global.
  ir::Variable *staticTemporary(const clang::Expr *E);
  /// A copy of a local constant, for code that sees its value only; null if
  /// that is not known.
  ir::Variable *constantCopy(const clang::VarDecl *D);
  const ExceptionState &exceptions();
  ExceptionTypes &exceptionTypes();
  /// The function that destroys the objects of exceptions.
  ir::Function *exceptionDestroyer();

  ir::Loc loc(clang::SourceLocation L);

  /// A constant of type \p T that is \p V, or null if it cannot be written.
  Value constant(const clang::APValue &V, clang::QualType T);
  Value constantInt(const llvm::APSInt &V, const ir::Type *T);
  Value constantFloat(const llvm::APFloat &V, const ir::Type *T);

  /// The block of a label in a function whose body is being lowered.
  using LabelResolver = std::function<Value(const clang::LabelDecl *)>;
  void setLabelResolver(LabelResolver R) { Labels = std::move(R); }
  /// Initialises \p V now, while the labels of its function are known.
  void initialise(ir::Variable &V, const clang::VarDecl *D);

private:
  struct InitSink;

  void collectIn(const clang::DeclContext *DC);
  void collect(const clang::Decl *D);
  void collectTemplate(const clang::Decl *D);
  bool isUserCode(const clang::Decl *D) const;
  /// Whether a system header declares it, or the compiler by itself.
  bool isOfSystem(const clang::FunctionDecl *D) const;
  std::string name(clang::GlobalDecl D);
  static clang::GlobalDecl globalDecl(const clang::FunctionDecl *D);

  // Linker.cpp
  /// Two names that are the same are one for the linker.
  std::string linkerName(clang::GlobalDecl D);
  void collectSymbols(const clang::DeclContext *DC);
  /// What the linker knows by \p Name in this file, or null.
  const clang::ValueDecl *findSymbol(llvm::StringRef Name);
  void noteAssembly(llvm::StringRef Text);
  /// Whether assembly outside of functions names \p Name.
  bool isInAssembly(llvm::StringRef Name);
  void noteAlias(const clang::ValueDecl *D);
  /// The declaration that makes \p D another name of something, or null.
  const clang::ValueDecl *aliasDecl(const clang::ValueDecl *D);
  /// What \p D is another name of, or null.
  const clang::ValueDecl *aliasee(const clang::ValueDecl *D);
  /// Whether another file may have a definition that counts instead.
  bool isReplaced(const clang::VarDecl *Def) const;
  bool isReplaced(const clang::FunctionDecl *Body) const;
  /// Whether \p Body is what calls by its name mean here, while the symbol of
  /// that name is another function.
  /// SOUND: a builtin, or another declaration of the symbol, means the other
  /// one. `extern inline char *strchr(s, c) { return __builtin_strchr(s, c); }`
  /// of the C library does not call itself.
  bool isBesideItsSymbol(const clang::FunctionDecl *Body) const;
  Value decidedByLinker(const std::string &Of, const ir::Type *T);
  Value ifLinked(const clang::ValueDecl *D, Value There, Value Otherwise);
  ir::Variable *elsewhere(const clang::VarDecl *D, const ir::Type *T);
  ir::Function *aliasFunction(const clang::FunctionDecl *D,
                              const clang::FunctionDecl *Target);
  void forward(ir::Function &F, Value To);
  void exportFunction(const clang::FunctionDecl *D, ir::Function *To);
  void lowerIFunc(ir::Function &F, const clang::FunctionDecl *D);
  /// The other names that other files can use for \p Name.
  llvm::ArrayRef<const clang::ValueDecl *> exportsOf(llvm::StringRef Name);

  /// What the file scope of C calls \p Name, or null.
  template <class D> const D *findNamed(llvm::StringRef Name) const;
  Value address(const clang::APValue &V, const ir::Type *T);
  Value addressBase(const clang::APValue::LValueBase &Base);
  Value constantAddress(const clang::VarDecl *V);
  bool fill(InitSink &Sink, const clang::APValue &V, clang::QualType T,
            uint64_t BitOffset);
  bool fillRecord(InitSink &Sink, const clang::APValue &V,
                  const clang::RecordDecl *R, uint64_t BitOffset);
  bool fillField(InitSink &Sink, const clang::APValue &V,
                 const clang::FieldDecl *F, uint64_t BitOffset);
  bool fill(InitSink &Sink, const clang::Expr *Init, uint64_t BitOffset);
  bool fillList(InitSink &Sink, const clang::InitListExpr *List,
                uint64_t BitOffset);
  bool fillMember(InitSink &Sink, const clang::FieldDecl *F,
                  const clang::Expr *Init, uint64_t BitOffset);
  void lowerBody(ir::Function &F, const clang::FunctionDecl *D);
  void lowerDynamicInitialisers();
  void lowerCapabilities();
  void lowerThreadInitialiser();
  void lowerNamed();
  void lowerDestroyer();

  // Operators.cpp
  enum class Failure : uint8_t { Throws, GivesNull };
  void forwardOperator(ir::Function &F, ir::Function &Target, Failure OnThrow);
  void completeOperators();
  bool handlesLackOfMemory();

  clang::ASTContext &AST;
  ir::Module &M;
  const LoweringOptions &Opts;
  Types Tys;
  std::unique_ptr<clang::MangleContext> Mangler;
  ir::NameSet GlobalNames;
  LabelResolver Labels;

  llvm::DenseMap<const clang::FunctionDecl *, ir::Function *> Functions;
  llvm::DenseMap<const clang::FunctionDecl *, ir::Function *> BaseFunctions;
  llvm::DenseSet<const ir::Function *> ForBases;
  llvm::DenseMap<const clang::VarDecl *, ir::Variable *> Globals;
  std::map<std::pair<const ir::Type *, std::string>, ir::Variable *> Strings;
  /// Those that the program may write to (-fwritable-strings).
  llvm::DenseMap<const clang::StringLiteral *, ir::Variable *> OwnStrings;
  llvm::DenseMap<const clang::Expr *, ir::Variable *> StaticTemporaries;
  llvm::DenseMap<const clang::VarDecl *, ir::Variable *> ConstantCopies;
  std::deque<std::pair<ir::Function *, const clang::FunctionDecl *>> Bodies;
  std::deque<std::pair<ir::Variable *, const clang::VarDecl *>> Initialisers;
  llvm::DenseMap<const ir::Function *, const clang::FunctionDecl *> Definitions;
  std::vector<const clang::VarDecl *> Dynamic;
  /// Functions with attributes about locks.
  std::vector<std::pair<ir::Function *, const clang::FunctionDecl *>>
      Attributed;
  Startup Runtime;
  std::vector<ir::Function *> ThreadInits; ///< of one variable each

  // Linker.cpp
  llvm::StringMap<const clang::ValueDecl *> Symbols;
  llvm::StringSet<> AssemblyNames;
  llvm::StringMap<const clang::ValueDecl *> Aliases; ///< by their names
  /// By what they are other names of: those that other files can use.
  llvm::StringMap<std::vector<const clang::ValueDecl *>> Exports;
  llvm::StringMap<ir::Variable *> LinkerGlobals; ///< by their linker's names
  /// Declarations that mean a variable of another declaration.
  llvm::DenseSet<const clang::VarDecl *> Views;
  llvm::StringMap<ir::Variable *> LinkerConstants;
  llvm::DenseMap<const clang::VarDecl *, ir::Variable *> Elsewhere;

  ExceptionState Exceptions;
  std::optional<ExceptionTypes> ThrownTypes;
  ir::Function *Destroyer = nullptr;

  llvm::DenseMap<clang::FileID, uint32_t> FileIndices;
};

} // namespace predabs::lower

#endif
