package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.ir.ops.Ops;
import sectile.sim.kernel.TlTable;

/// `sectile ops`
class OpsVerbTest {
    @Test
    void listsEveryOpAndOperation() {
        String list = InProcess.sectile("ops").out();
        assertThat(list).contains("\npl.tile\n", "tl: memory\n");
        Ops.standard().all().stream()
                .filter(op -> !op.internal())
                .forEach(op -> assertThat(list).contains(op.doc().split(" ", 2)[0]));
        TlTable.standard().all().forEach(row -> assertThat(list).contains(row.signature()));
    }

    @Test
    void explainsOne() {
        assertThat(InProcess.sectile("ops", "tile.store").out())
                .startsWith("pl.tile.store(tile, offsets, out_tensor, [shapes])\n")
                .contains("out_tensor", "written", "semantics: move: store", "the result is `out_tensor`");
    }

    @Test
    void aLastPartNamesAll() {
        assertThat(InProcess.sectile("ops", "exp").out()).contains("pl.tensor.exp(", "pl.tile.exp(", "tl.exp(a)");
    }

    @Test
    void namesTheNearest() {
        Result result = InProcess.sectile("ops", "pl.tile.lod");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-123").contains("pl.tile.load");
    }

    @Test
    void answersInJson() {
        assertThat(InProcess.sectile("ops", "tl.add", "--json").out())
                .contains("\"cost\": \"add\"", "\"operator\": \"a + b\"");
    }
}
