#include "checkers/store/reuse/Index.h"
#include "checkers/files/Descriptor.h"
#include "checkers/store/format/Summary.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <map>
#include <set>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace predabs;

namespace {

/// Enough for thousands of files that define the same symbol.
constexpr uint64_t MaxEntrySize = uint64_t(1) << 20;

WriteResult failure(int Error) {
  return {WriteResult::Kind::Failed, errorText(Error)};
}

/// How long this process still waits for locks that others hold, in
/// milliseconds: a compile is not to wait for ever because another one was
/// stopped while it held a lock.
std::atomic<int> Patience = 2000;

/// Whether the time of waiting has not run out yet; waits a little.
bool waitALittle() {
  constexpr int Step = 5; // milliseconds
  if (Patience.fetch_sub(Step) <= 0)
    return false;
  usleep(Step * 1000);
  return true;
}

/// The lock of a folder, waited for and held for the lifetime of this. The
/// system takes it from a process that ends, however it ends.
class FolderLock {
public:
  explicit FolderLock(const std::string &Folder)
      : D(openFile(Folder + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW)) {
    Error = D ? lock() : errno;
  }
  ~FolderLock() {
    // Closing alone would leave it with a process that was forked meanwhile.
    if (D)
      flock(D.number(), LOCK_UN);
  }
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;

  /// Zero if it is held.
  int error() const { return Error; }

private:
  Descriptor D;
  int Error = 0;

  int lock() {
    while (flock(D.number(), LOCK_EX | LOCK_NB) != 0)
      if (errno != EINTR && (errno != EWOULDBLOCK || !waitALittle()))
        return errno;
    return 0;
  }
};

/// The lines of \p Text, each with an end; nothing if the last has none.
std::optional<std::vector<std::string>> linesOf(std::string_view Text) {
  std::vector<std::string> Lines;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    if (End == Text.npos)
      return std::nullopt;
    Lines.emplace_back(Text.substr(0, End));
    Text.remove_prefix(End + 1);
  }
  return Lines;
}

/// The paths that \p Bytes name for \p Symbol, none if they are no entry.
std::vector<std::string> parseEntry(std::string_view Bytes,
                                    const std::string &Symbol) {
  auto Lines = linesOf(Bytes);
  if (!Lines || Lines->empty() || Lines->front() != Symbol)
    return {};
  Lines->erase(Lines->begin());
  bool IsOrdered = std::ranges::adjacent_find(*Lines, std::greater_equal<>()) ==
                   Lines->end();
  bool IsPlain = std::ranges::all_of(*Lines, [](const std::string &Path) {
    return !Path.empty() && isPlain(Path);
  });
  return IsOrdered && IsPlain ? *Lines : std::vector<std::string>();
}

std::string printEntry(const std::string &Symbol,
                       const std::vector<std::string> &Paths) {
  std::string Text = Symbol + '\n';
  for (const std::string &Path : Paths)
    Text += Path + '\n';
  return Text;
}

/// The file of one symbol.
struct Entry {
  std::string Symbol;
  std::string Folder;
  std::string Name;

  Entry(const std::string &Directory, const std::string &Symbol)
      : Symbol(Symbol) {
    std::string Digits = keyOf(Symbol).str();
    Folder = Directory + '/' + Digits.substr(0, 2);
    Name = Folder + '/' + Digits.substr(2);
  }

  struct Content {
    std::vector<std::string> Paths;
    std::string Why; ///< it could not be read, if not empty
  };
  Content read() const {
    FileBytes Read = readFile(Name, MaxEntrySize);
    if (Read.Bytes)
      return {parseEntry(*Read.Bytes, Symbol), ""};
    return {{}, Read.IsMissing ? "" : Read.Why};
  }

  /// Under the lock of the folder.
  WriteResult write(const std::vector<std::string> &Paths) const {
    std::string Text = printEntry(Symbol, Paths);
    if (Text.size() > MaxEntrySize)
      return {WriteResult::Kind::Failed,
              "too many files define '" + Symbol + "'"};
    return replaceFile(Name, Text, Folder + "/new");
  }
};

/// What is to become of one entry.
struct Change {
  Entry Of;
  enum class Kind : uint8_t { Add, Remove } What;

  bool isDone(const std::string &SideCar) const {
    return std::ranges::binary_search(Of.read().Paths, SideCar) ==
           (What == Kind::Add);
  }

