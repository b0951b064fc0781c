package sectile.sim.kernel;

import sectile.sim.component.MathOp;

/// The reference of the operations of `tl`, as Markdown, from the table.
public final class TlDocs {
    private TlDocs() {}

    /// The whole page.
    public static String markdown() {
        var text = new StringBuilder();
        text.append("""
                # Operations of `tl`

                Every operation that a kernel can call, from the table. Do not edit: run the test `TlDocsTest` with
                `-Dsectile.approve=true`. [Kernels as text](kernels.md) explains pointers, shapes, types and handles;
                [the simulated machine](simulator.md) says what each engine costs. The cost key is the name of an
                operation of the MATH engine in topology files and op logs.
                """);
        for (TlOperation.Family family : TlOperation.Family.values()) {
            text.append("\n## ").append(family.title()).append("\n\n");
            text.append("| operation | returns | engine | cost key |\n|---|---|---|---|\n");
            TlTable.standard().all().stream()
                    .filter(row -> row.family() == family)
                    .forEach(row -> row(row, text));
        }
        return text.toString();
    }

    private static void row(TlOperation row, StringBuilder text) {
        text.append("| `").append(row.signature()).append('`');
        if (!row.operator().isEmpty()) {
            text.append(", also `").append(row.operator()).append('`');
        }
        text.append(" | ")
                .append(row.doc())
                .append(" | ")
                .append(row.engine().text())
                .append(" | ");
        text.append(row.cost().map(MathOp::text).orElse("")).append(" |\n");
    }
}
