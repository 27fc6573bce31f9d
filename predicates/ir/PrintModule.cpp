// Prints modules as text, see Print.h.

#include "predicates/ir/Print.h"

#include "predicates/ir/PrintNames.h"
#include "predicates/ir/Syntax.h"

namespace predabs::ir {

namespace {

class ModulePrinter {
public:
  ModulePrinter(std::string &Out, const Module &M, Locations Show)
      : Out(Out), M(M), Show(Show) {
    for (uint32_t I = 0; I < M.Files.size(); ++I)
      FirstFileNamed.try_emplace(M.Files[I], I);
  }

  void print() {
    printHeader();
    for (const Type &T : M.Ctx.types())
      if (T.isRecord())
        printRecord(T);
    if (!M.Globals.empty())
      Out += '\n';
    for (const auto &G : M.Globals)
      printGlobal(*G);
    for (const auto &F : M.Functions) {
      Out += '\n';
      print(*F);
    }
  }

  void print(const Function &F) {
    Home = F.Where.isValid() ? std::optional(F.Where.File) : std::nullopt;
    Out += "func ";
    appendFunction(Out, F);
    printSignature(F);
    Out += F.IsInternal ? " internal" : "";
    Out += F.IsReplaceable ? " weak" : "";
    Out += F.IsNoReturn ? " noreturn" : "";
    Out += F.IsSystem ? " system" : "";
    if (F.DisplayName != F.Name) {
      Out += " named ";
      appendQuoted(Out, F.DisplayName);
    }
    printLoc(F.Where, std::nullopt);
    if (F.isDefined())
      printBody(F);
    else
      Out += '\n';
    Home.reset();
  }

private:
  void printHeader() {
    Out += "module ";
    appendQuoted(Out, M.Name);
    Out += '\n';
    printTarget();
    for (const std::string &File : M.Files) {
      Out += "file ";
      appendQuoted(Out, File);
      Out += '\n';
    }
    if (!M.Init)
      return;
    Out += "init ";
    appendFunction(Out, *M.Init);
    Out += '\n';
  }

  void printTarget() {
    const Target &T = M.Ctx.target();
    Out += "target pointer-bytes ";
    appendNumber(Out, T.PointerBytes);
    Out += T.BigEndian ? " big-endian" : " little-endian";
    Out += T.WrapSigned ? " wrap-signed" : "";
    Out += T.StrictAliasing ? " strict-aliasing" : "";
    Out += '\n';
  }

  void printRecord(const Type &T) {
    Out += "\nrecord ";
    appendRecord(Out, T.name());
    if (!T.isComplete()) {
      Out += '\n';
      return;
    }
    Out += T.isUnion() ? " union" : "";
    Out += " size ";
    appendNumber(Out, T.size());
    Out += " align ";
    appendNumber(Out, T.align());
    Out += " {\n";
    for (const Field &F : T.fields())
      printField(F);
    Out += "}\n";
  }

  void printField(const Field &F) {
    Out += "  ";
    appendFieldName(Out, F.Name);
    Out += ": ";
    ir::print(Out, F.Ty);
    Out += ' ';
    printBits(F.BitOffset, F.BitWidth);
    Out += F.IsInternal ? " internal\n" : "\n";
  }

  void printBits(uint64_t Offset, unsigned Width) {
    Out += "at bit ";
    appendNumber(Out, Offset);
    if (!Width)
      return;
    Out += " width ";
    appendNumber(Out, Width);
  }

  void printGlobal(const Variable &V) {
    Out += "global ";
    printVariable(V);
    Out += !V.IsDefined ? " extern" : "";
    Out += V.IsInternal ? " internal" : "";
    Out += V.IsConst ? " const" : "";
    if (V.InitUnknown != Reason::None) {
      Out += " unknown because ";
      Out += reasonText(V.InitUnknown);
    }
    printLoc(V.Where, std::nullopt);
    printInit(V);
    Out += '\n';
  }

  void printInit(const Variable &V) {
    if (V.Bytes.empty() && V.Init.empty())
      return;
    Out += " {\n";
    if (!V.Bytes.empty()) {
      Out += "  bytes ";
      appendQuoted(Out, V.Bytes);
      Out += '\n';
    }
    for (const InitPart &P : V.Init) {
      Out += "  ";
      printBits(P.BitOffset, P.BitWidth);
      Out += " = ";
      ir::print(Out, P.Value);
      Out += '\n';
    }
    Out += '}';
  }

