package sectile.ir.text;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;

/// The body of a function `f(n, m, x, out)` as the front end reads it.
final class Lowered {
    private static final String HEAD = """
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function
                def f(self, x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]):
            """;

    private Lowered() {}

    /// The printed statements, without the annotations of INDEX scalars.
    static List<String> lines(String body) {
        Program program = FrontEnd.parse(source(body));
        List<String> lines = Printer.print(program).lines().toList();
        int start = 0;
        while (!lines.get(start).contains(" def f(")) {
            start++;
        }
        return lines.subList(start + 1, lines.size()).stream()
                .map(line -> line.substring(Math.min(8, line.length())).replace(": pl.Scalar[pl.INDEX]", ""))
                .toList();
    }

    /// The messages of the diagnostics, each with its code.
    static List<String> problems(String body) {
        var diagnostics = new Diagnostics();
        FrontEnd.parse(source(body), Specialisation.NONE, diagnostics);
        return diagnostics.all().stream().map(Lowered::describe).toList();
    }

    private static String describe(Diagnostic diagnostic) {
        return diagnostic.code() + ": " + diagnostic.message();
    }

    private static SourceFile source(String body) {
        return new SourceFile("t.py", HEAD + body.indent(8));
    }
}
