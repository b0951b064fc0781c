package sectile.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import sectile.base.quantity.Unit;

final class TableTest {
    private static final Table ENGINES = Table.builder("Engines")
            .column("engine", Unit.TEXT)
            .column("ops", Unit.COUNT)
            .column("busy", Unit.PICOSECONDS)
            .column("moved", Unit.BYTES)
            .column("rate", Unit.BYTES_PER_SECOND)
            .column("use", Unit.RATIO)
            .row("pe0.gemm", 12_000, 1_500_000L, 4096, 2.5e9, 0.75)
            .row("pe1 \"µ\", x", 3, 20, 0, new Cell.Missing(), 1)
            .build();

    @Test
    void textAlignsNumbersToTheRight() {
        assertThat(TextTable.render(ENGINES)).isEqualTo("""
                Engines
                engine         ops     busy     moved       rate      use
                ──────────  ──────  ───────  ────────  ─────────  ───────
                pe0.gemm    12,000  1.50 µs  4.00 KiB  2.50 GB/s   75.0 %
                pe1 "µ", x       3    20 ps       0 B          –  100.0 %
                """);
    }

    @Test
    void csvKeepsExactNumbersAndNamesTheirUnits() throws IOException {
        var out = new StringBuilder();
        Csv.write(ENGINES, out);
        assertThat(out.toString().split("\r\n", -1))
                .containsExactly(
                        "engine,ops,busy (ps),moved (B),rate (B/s),use (ratio)",
                        "pe0.gemm,12000,1500000,4096,2500000000,0.75",
                        "\"pe1 \"\"µ\"\", x\",3,20,0,,1",
                        "");
    }

    @Test
    void csvQuotesWhatWouldBeMisread() throws IOException {
        var out = new StringBuilder();
        Csv.write(
                Table.builder("")
                        .column("a", Unit.TEXT)
                        .row("x\ny")
                        .row("")
                        .row(" z")
                        .row("plain")
                        .build(),
                out);
        assertThat(out).hasToString("a\r\n\"x\ny\"\r\n\"\"\r\n\" z\"\r\nplain\r\n");
    }

    @Test
    void noTextOfACsvBeginsAFormula() throws IOException {
        var out = new StringBuilder();
        Table.Builder table = Table.builder("").column("=a", Unit.TEXT).column("n", Unit.NUMBER);
        for (String text : new String[] {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "a=1", "\"", ""}) {
            table.row(text, -1.5);
        }
        Csv.write(table.build(), out);
        assertThat(out.toString().split("\r\n", -1))
                .containsExactly(
                        "'=a,n",
                        "'=1+1,-1.5",
                        "'+1,-1.5",
                        "'-1,-1.5",
                        "'@SUM(A1),-1.5",
                        "'\t=1,-1.5",
                        "\"'\r=1\",-1.5",
                        "a=1,-1.5",
                        "\"\"\"\",-1.5",
                        ",-1.5",
                        "");
    }

    @Test
    void controlCharactersCannotBreakATerminal() {
        Table table = Table.builder("")
                .column("name", Unit.TEXT)
                .row("a\u001b[31m\nb")
                .build();
        assertThat(TextTable.render(table)).doesNotContain("\u001b").contains("a␛[31m␊b");
    }

    @Test
    void anEmptyTableHasItsHead() {
        assertThat(TextTable.render(Table.builder("None")
                        .column("a", Unit.TEXT)
                        .column("b", Unit.COUNT)
                        .build()))
                .isEqualTo("None\na  b\n─  ─\n");
    }

    @Test
    void rowsMustFitTheirColumns() {
        Table.Builder builder = Table.builder("t").column("a", Unit.TEXT).column("b", Unit.COUNT);
        assertThatThrownBy(() -> builder.row("x")).hasMessageContaining("1 cells in a table of 2");
        assertThatThrownBy(() -> builder.row("x", "y")).hasMessageContaining("cannot hold");
        assertThatThrownBy(() -> builder.row(1, 2)).hasMessageContaining("cannot hold");
        assertThatThrownBy(() -> builder.row("x", new Object())).hasMessageContaining("java.lang.Object");
    }
}