  /// Under the lock of the folder.
  WriteResult apply(const std::string &SideCar) const {
    auto [Paths, Why] = Of.read();
    // What cannot be read now may name others, and is not lost for that.
    if (!Why.empty())
      return {WriteResult::Kind::Failed, Why};
    auto [From, To] = std::ranges::equal_range(Paths, SideCar);
    if ((From != To) == (What == Kind::Add))
      return {};
    if (What == Kind::Add)
      Paths.insert(From, SideCar);
    else
      Paths.erase(From, To);
    // Never without a file: build systems may wait for a change.
    return Of.write(Paths);
  }
};

WriteResult applyAll(const std::string &Folder,
                     const std::vector<Change> &Changes,
                     const std::string &SideCar) {
  std::error_code Error;
  std::filesystem::create_directories(Folder, Error);
  if (Error)
    return failure(Error.value());
  FolderLock Lock(Folder);
  if (Lock.error() == EWOULDBLOCK)
    return {WriteResult::Kind::Failed,
            "another process holds " + Folder + "/lock and does not let go"};
  if (Lock.error())
    return failure(Lock.error());
  WriteResult Total;
  for (const Change &C : Changes) {
    WriteResult R = C.apply(SideCar);
    if (R.isFailure())
      return R;
    Total.What = std::max(Total.What, R.What);
  }
  return Total;
}

/// What a side-car file asks for and is not yet so, by folder.
class Wishes {
public:
  Wishes(const std::string &Directory, const std::string &SideCar)
      : Directory(Directory), SideCar(SideCar) {}

  void add(const std::string &Symbol, Change::Kind What) {
    if (!isPlain(Symbol) || Symbol.empty())
      return;
    Change C{Entry(Directory, Symbol), What};
    if (!C.isDone(SideCar))
      ByFolder[C.Of.Folder].push_back(std::move(C));
  }

  WriteResult apply() const {
    WriteResult Total;
    for (const auto &[Folder, Changes] : ByFolder) {
      WriteResult R = applyAll(Folder, Changes, SideCar);
      if (R.isFailure())
        return R;
      Total.What = std::max(Total.What, R.What);
    }
    return Total;
  }

private:
  const std::string &Directory, &SideCar;
  std::map<std::string, std::vector<Change>> ByFolder;
};

} // namespace

WriteResult Index::add(const std::string &SideCar,
                       const std::vector<std::string> &Now,
                       const std::vector<std::string> &Before) const {
  if (SideCar.empty() || !isPlain(SideCar))
    return {WriteResult::Kind::Failed, "its name has control characters"};
  std::set<std::string_view> Stay(Now.begin(), Now.end());
  Wishes W(Directory, SideCar);
  for (const std::string &Symbol : Now)
    W.add(Symbol, Change::Kind::Add);
  for (const std::string &Symbol : Before)
    if (!Stay.contains(Symbol))
      W.add(Symbol, Change::Kind::Remove);
  return W.apply();
}

bool Index::hasGivenUp() { return Patience <= 0; }

std::vector<std::string> Index::find(const std::string &Symbol) const {
  return Entry(Directory, Symbol).read().Paths;
}

std::string Index::watch(const std::string &Symbol) const {
  if (!isPlain(Symbol) || Symbol.empty())
    return "";
  Entry E(Directory, Symbol);
  if (access(E.Name.c_str(), F_OK) == 0)
    return E.Name;
  std::error_code Ignored;
  std::filesystem::create_directories(E.Folder, Ignored);
  FolderLock Lock(E.Folder);
  if (Lock.error())
    return "";
  // Somebody may have been faster.
  if (access(E.Name.c_str(), F_OK) == 0)
    return E.Name;
  if (E.write({}).isFailure())
    return "";
  // That nobody defines it is no news to the object that is being made.
  struct timespec LongAgo[2] = {{1, 0}, {1, 0}};
  utimensat(AT_FDCWD, E.Name.c_str(), LongAgo, AT_SYMLINK_NOFOLLOW);
  return E.Name;
}

void Index::renew(const std::vector<std::string> &Symbols) const {
  for (const std::string &Symbol : Symbols)
    utimensat(AT_FDCWD, Entry(Directory, Symbol).Name.c_str(), nullptr,
              AT_SYMLINK_NOFOLLOW);
}
