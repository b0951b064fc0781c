/// # The IR: nodes, types, and the shape of an op
///
/// Everything is an immutable record, except [Var], which is an identity: two variables are the same
/// only if they are the same object. Positions live in an [Origin], which never distinguishes two nodes, so
/// `equals` on expressions and types compares structure and lets free variables stand for themselves.
/// Equality that renames variables, with the first diverging path, is in `sectile.ir.structural`.
///
/// ```java
/// var x = new Var("x", TensorType.of(DataType.FP32, 16, 64), Origin.none());
/// var call = Ops.standard().require("tensor.exp").call(List.of(x), Attrs.EMPTY, Origin.none());
/// ```
///
/// Start with [Program], [Function], [Stmt], [Expr], [Type]; then [Op], the entry of the registry in `sectile.ir.ops`.
/// A program may be in SSA form or not: outside SSA the same [Var] may be assigned many times, and a name that is
/// assigned a value of another type becomes another [Var].
@NullMarked
package sectile.ir;

import org.jspecify.annotations.NullMarked;
