// The simulated memory alone.

#include "predicates/interpreter/Memory.h"

#include <gtest/gtest.h>

using namespace predabs::ir;
using namespace predabs::ir::interp;

namespace {

/// Bit \p I of \p Bytes as BitRange counts them.
bool bitAt(const uint8_t *Bytes, unsigned I, ByteOrder Order) {
  unsigned InByte = Order == ByteOrder::Little ? I % 8 : 7 - I % 8;
  return (Bytes[I / 8] >> InByte) & 1;
}

UInt128 readBitByBit(const uint8_t *Bytes, BitRange R, ByteOrder Order) {
  UInt128 V = 0;
  for (unsigned I = 0; I < R.Width; ++I) {
    UInt128 Bit = bitAt(Bytes, R.Offset + I, Order);
    V |= Bit << (Order == ByteOrder::Little ? I : R.Width - 1 - I);
  }
  return V;
}

TEST(Bits, ReadAndWriteEveryRange) {
  const UInt128 Pattern =
      (UInt128(0x0123456789abcdef) << 64) | 0xf0e1d2c3b4a59687;
  for (ByteOrder Order : {ByteOrder::Little, ByteOrder::Big})
    for (unsigned Offset = 0; Offset < 8; ++Offset)
      for (unsigned Width = 1; Width <= 128; ++Width) {
        BitRange R{Offset, Width};
        uint8_t Bytes[18], Before[18];
        for (unsigned I = 0; I < 18; ++I)
          Before[I] = Bytes[I] = uint8_t(I * 37 + 11);
        EXPECT_EQ(readBits(Bytes, R, Order), readBitByBit(Bytes, R, Order));
        writeBits(Bytes, R, Order, Pattern);
        EXPECT_EQ(readBitByBit(Bytes, R, Order), truncateTo(Pattern, Width));
        for (unsigned I = 0; I < 18 * 8; ++I)
          if (I < Offset || I >= Offset + Width)
            EXPECT_EQ(bitAt(Bytes, I, Order), bitAt(Before, I, Order));
      }
}

TEST(Objects, LieApart) {
  Memory M(CodeBase, ByteOrder::Little);
  for (uint64_t Size : {0, 1, 15, 16, 17, 4000}) {
    uint64_t A = M.allocate(Size, 1), B = M.allocate(1, 64);
    EXPECT_EQ(B % 64, 0u);
    EXPECT_FALSE(M.fault(A, Size, Access::Write));
    EXPECT_TRUE(M.fault(A, Size + 1, Access::Read));
    EXPECT_TRUE(M.fault(A - 1, 1, Access::Read));
    EXPECT_FALSE(M.fault(B, 1, Access::Read));
    EXPECT_TRUE(M.fault(A, B - A + 1, Access::Read));
  }
}

TEST(Objects, OfAnySizeHaveALayoutOrNone) {
  Memory M(CodeBase, ByteOrder::Little);
  for (uint64_t Size : {uint64_t(1) << 40, UINT64_MAX / 16, UINT64_MAX}) {
    FrameLayout Layout;
    Layout.add(Size, 1);
    Layout.add(8, 8);
    EXPECT_TRUE(Layout.IsTooLarge);
    EXPECT_LT(Layout.State.size(), 1000u);
    EXPECT_FALSE(M.pushFrame(Layout));
  }
  FrameLayout FarApart;
  FarApart.add(8, 8);
  FarApart.add(8, uint64_t(1) << 31);
  EXPECT_FALSE(M.pushFrame(FarApart));
}

TEST(Objects, StackAddressesComeBackUninitialised) {
  Memory M(CodeBase, ByteOrder::Little);
  FrameLayout L;
  uint64_t Offset = L.add(8, 32);
  uint64_t Top = M.stackTop();
  uint64_t First = *M.pushFrame(L);
  uint64_t Addr = StackBase + First + Offset;
  EXPECT_EQ(Addr % 32, 0u);
  M.fill(Addr, 1, 8);
  EXPECT_TRUE(M.isInitialised(Addr, 8));
  M.popTo(Top);
  EXPECT_TRUE(M.fault(Addr, 8, Access::Read));
  EXPECT_EQ(*M.pushFrame(L), First);
  EXPECT_FALSE(M.fault(Addr, 8, Access::Read));
  EXPECT_FALSE(M.isInitialised(Addr, 8));
}

TEST(Objects, EverythingIsBelowFourGigabytes) {
  Memory M(CodeBase, ByteOrder::Little);
  FrameLayout L;
  L.add(uint64_t(4) << 20, 1);
  unsigned Frames = 0;
  for (; M.pushFrame(L); ++Frames)
    ASSERT_LT(StackBase + M.stackTop(), uint64_t(1) << 32);
  EXPECT_GT(Frames, 10u);
}

} // namespace
