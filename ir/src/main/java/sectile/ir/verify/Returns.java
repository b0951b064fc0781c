package sectile.ir.verify;

import java.util.List;
import sectile.ir.Assign;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Return;
import sectile.ir.Shaped;
import sectile.ir.Walk;

/// `return[i]` is the i-th parameter that the function writes.
final class Returns {
    private Returns() {}

    static void inOrder(Program program, Function function, Findings findings) {
        List<Param> written = function.params().stream()
                .filter(p -> p.direction().writes() && p.type() instanceof Shaped)
                .toList();
        var roots = new Roots(program, function);
        Walk.each(function.body(), statement -> {
            if (statement instanceof Assign assign) {
                roots.assigned(assign.target(), assign.value());
            } else if (statement instanceof Return ret) {
                for (int i = 0; i < ret.values().size(); i++) {
                    if (!(ret.values().get(i).type() instanceof Shaped)) {
                        continue;
                    }
                    Param root = roots.of(ret.values().get(i));
                    String expected = i < written.size() ? "`" + written.get(i).name() + "`" : "no parameter";
                    if (i >= written.size() || !written.get(i).equals(root)) {
                        findings.error(
                                "LANG-660",
                                ret.span(),
                                "result " + i + " of `" + function.name() + "` is "
                                        + (root == null ? "no parameter" : "`" + root.name() + "`") + ", expected "
                                        + expected,
                                "results stand in the order of the Out and InOut parameters");
                    }
                }
            }
        });
    }
}
