/// # The words of the language
///
/// Enumerations that programs name: element types ([DataType][sectile.ir.symbol.DataType]), scalar operators, kinds of
/// functions, loops and scopes, memories, layouts. Those that a program writes as attributes are a
/// [Symbol][sectile.ir.symbol.Symbol], whose codes are an append-only ABI.
@NullMarked
package sectile.ir.symbol;

import org.jspecify.annotations.NullMarked;
