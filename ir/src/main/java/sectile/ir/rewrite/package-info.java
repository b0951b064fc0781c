/// # Rewriting programs
///
/// What compiler passes are written with. Start with [Rewriter][sectile.ir.rewrite.Rewriter]: it copies a program,
/// and a subclass says what becomes of the nodes it cares about. Variables are identities and occur in types and
/// attributes; the rewriter enters both.
///
/// ```java
/// Program negated = Rewriter.bottomUp(e -> e instanceof ConstBool c ? new ConstBool(!c.value(), c.origin()) : e, s ->
/// s)
///         .program(program);
/// ```
///
/// - [Substitution][sectile.ir.rewrite.Substitution] replaces variables and symbolic extents by expressions;
/// - [FreshCopy][sectile.ir.rewrite.FreshCopy] copies a part with new variables,
///   [FreshNames][sectile.ir.rewrite.FreshNames] names them;
/// - [FreeVariables][sectile.ir.rewrite.FreeVariables] and [UseDef][sectile.ir.rewrite.UseDef] say what a part needs,
///   defines and uses.
///
/// The passes of the module `compiler`, such as `UnrollLoops`, are examples to copy from.
@NullMarked
package sectile.ir.rewrite;

import org.jspecify.annotations.NullMarked;
