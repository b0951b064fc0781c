/// # The op registry
///
/// One [Op][sectile.ir.expr.Op] per op of the language; [Ops#standard()] holds them all. A family is one file: it says
/// which ops exist, what they take and how their type follows, in terms of the shared rules in `Rules`.
///
/// ```java
/// Op add = Ops.standard().require("tile.add");
/// ```
///
/// To add an op, add it to its family; `docs/language/ops.md` is generated and a test says when it is stale.
@NullMarked
package sectile.ir.ops;

import org.jspecify.annotations.NullMarked;
