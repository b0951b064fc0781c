package sectile.dist.best;

/// A piece on its way over one arc of its tree.
///
/// @param up to the parent, else to a child
record Message(int piece, int arc, boolean up) {}
