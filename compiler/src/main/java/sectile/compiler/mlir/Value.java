package sectile.compiler.mlir;

/// A value of the text: its name, with the percent sign, and its type.
record Value(String name, String type) {}
