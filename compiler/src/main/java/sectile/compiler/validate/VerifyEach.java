package sectile.compiler.validate;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Severity;
import sectile.base.diag.SourceFile;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassFault;
import sectile.compiler.pass.PassListener;
import sectile.ir.Program;
import sectile.ir.structural.Difference;
import sectile.ir.structural.Structural;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Printer;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

/// After every pass: the program has the properties that it is said to have, and its text reads back as the same
/// program.
public final class VerifyEach implements PassListener {
    @Override
    public void ran(Pass pass, Program before, Program after, Set<Property> properties) {
        Set<Property> all = EnumSet.copyOf(Property.always());
        all.addAll(properties);
        var problems = new Diagnostics();
        Verifier.verify(after, all, problems);
        if (problems.hasErrors()) {
            throw new PassFault(
                    pass.name(),
                    "made a program that does not verify: "
                            + problems.all().stream()
                                    .filter(d -> d.severity() == Severity.ERROR)
                                    .toList(),
                    before,
                    after);
        }
        roundTrip(after).ifPresent(what -> {
            throw new PassFault(pass.name(), "made a program whose text reads back as another: " + what, before, after);
        });
    }

    /// What differs between a program and what its text reads back as.
    static Optional<String> roundTrip(Program program) {
        try {
            Program read = FrontEnd.parse(new SourceFile("printed.py", Printer.print(program)));
            return Structural.firstDifference(read, program).map(Difference::toString);
        } catch (DiagnosticException e) {
            return Optional.of(e.diagnostics().getFirst().toString());
        }
    }
}
