/// # Statements
///
/// The steps of a function's body: a [Stmt][sectile.ir.stmt.Stmt] is an assignment, an evaluation, a jump, a
/// sequence, a choice, a loop or a scope. [Seq#of][sectile.ir.stmt.Seq#of] keeps sequences flat.
///
/// ```java
/// Stmt loop = For.of(ForKind.SEQUENTIAL, i, ConstInt.index(0), n, ConstInt.index(1), body, origin);
/// ```
@NullMarked
package sectile.ir.stmt;

import org.jspecify.annotations.NullMarked;
