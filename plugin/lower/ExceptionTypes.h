// Types of exceptions as numbers, and which of them a handler takes.
//
// The number of a type is made from its mangled name, so that it is the same
// in every file. Its low bits are traits: what a handler can ask of a type
// that its file has never seen. For
//
//   struct Broken : std::runtime_error { ... };
//
// they say that it is a std::exception and a std::runtime_error (each of the
// common bases has a bit of its own), that one of its bases has the bit on
// which Broken's name falls (bits are shared: only a clear one tells), and
// that its destructor does something.
//
// SOUND: two types with one number would be one type. 40 bits are for the
// name, and only types that are thrown or caught count.

#ifndef PREDABS_PLUGIN_LOWER_EXCEPTIONTYPES_H
#define PREDABS_PLUGIN_LOWER_EXCEPTIONTYPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace predabs::lower {

class ExceptionTypes {
public:
  /// Bits of a number that stand for themselves.
  enum Trait : uint64_t {
    ObjectPointer = 1, ///< what `catch (void *)` takes
    NullPointer = 2,   ///< nullptr
    OtherPointer = 4,  ///< with conversions that are not listed in a Match
    EndsQuietly = 8,   ///< nothing happens when it is destroyed
    HasFarBase = 16,   ///< a base of it does not begin where it begins
    // 32 to 512 are common bases.
    ToConst = 1024,    ///< a pointer to something const
    ToVolatile = 2048, ///< or volatile
  };

  /// A type that a handler takes, with where in such an object the part lies
  /// that the handler names; nothing if that is not known.
  struct Taken {
    uint64_t Number;
    std::optional<int64_t> Offset;
  };
  /// The exceptions that a handler takes: none of Never and none with a trait
  /// of NeverIf, else those of All and those with a trait of SurelyIf. Of the
  /// others it may take those with a trait of PerhapsIf.
  struct Match {
    uint64_t NeverIf = 0;
    std::vector<uint64_t> Never;
    std::vector<Taken> All;
    uint64_t SurelyIf = 0;
    uint64_t PerhapsIf = 0;
  };

  /// \p File tells types that no other file can name from those of others.
  ExceptionTypes(clang::ASTContext &AST, clang::MangleContext &Mangler,
                 std::string File)
      : AST(AST), Mangler(Mangler), File(std::move(File)) {}

  /// The number of the thrown type \p T.
  uint64_t number(clang::QualType T);
  /// Likewise of what a function of the library throws, by its name there.
  static std::optional<uint64_t> thrownBy(llvm::StringRef LibraryFunction);
  /// That of a class of the library with these bases, itself first, by what
  /// type_info::name() says.
  static uint64_t libraryNumber(llvm::ArrayRef<const char *> Names);

  Match handler(clang::QualType Caught);

  /// Classes that may be thrown.
  void addClass(const clang::CXXRecordDecl *R) {
    Classes.insert(R->getCanonicalDecl());
  }
  /// Thrown classes whose destructors do something.
  const llvm::MapVector<uint64_t, clang::QualType> &destroyed() const {
    return Destroyed;
  }

private:
  uint64_t known(clang::QualType T);
  /// What the runtime compares, and that with the file where only one file
  /// can name the type.
  std::string mangled(clang::QualType T) const;
  std::string name(clang::QualType T) const;
  uint64_t traits(clang::QualType T);
  uint64_t classTraits(const clang::CXXRecordDecl *R, const char *Kind);
  uint64_t pointerTraits(clang::QualType T);
  bool endsQuietly(clang::QualType T) const;
  bool isClosed(const clang::CXXRecordDecl *R) const;
  Match classHandler(const clang::CXXRecordDecl *R);
  Match pointerHandler(clang::QualType T);
  void addPointers(clang::QualType Pointee, unsigned Allowed,
                   std::optional<int64_t> Offset, Match &Into);
  /// \p R and the known classes that a handler of it takes.
  std::vector<std::pair<const clang::CXXRecordDecl *, std::optional<int64_t>>>
  family(const clang::CXXRecordDecl *R, bool IsPointer);
  void addStrangers(const clang::CXXRecordDecl *R, Match &Into);

  clang::ASTContext &AST;
  clang::MangleContext &Mangler;
  std::string File;
  llvm::SetVector<const clang::CXXRecordDecl *> Classes;
  llvm::DenseMap<void *, uint64_t> Numbers;
  llvm::MapVector<uint64_t, clang::QualType> Destroyed;
};

} // namespace predabs::lower

#endif
