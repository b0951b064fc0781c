package sectile.compiler.pass;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.ir.Program;
import sectile.ir.text.Printer;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

/// Runs passes one after the other, and checks between them that a program is what its next pass requires.
public final class PassManager {
    private final List<Pass> passes;
    private final PassListener listener;

    public PassManager(List<Pass> passes, PassListener listener) {
        this.passes = List.copyOf(passes);
        this.listener = listener;
    }

    /// The program after all passes, or after the first that found a mistake of the user.
    public Program run(Program program, PassContext context) {
        Set<Property> known = EnumSet.noneOf(Property.class);
        Program current = program;
        listener.begin(program);
        for (Pass pass : passes) {
            Set<Property> missing = EnumSet.noneOf(Property.class);
            missing.addAll(pass.requires());
            missing.removeAll(known);
            verify(current, missing, "before " + pass.name());
            known.addAll(missing);
            listener.starts(pass);
            Program next = pass.run(current, context);
            if (context.diagnostics().hasErrors()) {
                return next;
            }
            known.removeAll(pass.invalidates());
            known.addAll(pass.produces());
            listener.ran(pass, current, next, Set.copyOf(known));
            current = next;
        }
        return current;
    }

    /// A program that lacks a property it must have is a mistake of the compiler, not of the user.
    static void verify(Program program, Set<Property> properties, String when) {
        var diagnostics = new Diagnostics();
        Verifier.verify(program, properties, diagnostics);
        if (diagnostics.hasErrors()) {
            throw new IllegalStateException(when + ", the program is not " + properties + ": " + diagnostics.all()
                    + "\n" + Printer.print(program));
        }
    }
}
