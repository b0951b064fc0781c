package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sectile.runtime.host.Programs;

class AsmVerbTest {
    private final String softmax =
            Checkout.root().resolve("examples/softmax.py").toString();

    @BeforeEach
    void needsTools() {
        for (String tool : new String[] {"cc", "objdump"}) {
            Assumptions.assumeTrue(Programs.find(System.getenv(), tool).isPresent(), "no " + tool + " on the PATH");
        }
    }

    @Test
    void showsSourceTextAndInstructions() {
        Result result = InProcess.sectile("asm", softmax, "--kernel", "kernel");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("softmax.py:", "e = pl.exp(pl.row_expand_sub(t, top))")
                .contains("sx_exp_v(")
                .containsPattern("\\|     v?(mul|fmadd|add)\\w+ ");
    }

    @Test
    void answersInJson() {
        Result result = InProcess.sectile("asm", softmax, "--json");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("\"function\": \"main\"", "\"instructions\"");
    }

    @Test
    void namesTheNearestFunction() {
        Result result = InProcess.sectile("asm", softmax, "--kernel", "kernle");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("kernel");
    }
}
