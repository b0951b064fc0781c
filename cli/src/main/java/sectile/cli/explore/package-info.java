/// `sectile explore`: one workload on many machines.
///
/// [ExploreCommand] reads a file and options into a [plan][sectile.explore.Plan], has its points executed, and shows
/// what came of them. What a point is, and how points are compared, is in [sectile.explore].
@NullMarked
package sectile.cli.explore;

import org.jspecify.annotations.NullMarked;
