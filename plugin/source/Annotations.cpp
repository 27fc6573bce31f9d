#include "plugin/source/Annotations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace predabs;

namespace {

constexpr llvm::StringRef Prefix = "predabs:";

/// An annotation of ours and what it stands on.
struct Annotation {
  const clang::AnnotateAttr *Attr;
  const clang::ValueDecl *On;

  llvm::StringRef predicates() const {
    return Attr->getAnnotation().ltrim().drop_front(Prefix.size());
  }
};

class AnnotationFinder : public clang::RecursiveASTVisitor<AnnotationFinder> {
public:
  std::vector<Annotation> Found;

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitFunctionDecl(const clang::FunctionDecl *D) { return look(D); }
  bool VisitVarDecl(const clang::VarDecl *D) { return look(D); }

private:
  bool look(const clang::ValueDecl *D) {
    for (const auto *A : D->specific_attrs<clang::AnnotateAttr>())
      if (!A->isInherited() && A->getAnnotation().ltrim().starts_with(Prefix))
        Found.push_back({A, D});
    return true;
  }
};

/// Where the text of an annotation begins.
struct TextStart {
  std::string File;
  uint32_t Line = 1, Column = 1;
  /// Places inside the text can be told; otherwise this is the attribute's.
  bool IsExact = false;
};

class AnnotationReader {
public:
  AnnotationReader(Lowering &L, NameSource &Names, PredicateSet &Into)
      : L(L), SM(L.ast().getSourceManager()), Names(Names), Into(Into) {}

  Annotations Result;

  void read(const Annotation &A) {
    if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(A.On)) {
      const ir::Function *Lowered = L.function(F);
      if (Lowered && Lowered->isDefined())
        parse(A, Lowered);
      return;
    }
    const auto *V = llvm::cast<clang::VarDecl>(A.On);
    if (!V->hasGlobalStorage())
      return complain(A, "predicates stand on functions and on global "
                         "variables, not on local ones");
    if (L.global(V))
      parse(A, nullptr);
  }

private:
  void complain(const Annotation &A, const std::string &Message) {
    TextStart At = placeOf(A.Attr->getLocation());
    Result.Errors.push_back({At.File, At.Line, At.Column, Message});
  }

  void parse(const Annotation &A, const ir::Function *F) {
    ++Result.Count;
    TextStart At = findText(A);
    for (PredicateError &E :
         parsePredicateList(std::string_view(A.predicates()), At.File, At.Line,
                            At.Column, F, Names, Into)) {
      if (!At.IsExact) {
        E.Line = At.Line;
        E.Column = At.Column;
      }
      // Each instance of a template has the same ones.
      if (!llvm::is_contained(Result.Errors, E))
        Result.Errors.push_back(std::move(E));
    }
  }

  TextStart placeOf(clang::SourceLocation Loc) const {
    auto [File, Offset] = SM.getDecomposedExpansionLoc(Loc);
    TextStart At;
    if (clang::OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File))
      At.File = Entry->getName().str();
    At.Line = SM.getLineNumber(File, Offset);
    At.Column = SM.getColumnNumber(File, Offset);
    return At;
  }

  /// If the text is one plain string literal, where it begins; clang keeps its
  /// contents only.
  TextStart findText(const Annotation &A) const {
    clang::SourceLocation Loc = A.Attr->getLocation();
    TextStart At = placeOf(Loc);
    if (Loc.isMacroID())
      return At;
    auto [File, Offset] = SM.getDecomposedLoc(Loc);
    llvm::StringRef Rest = SM.getBufferData(File).drop_front(Offset);
    llvm::StringRef Line = Rest.take_until([](char C) { return C == '\n'; });
    size_t Quote = Line.find('"');
    llvm::StringRef Text = A.Attr->getAnnotation();
    if (Quote == Line.npos || !Line.substr(Quote + 1).starts_with(Text) ||
        !Line.substr(Quote + 1 + Text.size()).starts_with("\""))
      return At;
    size_t Begin = Quote + 1 + size_t(A.predicates().data() - Text.data());
    At.Column += uint32_t(Begin);
    At.IsExact = true;
    return At;
  }

  Lowering &L;
  const clang::SourceManager &SM;
  NameSource &Names;
  PredicateSet &Into;
};

} // namespace

Annotations predabs::addAnnotations(Lowering &L, NameSource &Names,
                                    PredicateSet &Into) {
  AnnotationFinder Finder;
  Finder.TraverseAST(L.ast());
  AnnotationReader Reader(L, Names, Into);
  for (const Annotation &A : Finder.Found)
    Reader.read(A);
  return std::move(Reader.Result);
}
