package sectile.compiler.pass;

import sectile.ir.Program;
import sectile.ir.text.Printer;

/// A pass did something wrong. It is a mistake of the compiler, with what is needed to reproduce it.
public final class PassFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Program before;
    private final transient Program after;
    private final String pass;

    public PassFault(String pass, String what, Program before, Program after) {
        super(pass + " " + what + "\n\nbefore:\n" + Printer.print(before) + "\nafter:\n" + Printer.print(after));
        this.pass = pass;
        this.before = before;
        this.after = after;
    }

    public String pass() {
        return pass;
    }

    public Program before() {
        return before;
    }

    public Program after() {
        return after;
    }
}
