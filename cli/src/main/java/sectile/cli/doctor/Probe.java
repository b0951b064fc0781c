package sectile.cli.doctor;

/// A way to look for a tool.
interface Probe {
    Finding look(Tool tool);
}
