/// What the kernel interface computes: tile values and pure functions on them, with no notion of time.
///
/// A [Tile] is an element type, a shape and the very bytes that stand in the simulated memory. [TileMath] holds the
/// operations; each makes a new tile. How long an operation takes is the engines' business; what it yields is decided
/// here, and is the same on every machine, to the last bit.
///
/// ```java
/// Tile x = Tile.fromBytes(DType.F16, Shape.of(64, 128), memory, offset);
/// Tile w = Tile.fromBytes(DType.F16, Shape.of(128, 64), memory, other);
/// Tile y = TileMath.dot(x, w);                                  // f32 accumulators, 64x64
/// Tile z = TileMath.cast(TileMath.maximum(y, 0), DType.F16);    // one rounding per operation
/// z.toBytes(memory, result);
/// ```
///
/// # Rules
///
/// - **No implicit promotion.** Operands of one operation have one element type, or `KER-101` names both. A number
///   given where a tile may stand takes the type of the other operand, and must be in its range (`KER-106`).
/// - **Broadcasting** is NumPy's: shapes align from the right, extents are equal or 1 (`KER-102`).
/// - **One rounding per element and operation**, to nearest, ties to even. `+ − × ÷ √ fma` are correctly rounded in
///   every type. f16 and bf16 compute `+ − × ÷` in f32, whose 24 bits are enough (≥ 2·11 + 2) for the second rounding
///   to change nothing; their `fma` goes through f64 rounded to odd. `exp log sigmoid sin cos` are the f64 result of
///   `StrictMath` (within one ulp of f64), rounded once to the type.
/// - **Sums** accumulate in f64 and round once, so a sum of f16 is exact before that rounding whatever its order (up
///   to 2^12 elements of any size). Integer arithmetic wraps in its type; integer division truncates towards zero and
///   refuses to divide by zero (`KER-107`).
/// - **dot** accumulates along k from the first to the last, each step a fused multiply-add in the accumulator's type
///   (f32 for f16, bf16, f32 and fp8; f64 for f64; i32/u32 for integers up to 32 bits, i64/u64 beyond), starting from
///   +0 or from the given accumulator. A product cut along k into tiles that hand on their accumulator is therefore
///   the uncut product, bit for bit. The accumulator is rounded once when a narrower result is asked for.
/// - **NaN** that an operation computes is the canonical quiet NaN of its type: processors differ in the payload they
///   make up. Moving data (load, store, transpose, reshape, broadcast, where) never changes a bit. `maximum`,
///   `minimum`, `max` and `min` hand NaN on, and order −0 before +0.
/// - **cast**: float to integer truncates and saturates, NaN becomes 0; integer to integer wraps; anything but zero
///   becomes `true`.
/// - fp8 and fp4 are for storage and `dot`; other arithmetic on them asks for a cast (`KER-103`).
@NullMarked
package sectile.base.number;

import org.jspecify.annotations.NullMarked;
