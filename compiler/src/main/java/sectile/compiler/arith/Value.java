package sectile.compiler.arith;

import sectile.ir.symbol.DataType;

/// What is known of an integer expression.
///
/// @param exact whether the polynomial is the value; otherwise it is the value modulo 2 to the width of `dtype`
record Value(Polynomial polynomial, boolean exact, DataType dtype) {}
