package sectile.cli;

/// What a run of the program left behind.
public record Result(int exitCode, String out, String err) {}
