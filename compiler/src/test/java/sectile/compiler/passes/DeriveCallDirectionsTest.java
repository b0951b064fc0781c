package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;
import sectile.ir.text.Printer;

class DeriveCallDirectionsTest {
    private static final PassCase CASE = PassCase.of(new DeriveCallDirections());

    @Test
    void callsAndSubmissionsSayWhatTheirCalleesDo() {
        String text = Printer.print(CASE.given(MixedPrograms.SUBMITTED).result());
        assertThat(text).contains("arg_directions=[\"In\", \"In\", \"In\", \"InOut\"]");
        assertThat(Printer.print(CASE.given(MixedPrograms.IN_SPMD).result()))
                .contains("self.kernel(x, w, r, out, arg_directions=[\"In\", \"In\", \"In\", \"InOut\"])");
    }
}
