package sectile.sim.component;

/// A component that messages pass through, like a switch or the network of a cube. A message pays [#overheadPs()]
/// once, however long it is: its body follows the head without waiting.
public non-sealed interface NodeModel extends ComponentModel {}
