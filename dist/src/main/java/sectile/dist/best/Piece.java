package sectile.dist.best;

/// Some elements that take one tree together.
///
/// @param tree the number of the tree
/// @param input where the elements begin in the input of those that have them, `output` where in the result
record Piece(int tree, long input, long output, long count) {}
