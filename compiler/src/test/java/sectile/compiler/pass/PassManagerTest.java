package sectile.compiler.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.ir.verify.Property;

class PassManagerTest {
    private static final String TWICE = """
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 1
                    x = x + 1
                    return x
            """;

    /// Leaves the program alone.
    private record Identity(String name, Set<Property> requires, Set<Property> produces) implements Pass {
        @Override
        public String summary() {
            return "Leaves the program alone.";
        }

        @Override
        public Program run(Program program, PassContext context) {
            return program;
        }
    }

    private static PassContext context() {
        return new PassContext(Targets.builtIn("machine"), new Diagnostics());
    }

    private static Program program() {
        return FrontEnd.parse(new SourceFile("t.py", TWICE));
    }

    @Test
    void aPassThatRequiresWhatTheProgramIsNotIsRefused() {
        var manager =
                new PassManager(List.of(new Identity("NeedsSsa", Set.of(Property.SSA), Set.of())), PassListener.NONE);
        assertThatThrownBy(() -> manager.run(program(), context()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before NeedsSsa")
                .hasMessageContaining("SSA");
    }

    @Test
    void theListenerHearsEveryPassAndWhatIsKnown() {
        List<String> heard = new ArrayList<>();
        var manager = new PassManager(
                List.of(
                        new Identity("First", Set.of(Property.TYPED), Set.of()),
                        new Identity("Second", Set.of(), Set.of(Property.RETURN_ORDER))),
                new PassListener() {
                    @Override
                    public void ran(Pass pass, Program before, Program after, Set<Property> properties) {
                        heard.add(
                                pass.name() + " " + properties.stream().sorted().toList());
                    }
                });
        Program program = program();
        assertThat(manager.run(program, context())).isSameAs(program);
        assertThat(heard).containsExactly("First [TYPED]", "Second [TYPED, RETURN_ORDER]");
    }
}
