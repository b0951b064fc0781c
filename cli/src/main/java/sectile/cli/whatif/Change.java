package sectile.cli.whatif;

/// A change of the machine.
///
/// @param setting as for `--set`
/// @param before the value that it replaces
public record Change(String setting, String before) {}
