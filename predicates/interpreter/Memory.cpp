// Bytes and their shadows, see Memory.h.

#include "predicates/interpreter/Memory.h"

#include <algorithm>
#include <cstring>

namespace predabs::ir::interp {

namespace {

constexpr uint64_t MaxDataBytes = uint64_t(256) << 20;
constexpr uint64_t MaxStackBytes = uint64_t(128) << 20;
constexpr uint64_t MaxLentBytes = uint64_t(64) << 20;
/// Most runs need little.
constexpr uint64_t FewBytes = uint64_t(1) << 12;
/// From this much data on, addresses of freed blocks are used again.
constexpr uint64_t ReuseFrom = uint64_t(32) << 20;
/// Accesses below this address count as accesses through null.
constexpr uint64_t NullPage = 4096;

uint8_t lowMask(unsigned Bits) { return uint8_t((1u << Bits) - 1); }

std::string hex(uint64_t V) {
  std::string S;
  do
    S.insert(S.begin(), "0123456789abcdef"[V % 16]);
  while (V /= 16);
  return "0x" + S;
}

} // namespace

bool Arena::reserve(uint64_t NewSize) {
  if (NewSize <= Size)
    return true;
  if (NewSize > MaxSize)
    return false;
  Size = std::min(std::max({NewSize, Size * 2, FewBytes}), MaxSize);
  for (auto *Store : {&ByteStore, &InitStore, &StateStore})
    Store->resize(Size + Slack);
  Bytes = ByteStore.data();
  Init = InitStore.data();
  State = StateStore.data();
  return true;
}

uint64_t FrameLayout::add(uint64_t Size, uint64_t ObjectAlign) {
  uint64_t Offset = alignTo(State.size(), std::max(ObjectAlign, Granule));
  IsTooLarge |= Size > MaxStackBytes || Offset + Size > MaxStackBytes;
  if (IsTooLarge)
    return 0;
  Align = std::max(Align, ObjectAlign);
  State.resize(Offset, Dead);
  State.resize(Offset + Size, Writable);
  State.resize(alignTo(Offset + Size, Granule) + Granule, Dead);
  return Offset;
}

UInt128 readBits(const uint8_t *Bytes, BitRange R, ByteOrder Order) {
  UInt128 V = 0;
  unsigned Offset = R.Offset;
  for (unsigned Done = 0; Done < R.Width; ++Bytes, Offset = 0) {
    unsigned N = std::min(8 - Offset, R.Width - Done);
    if (Order == ByteOrder::Little)
      V |= UInt128((*Bytes >> Offset) & lowMask(N)) << Done;
    else
      V = V << N | ((*Bytes >> (8 - Offset - N)) & lowMask(N));
    Done += N;
  }
  return V;
}

void writeBits(uint8_t *Bytes, BitRange R, ByteOrder Order, UInt128 V) {
  unsigned Offset = R.Offset;
  for (unsigned Done = 0; Done < R.Width; ++Bytes, Offset = 0) {
    unsigned N = std::min(8 - Offset, R.Width - Done);
    bool IsLittle = Order == ByteOrder::Little;
    unsigned Source = IsLittle ? Done : R.Width - Done - N;
    unsigned Place = IsLittle ? Offset : 8 - Offset - N;
    uint8_t Mask = uint8_t(lowMask(N) << Place);
    uint8_t Chunk = uint8_t(uint8_t(V >> Source) << Place);
    *Bytes = uint8_t((*Bytes & ~Mask) | (Chunk & Mask));
    Done += N;
  }
}

Memory::Memory(uint64_t DataBase, ByteOrder Order)
    : Data(DataBase, std::min(MaxDataBytes, StackBase - DataBase - 4096)),
      Stack(StackBase, MaxStackBytes), Lent(LentBase, MaxLentBytes),
      Order(Order), GhostData(GhostBase + DataBase, MaxDataBytes),
      GhostStack(GhostBase + StackBase, MaxStackBytes),
      GhostLent(GhostBase + LentBase, MaxLentBytes) {
  Data.reserve(Granule);
  Stack.reserve(Granule);
}

uint64_t Memory::allocate(uint64_t Size, uint64_t Align) {
  uint64_t Addr = alignTo(Data.base() + DataTop, std::max(Align, Granule));
  uint64_t Offset = Addr - Data.base();
  if (Size > MaxDataBytes || !Data.reserve(Offset + Size + 2 * Granule))
    return 0;
  std::memset(Data.State + Offset, Writable, Size);
  DataTop = alignTo(Offset + Size, Granule) + Granule;
  return Addr;
}

void Memory::makeReadOnly(uint64_t Addr, uint64_t Size) {
  uint8_t *State = Data.State + (Addr - Data.base());
  for (uint64_t I = 0; I < Size; ++I)
    State[I] = (State[I] & Tracked) | ReadOnly;
}

DataImage Memory::dataImage() const {
  auto Used = [](const uint8_t *From, uint64_t Size) {
    return std::vector<uint8_t>(From, From + Size);
  };
  const Arena &G = GhostData;
  return {Used(Data.Bytes, DataTop),
          Used(Data.Init, DataTop),
          Used(Data.State, DataTop),
          Used(G.Bytes, G.size()),
          Used(G.Init, G.size()),
          Used(G.State, G.size()),
          Cleared};
}

void Memory::restore(const DataImage &Image) {
  DataTop = Image.Bytes.size();
  Data.reserve(DataTop + 2 * Granule);
  std::memcpy(Data.Bytes, Image.Bytes.data(), DataTop);
  std::memcpy(Data.Init, Image.Init.data(), DataTop);
  std::memcpy(Data.State, Image.State.data(), DataTop);
  Cleared = Image.Cleared;
  uint64_t NumGhosts = Image.GhostBytes.size();
  if (!NumGhosts || !GhostData.reserve(NumGhosts))
    return;
  std::memcpy(GhostData.Bytes, Image.GhostBytes.data(), NumGhosts);
  std::memcpy(GhostData.Init, Image.GhostInit.data(), NumGhosts);
  std::memcpy(GhostData.State, Image.GhostState.data(), NumGhosts);
}

// States of objects.

bool Memory::isCleared(uint64_t Addr) const {
  auto It = Cleared.upper_bound(Addr);
  return It != Cleared.begin() && (--It, Addr - It->first < It->second);
}

/// Whether something is known of the state at \p Addr.
bool Memory::hasGhost(uint64_t Addr) {
  Arena &G = ghostArenaOf(Addr);
  uint64_t Offset = Addr + GhostBase - G.base();
  return (Offset < G.size() && G.State[Offset]) || isCleared(Addr);
}

uint64_t Memory::ghost(uint64_t Addr) {
  Arena &G = ghostArenaOf(Addr);
  uint64_t Offset = Addr + GhostBase - G.base();
  if (G.reserve(Offset + 1) && !G.State[Offset]) {
    G.State[Offset] = Writable;
    G.Bytes[Offset] = 0;
    G.Init[Offset] = isCleared(Addr) ? 0xff : 0;
  }
  return Addr + GhostBase;
}

void Memory::copyGhosts(uint64_t To, uint64_t From, uint64_t Size) {
  std::vector<std::optional<uint8_t>> Old(Size);
  for (uint64_t I = 0; I < Size; ++I)
    if (hasGhost(From + I) && isInitialised(ghost(From + I), 1))
      Old[I] = *bytesAt(From + I + GhostBase);
  for (uint64_t I = 0; I < Size; ++I)
    if (Old[I])
      write(ghost(To + I), &*Old[I], 1);
    else if (hasGhost(To + I))
      forget(ghost(To + I), 1);
}

void Memory::clearGhosts(uint64_t Addr, uint64_t Size) {
  for (uint64_t I = 0; I < Size; ++I)
    fill(ghost(Addr + I), 0, 1);
}

void Memory::forgetGhosts(uint64_t Addr, uint64_t Size) {
  for (uint64_t I = 0; I < Size; ++I)
    if (hasGhost(Addr + I))
      forget(ghost(Addr + I), 1);
}

/// The objects there are no more.
void Memory::endGhosts(uint64_t Addr, uint64_t Size) {
  Cleared.erase(Addr);
  Arena &G = ghostArenaOf(Addr);
  uint64_t Offset = Addr + GhostBase - G.base();
  if (Offset >= G.size())
    return;
  uint64_t Used = std::min(Size, G.size() - Offset);
  std::memset(G.State + Offset, 0, Used);
  std::memset(G.Init + Offset, 0, Used);
}

uint64_t Memory::reuseBlock(uint64_t Size) {
  auto It = Freed.find(Size);
  if (DataTop < ReuseFrom || It == Freed.end() || It->second.empty())
    return 0;
  uint64_t Addr = It->second.front();
  It->second.pop_front();
  std::memset(Data.State + (Addr - Data.base()), Writable, Size);
  return Addr;
}

uint64_t Memory::allocateBlock(uint64_t Size) {
  uint64_t Addr = reuseBlock(Size);
  if (!Addr)
    Addr = allocate(Size, Granule);
  if (Addr)
    Blocks[Addr] = Size;
  return Addr;
}

std::optional<uint64_t> Memory::blockSize(uint64_t Addr) const {
  auto It = Blocks.find(Addr);
  if (It == Blocks.end())
    return std::nullopt;
  return It->second;
}

void Memory::freeBlock(uint64_t Addr) {
  auto It = Blocks.find(Addr);
  Arena &A = arenaOf(Addr);
  uint64_t Offset = Addr - A.base();
  std::memset(A.State + Offset, Dead, It->second);
  std::memset(A.Init + Offset, 0, It->second);
  endGhosts(Addr, It->second);
  if (&A == &Data)
    Freed[It->second].push_back(Addr);
  Blocks.erase(It);
}

bool Memory::lend(uint64_t Addr, uint64_t Size) {
  uint64_t Offset = Addr - LentBase;
  if (Addr < LentBase || Size > MaxLentBytes || Offset > MaxLentBytes ||
      !Lent.reserve(Offset + Size + Granule))
    return false;
  std::memset(Lent.State + Offset, Writable, Size);
  Blocks[Addr] = Size;
  return true;
}

std::optional<uint64_t> Memory::pushFrame(const FrameLayout &Layout) {
  uint64_t Offset = alignTo(Top, Layout.Align);
  uint64_t Size = Layout.State.size();
  if (Layout.IsTooLarge || Size > MaxStackBytes ||
      !Stack.reserve(Offset + Size))
    return std::nullopt;
  if (Size)
    std::memcpy(Stack.State + Offset, Layout.State.data(), Size);
  Top = alignTo(Offset + Size, Granule);
  return Offset;
}

void Memory::popTo(uint64_t OldTop) {
  if (OldTop == Top)
    return;
  uint64_t End = std::min(Top, Stack.size());
  std::memset(Stack.State + OldTop, Dead, End - OldTop);
  std::memset(Stack.Init + OldTop, 0, End - OldTop);
  endGhosts(StackBase + OldTop, End - OldTop);
  if (StackIsReused)
    Top = OldTop;
}

bool Memory::isAll(uint64_t Addr, uint64_t Size, uint8_t StateBits) {
  Arena &A = arenaOf(Addr);
  uint64_t Offset = Addr - A.base();
  if (Offset >= A.size() || Size > A.size() - Offset)
    return false;
  return std::all_of(A.State + Offset, A.State + Offset + Size,
                     [=](uint8_t S) { return (S & StateBits) == StateBits; });
}

std::optional<std::string> Memory::fault(uint64_t Addr, uint64_t Size,
                                         Access How) {
  if (Size == 0 || isAll(Addr, Size, How == Access::Read ? ReadOnly : Writable))
    return std::nullopt;
  std::string What = How == Access::Read ? "read" : "write";
  if (Addr < NullPage)
    return What + " through a null pointer";
  if (How == Access::Write && isAll(Addr, Size, ReadOnly))
    return "write to a constant object";
  return What + " of " + std::to_string(Size) + " bytes at " + hex(Addr) +
         ", outside of every live object";
}

void Memory::mark(uint64_t Addr, uint64_t Size, uint8_t Bits) {
  Arena &A = arenaOf(Addr);
  uint8_t *State = A.State + (Addr - A.base());
  for (uint64_t I = 0; I < Size; ++I)
    State[I] |= Bits;
}

void Memory::forgetAddresses(Arena &A, uint64_t Offset, uint64_t Size) {
  if (TracksAddresses)
    for (uint64_t I = 0; I < Size; ++I)
      A.State[Offset + I] &= uint8_t(~Tracked);
}

Memory::Holds Memory::holds(uint64_t Addr, uint64_t Size) {
  Arena &A = arenaOf(Addr);
  const uint8_t *State = A.State + (Addr - A.base());
  uint8_t Any = 0, All = Tracked;
  for (uint64_t I = 0; I < Size; ++I) {
    Any |= State[I] & Tracked;
    All &= State[I];
  }
  if (!Any)
    return Holds::Nothing;
  return Any == OfAddress && All == OfAddress ? Holds::Address : Holds::Number;
}

Memory::Lies Memory::lies(uint64_t Addr) {
  Arena &A = arenaOf(Addr);
  uint64_t Offset = Addr - A.base();
  if (Addr < A.base() || Offset >= A.size())
    return Lies::Outside;
  bool IsLive = A.State[Offset], FollowsLive = Offset && A.State[Offset - 1];
  if (IsLive)
    return FollowsLive ? Lies::Inside : Lies::AtStart;
  return FollowsLive ? Lies::AtEnd : Lies::Outside;
}

/// Between two objects there are dead bytes.
bool Memory::areInOneObject(uint64_t A, uint64_t B) {
  uint64_t First = std::min(A, B), Size = std::max(A, B) - First;
  return lies(A) != Lies::Outside && lies(B) != Lies::Outside &&
         (Size == 0 || isAll(First, Size, ReadOnly));
}

bool Memory::isInitialised(uint64_t Addr, uint64_t Size) {
  Arena &A = arenaOf(Addr);
  const uint8_t *Begin = A.Init + (Addr - A.base());
  return std::all_of(Begin, Begin + Size, [](uint8_t B) { return B == 0xff; });
}

uint8_t *Memory::bytesAt(uint64_t Addr) {
  Arena &A = arenaOf(Addr);
  return A.Bytes + (Addr - A.base());
}

void Memory::copy(uint64_t To, uint64_t From, uint64_t Size) {
  if (!Size)
    return;
  Arena &A = arenaOf(To), &B = arenaOf(From);
  uint64_t T = To - A.base(), F = From - B.base();
  std::memmove(A.Bytes + T, B.Bytes + F, Size);
  std::memmove(A.Init + T, B.Init + F, Size);
  if (!TracksAddresses)
    return;
  std::vector<uint8_t> Moved(B.State + F, B.State + F + Size);
  forgetAddresses(A, T, Size);
  for (uint64_t I = 0; I < Size; ++I)
    A.State[T + I] |= Moved[I] & Tracked;
}

void Memory::fill(uint64_t Addr, uint8_t Byte, uint64_t Size) {
  if (!Size)
    return;
  Arena &A = arenaOf(Addr);
  std::memset(A.Bytes + (Addr - A.base()), Byte, Size);
  std::memset(A.Init + (Addr - A.base()), 0xff, Size);
  forgetAddresses(A, Addr - A.base(), Size);
}

void Memory::forget(uint64_t Addr, uint64_t Size) {
  if (!Size)
    return;
  Arena &A = arenaOf(Addr);
  std::memset(A.Init + (Addr - A.base()), 0, Size);
}

void Memory::write(uint64_t Addr, const void *Bytes, uint64_t Size) {
  if (!Size)
    return;
  Arena &A = arenaOf(Addr);
  std::memcpy(A.Bytes + (Addr - A.base()), Bytes, Size);
  std::memset(A.Init + (Addr - A.base()), 0xff, Size);
  forgetAddresses(A, Addr - A.base(), Size);
}

} // namespace predabs::ir::interp
