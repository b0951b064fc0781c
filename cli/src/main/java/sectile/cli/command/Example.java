package sectile.cli.command;

/// A command line, without the leading `sectile`, and what it does.
public record Example(String words, String does) {}
