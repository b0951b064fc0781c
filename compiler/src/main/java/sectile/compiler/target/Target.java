package sectile.compiler.target;

/// What a target can do. Passes ask it and never look at its name.
public record Target(String name) {}
