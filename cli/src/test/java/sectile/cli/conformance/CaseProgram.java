package sectile.cli.conformance;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// A program that computes some cases, each on operands of its own: an executor that compiles pays once for all.
final class CaseProgram {
    private static final String HEAD = "import pypto.language as pl\n\n@pl.program\nclass P:\n"
            + "    @pl.function(type=pl.FunctionType.InCore)\n    def k(self";

    private final List<Case> cases = new ArrayList<>();
    private final StringBuilder parameters = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private Run run = Run.of("k");

    void add(Case test, List<NdArray> operands) {
        int number = cases.size();
        cases.add(test);
        long n = operands.getFirst().elements();
        String type = "pl.Tensor[[1, " + n + "], " + CaseOps.surface(test.dtype()) + "]";
        String expression = CaseOps.expression(test).orElseThrow().replaceAll("\\b(t_)?([abc])\\b", "$1$2" + number);
        boolean tiles = expression.startsWith("pl.tile.");
        for (int i = 0; i < operands.size(); i++) {
            String name = (char) ('a' + i) + "" + number;
            parameters.append(", " + name + ": " + type);
            if (tiles) {
                body.append("        t_" + name + " = pl.load(" + name + ", [0, 0], [1, " + n + "])\n");
            }
            run = run.with(name, operands.get(i).reshape(Shape.of(1, n)));
        }
        if (tiles) {
            parameters.append(", out" + number + ": pl.Out[" + type + "]");
            body.append("        r" + number + " = pl.store(" + expression + ", [0, 0], out" + number + ")\n");
        } else {
            body.append("        r" + number + " = " + expression + "\n");
        }
    }

    int size() {
        return cases.size();
    }

    Program program() {
        var results = new ArrayList<String>();
        for (int i = 0; i < cases.size(); i++) {
            results.add("r" + i);
        }
        return FrontEnd.parse(new SourceFile(
                "case.py", HEAD + parameters + "):\n" + body + "        return " + String.join(", ", results) + "\n"));
    }

    Run run() {
        return run;
    }

    /// What the cases computed, in their order; comparisons as bools.
    List<NdArray> results(Outcome outcome) {
        var all = new ArrayList<NdArray>();
        for (int i = 0; i < cases.size(); i++) {
            NdArray result = (NdArray) outcome.results().get(i);
            NdArray flat = result.contiguous().reshape(Shape.of(result.elements()));
            all.add(cases.get(i) instanceof Case.Compare ? flat.cast(DType.BOOL) : flat);
        }
        return all;
    }
}
