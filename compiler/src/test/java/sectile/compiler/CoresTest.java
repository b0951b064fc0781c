package sectile.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.compiler.validate.ValidateEach;
import sectile.compiler.validate.VerifyEach;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

/// Examples with mixed and pipelined kernels become functions for each kind of core, with addresses. Each pass is
/// verified and executed.
class CoresTest {
    @ParameterizedTest
    @ValueSource(strings = {"mixed_kernel.py", "down_projection.py", "pipelined_matmul.py"})
    void everyTargetGetsKernelsWithAddresses(String name) {
        String file = "examples/" + name;
        Program program = FrontEnd.parse(new SourceFile(file, Checkout.text(file)));
        for (Target target : Targets.all()) {
            var listener = PassListener.all(List.of(new VerifyEach(), new ValidateEach(target, 5)));
            Program compiled =
                    Compiler.compile(program, target, Pipelines.FULL, listener).program();
            var diagnostics = new Diagnostics();
            Verifier.verify(
                    compiled,
                    Set.of(
                            Property.ADDRESSES_ALLOCATED,
                            Property.RETURN_ORDER,
                            Property.CALL_DIRECTIONS,
                            Property.SPLIT_KERNELS),
                    diagnostics);
            assertThat(diagnostics.all()).as(name + " for " + target.name()).isEmpty();
        }
    }
}
