package sectile.cli.command;

/// The words after a verb that are not options: how many there may be, and what the help calls them.
public record Operands(int least, int most, String usage) {
    public static final Operands NONE = new Operands(0, 0, "");

    public static Operands exactly(int count, String usage) {
        return new Operands(count, count, usage);
    }

    public static Operands optional(String usage) {
        return new Operands(0, 1, usage);
    }

    public static Operands any(String usage) {
        return new Operands(0, Integer.MAX_VALUE, usage);
    }
}