  void printVariable(const Variable &V) {
    appendVariable(Out, V);
    Out += ": ";
    ir::print(Out, V.Ty);
  }

  /// From the parameters where these say all of the type, as they do but for
  /// declarations and functions without a prototype.
  void printSignature(const Function &F) {
    if (F.NumParams == 0)
      return printUnnamedSignature(*F.Ty);
    Out += '(';
    for (uint32_t I = 0; I < F.NumParams; ++I) {
      if (I)
        Out += ", ";
      printVariable(*F.Vars[I]);
      printLoc(F.Vars[I]->Where, Home);
    }
    if (!paramsGiveType(F)) {
      Out += ") typed ";
      return ir::print(Out, F.Ty);
    }
    Out += F.Ty->isVariadic() ? ", ...) -> " : ") -> ";
    ir::print(Out, F.Ty->inner());
  }

  static bool paramsGiveType(const Function &F) {
    const auto &Params = F.Ty->params();
    if (Params.size() != F.NumParams)
      return false;
    for (uint32_t I = 0; I < F.NumParams; ++I)
      if (Params[I] != F.Vars[I]->Ty)
        return false;
    return true;
  }

  void printUnnamedSignature(const Type &Ty) {
    size_t Begin = Out.size();
    ir::print(Out, &Ty);
    Out.erase(Begin, 2); // the `fn`
  }

  void printBody(const Function &F) {
    Out += " {\n";
    printExactness(F.How);
    for (size_t I = F.NumParams; I < F.Vars.size(); ++I)
      printLocal(*F.Vars[I]);
    for (const Block &B : F.Blocks)
      printBlock(F, B);
    Out += "}\n";
  }

  void printLocal(const Variable &V) {
    Out += V.Kind == Storage::Temporary ? "  temp " : "  var ";
    printVariable(V);
    printLoc(V.Where, Home);
    Out += '\n';
  }

  void printExactness(const Exactness &H) {
    size_t Begin = Out.size();
    const char *Before = "  exactness ";
    printCount(Before, H.Statements, "statements");
    printCount(Before, H.FloatingPoint, "floating");
    printCount(Before, H.Approximated, "approximated");
    Before = Out.size() == Begin ? "  exactness because " : " because ";
    for (unsigned R = 0; R < NumReasons; ++R)
      printCount(Before, H.ByReason[R], reasonText(Reason(R)));
    if (Out.size() != Begin)
      Out += '\n';
  }

  void printCount(const char *&Before, uint32_t Count, const char *What) {
    if (!Count)
      return;
    Out += Before;
    appendNumber(Out, Count);
    Out += ' ';
    Out += What;
    Before = ", ";
  }

  void printBlock(const Function &F, const Block &B) {
    appendLabel(Out, B.Name);
    Out += ":\n";
    for (const Stmt &S : B.Stmts) {
      Out += "  ";
      ir::print(Out, S);
      printLoc(S.Where, Home);
      Out += '\n';
    }
    if (B.Succs.empty() && !B.endsInReturn())
      Out += "  stop\n";
    for (size_t I = 0; I < B.Succs.size(); ++I) {
      Out += I ? ", " : "  goto ";
      appendLabel(Out, F.Blocks[B.Succs[I]].Name);
    }
    if (!B.Succs.empty())
      Out += '\n';
  }

  /// The file is left out where it is \p Known.
  void printLoc(Loc L, std::optional<uint32_t> Known) {
    if (!L.isValid() || Show == Locations::Hide)
      return;
    Out += " at ";
    if (Known != L.File) {
      printFile(L.File);
      Out += ':';
    }
    appendNumber(Out, L.Line);
    Out += ':';
    appendNumber(Out, L.Column);
  }

  /// By name, or by number if the name is an earlier file's.
  void printFile(uint32_t File) {
    if (File < M.Files.size() && FirstFileNamed[M.Files[File]] == File)
      return appendQuoted(Out, M.Files[File]);
    Out += '#';
    appendNumber(Out, File);
  }

  std::string &Out;
  const Module &M;
  Locations Show;
  /// The file of the function being printed.
  std::optional<uint32_t> Home;
  std::unordered_map<std::string, uint32_t> FirstFileNamed;
};

} // namespace

std::string print(const Module &M, Locations Show) {
  std::string Out;
  ModulePrinter(Out, M, Show).print();
  return Out;
}

std::string print(const Module &M, const Function &F, Locations Show) {
  std::string Out;
  ModulePrinter(Out, M, Show).print(F);
  return Out;
}

} // namespace predabs::ir
