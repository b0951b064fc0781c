/// # Expressions, types, attributes and ops
///
/// These four refer to each other: every [Expr][sectile.ir.expr.Expr] has a [Type][sectile.ir.expr.Type], the shape
/// of a type consists of expressions, an [Attr][sectile.ir.expr.Attr] may hold an expression, and a call of an op
/// holds the entry of the registry, [Op][sectile.ir.expr.Op], whose rule derives the type of the call. The entries
/// themselves are in `sectile.ir.ops`.
///
/// ```java
/// Expr twice = Binary.of(BinaryOp.MUL, n, ConstInt.index(2), n.origin());
/// ```
///
/// Build calls with [Op#call][sectile.ir.expr.Op#call], which checks them; extents are compared with
/// [Dims][sectile.ir.expr.Dims].
@NullMarked
package sectile.ir.expr;

import org.jspecify.annotations.NullMarked;
