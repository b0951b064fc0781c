package sectile.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.compiler.validate.Executions;
import sectile.ir.Program;
import sectile.ir.structural.Structural;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Printer;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

/// A pass, and what a program is before and after it.
///
/// ```java
/// PassCase.of(new UnrollLoops()).given("""
///         @pl.function
///         def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
///             ...
///         """).becomes("""
///         @pl.function
///         ...
///         """);
/// ```
///
/// Each case verifies what the pass produces, that the result reads back from its text, that the pass leaves its own
/// result alone, and that both programs compute the same on the interpreter with seeded inputs.
public final class PassCase {
    private static final String HEADER =
            "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n@pl.program\nclass P:\n";

    private final Pass pass;
    private final List<Pass> first;
    private final Target target;

    private PassCase(Pass pass, List<Pass> first, Target target) {
        this.pass = pass;
        this.first = first;
        this.target = target;
    }

    public static PassCase of(Pass pass) {
        return new PassCase(pass, List.of(), Targets.builtIn("npu-gm"));
    }

    public PassCase on(Target newTarget) {
        return new PassCase(pass, first, newTarget);
    }

    /// With passes that prepare the program.
    public PassCase after(Pass... passes) {
        return new PassCase(pass, List.of(passes), target);
    }

    /// A program: either a whole text that begins with `import`, or the functions of a program class.
    public static Program program(String text) {
        return FrontEnd.parse(new SourceFile("t.py", text.startsWith("import") ? text : HEADER + text.indent(4)));
    }

    public Given given(String text) {
        return given(program(text));
    }

    public Given given(Program program) {
        Program prepared = program;
        for (Pass each : first) {
            var diagnostics = new Diagnostics();
            prepared = each.run(prepared, new PassContext(target, diagnostics));
            diagnostics.throwIfErrors();
        }
        return new Given(prepared);
    }

    /// A program that the pass is given.
    public final class Given {
        private final Program before;

        private Given(Program before) {
            this.before = before;
        }

        /// The program after the pass, with everything checked that holds for every program.
        public Program result() {
            verify(before, pass.requires(), "before the pass");
            var diagnostics = new Diagnostics();
            Program after = pass.run(before, new PassContext(target, diagnostics));
            assertThat(diagnostics.all()).isEmpty();
            verify(after, Property.always(), "after the pass");
            verify(after, pass.produces(), "after the pass");
            roundTrips(after);
            Program again = pass.run(after, new PassContext(target, new Diagnostics()));
            same(again, after, "the pass changes its own result");
            Executions executed = Executions.of(before, 7);
            assertThat(executed.outcomes().values())
                    .as("a program that can be executed")
                    .anyMatch(result -> result instanceof Executions.Values);
            assertThat(executed.difference(executed.again(after, 7)))
                    .as(Printer.print(after))
                    .isEmpty();
            return after;
        }

        public void becomes(String expected) {
            same(result(), program(expected), "the result differs");
        }

        public void stays() {
            Program after = result();
            same(after, before, "the pass changes the program");
        }

        /// The pass finds a mistake of the user.
        public void fails(String code, int line, String message) {
            var diagnostics = new Diagnostics();
            pass.run(before, new PassContext(target, diagnostics));
            assertThat(diagnostics.all()).isNotEmpty();
            Diagnostic found = diagnostics.all().getFirst();
            assertThat(found.code() + " at " + found.span().line() + ": " + found.message())
                    .isEqualTo(code + " at " + line + ": " + message);
        }
    }

    private static void same(Program actual, Program expected, String what) {
        assertThat(Structural.firstDifference(actual, expected))
                .as(what + ":\n" + Printer.print(actual))
                .isEmpty();
    }

    private static void roundTrips(Program program) {
        String text = Printer.print(program);
        same(FrontEnd.parse(new SourceFile("printed.py", text)), program, "the text reads back as another program");
    }

    private static void verify(Program program, Set<Property> properties, String when) {
        var diagnostics = new Diagnostics();
        Set<Property> wanted = EnumSet.noneOf(Property.class);
        wanted.addAll(properties);
        Verifier.verify(program, wanted, diagnostics);
        assertThat(diagnostics.all()).as(when + "\n" + Printer.print(program)).isEmpty();
    }
}
