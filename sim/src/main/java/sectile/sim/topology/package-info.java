/// What the simulated machine is: read from YAML, checked, and handed to the simulator as an immutable [Topology].
///
/// ```java
/// Topology machine = Topologies.preset("default");
/// LinkSpec ucie = machine.link(LinkKind.UCIE);
/// int[] cubes = machine.cubeMesh().route(0, 15);
/// ```
///
/// Start reading at [Topology] (what there is) and [Topologies] (where it comes from). `docs/topology.md` is the
/// reference of the file format and `docs/diagnostics/topology.md` explains every problem a file can have. A
/// machine consists of places, always named by the triple (sip, cube, pe) with cube and pe local to their parent;
/// the arrangement of SIPs is a [SipGrid], that of cubes a [CubeMesh]. Every number is in the file; none is in
/// the code. Times are whole picoseconds.
@NullMarked
package sectile.sim.topology;

import org.jspecify.annotations.NullMarked;
