package sectile.sim.component;

/// A component that serves requests one after the other, like the control processor of a cube.
public non-sealed interface ProcessorModel extends ComponentModel {
    /// The time to serve one request, [#overheadPs()] included. `entries` is how many table entries the request
    /// carries (pages of an MMU map, queue pairs of an IPCQ installation), 0 for a request without a table.
    long servicePs(long entries);
}
