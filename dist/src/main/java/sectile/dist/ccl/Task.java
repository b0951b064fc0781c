package sectile.dist.ccl;

import sectile.base.array.DType;

/// One call of a collective, as an algorithm may want to know it before its kernel runs.
///
/// @param elements of one participant's input
/// @param root the rank that broadcasts or collects, else 0
/// @param segment how many elements fit a slot
/// @param slots of each queue
public record Task(Collective collective, long elements, DType dtype, int root, int segment, int slots) {}
