/// # Proofs about integers
///
/// What passes ask before they fold a condition, drop a bounds check or run two tasks side by side. Start with
/// [Analyzer]: it knows the loops and branches around a point of a program and proves comparisons there.
///
/// ```java
/// var analyzer = new Analyzer();
/// try (Analyzer.Inside _ = analyzer.enter(loop)) {                    // for i in pl.range(0, n, 4)
///     analyzer.proves(Binary.of(BinaryOp.LT, i, n, origin));   // true
///     analyzer.congruence(i);                                  // 0 mod 4
/// }
/// ```
///
/// An integer expression is brought to a [Polynomial] over [Atom]s: variables, symbolic extents, quotients, remainders,
/// minima and maxima. Scalars wrap at the width of their type, so each result says whether its polynomial is the
/// value itself (no step can wrap, which [Interval]s show) or the value modulo 2ⁿ. Only the first kind
/// takes part in proofs of order; both take part in proofs of equality. A proof is never wrong; a missing one means
/// "not known".
///
/// Variables are assumed to be assigned once ([sectile.ir.verify.Property#SSA]).
@NullMarked
package sectile.compiler.arith;

import org.jspecify.annotations.NullMarked;
