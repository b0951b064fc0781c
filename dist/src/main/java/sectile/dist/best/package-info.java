/// Makes a schedule of a collective for the links that a machine has: `algorithm: best`.
///
/// 1. [sectile.dist.best.TeamNetwork] has the arcs, that is the queues between ranks that no other rank is on the way
///    of, and what carries each of them.
/// 2. [sectile.dist.best.Packing] divides the array among trees so that the busiest link has as little to carry as
///    possible: a linear program over all spanning trees, whose columns are found one by one as cheapest trees.
///    [sectile.dist.best.ShallowTrees] finds shallower trees for the same load.
/// 3. [sectile.dist.best.Plans] cuts what a tree carries into few pieces or many, and
///    [sectile.dist.best.Play] plays through when each piece crosses each arc. What a rank does next, a
///    [sectile.dist.best.Chooser] says. The order of the fastest play is every rank's program: it ends without a
///    deadlock because the play did.
/// 4. [sectile.dist.best.ScheduleKernel] carries the program out.
///
/// Start reading at [sectile.dist.best.Best].
@NullMarked
package sectile.dist.best;

import org.jspecify.annotations.NullMarked;
