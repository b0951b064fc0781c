/// What the links between the ranks of any machine allow, however they are wired: the narrowest cut for each
/// collective, found by maximum flows.
///
/// - All-gather: of the ranks on one side of a cut, each has a part that must come out. The best rate is the least of
///   capacity over ranks inside, over all cuts (Edmonds); reduce-scatter is the reverse.
/// - Broadcast and reduce: the narrowest cut between the root and some rank.
/// - All-reduce: every group of ranks must send its contribution and receive the result, so k groups exchange at
///   least 2(k − 1) messages about every element. The best rate is the least of capacity between groups over
///   k − 1, over all ways to make groups (the strength of the graph, Nash-Williams and Tutte). Where links differ by
///   direction, what is sent before some ranks have everything and what is received after that are told apart
///   ([Phases][sectile.dist.limit.Phases]), and where that leaves a gap, a search tells whether anything is cheaper
/// than
///   trees ([Gossip][sectile.dist.limit.Gossip]).
/// - All-to-all: for any lengths of links, the bytes times their distances, over the lengths times the rates. The
///   lengths are improved step by step together with routes; what is found is a bound at every step.
///
/// Start reading at [sectile.dist.limit.NetworkLimit].
@NullMarked
package sectile.dist.limit;

import org.jspecify.annotations.NullMarked;
