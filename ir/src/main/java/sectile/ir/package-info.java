/// # The IR: programs
///
/// A [Program][sectile.ir.Program] holds functions; a [Function][sectile.ir.Function] has parameters and a body.
/// [Walk][sectile.ir.Walk] visits all parts. The layers below, each of which uses only those after it:
///
/// - `sectile.ir.stmt`: statements;
/// - `sectile.ir.expr`: expressions, types, attributes, and the entry of an op in the registry;
/// - `sectile.ir.symbol`: the words of the language: element types, operators, kinds, levels, layouts.
///
/// Everything is an immutable record, except [Var][sectile.ir.expr.Var], which is an identity: two variables are the
/// same only if they are the same object. Positions are in an [Origin][sectile.ir.expr.Origin], which never
/// distinguishes two nodes, so `equals` on expressions and types compares structure. Equality that renames variables,
/// with the first diverging path, is in `sectile.ir.structural`; rewriting is in `sectile.ir.rewrite`.
///
/// ```java
/// var x = new Var("x", TensorType.of(DataType.FP32, 16, 64), Origin.none());
/// var call = Ops.standard().require("tensor.exp").call(List.of(x), Attrs.EMPTY, Origin.none());
/// ```
///
/// A program may be in SSA form or not: outside SSA the same variable may be assigned many times, and a name that is
/// assigned a value of another type becomes another variable.
@NullMarked
package sectile.ir;

import org.jspecify.annotations.NullMarked;
