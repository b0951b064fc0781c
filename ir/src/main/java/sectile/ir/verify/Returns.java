package sectile.ir.verify;

import java.util.List;
import java.util.Optional;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Shaped;
import sectile.ir.problem.LanguageCode;
import sectile.ir.rewrite.Writes;
import sectile.ir.stmt.Return;

/// `return[i]` is the i-th parameter that the function writes.
final class Returns {
    private Returns() {}

    static void inOrder(Program program, Function function, Findings findings) {
        List<Param> written = function.params().stream()
                .filter(p -> p.direction().writes() && p.type() instanceof Shaped)
                .toList();
        Writes writes = Writes.of(function, program::find);
        Walk.each(function.body(), statement -> {
            if (statement instanceof Return ret) {
                for (int i = 0; i < ret.values().size(); i++) {
                    if (!(ret.values().get(i).type() instanceof Shaped)) {
                        continue;
                    }
                    Optional<Param> root = writes.returned(ret, i);
                    String expected = i < written.size() ? "`" + written.get(i).name() + "`" : "no parameter";
                    if (i >= written.size() || !root.equals(Optional.of(written.get(i)))) {
                        findings.error(
                                LanguageCode.RETURN_ORDER,
                                ret.span(),
                                "result " + i + " of `" + function.name() + "` is "
                                        + root.map(p -> "`" + p.name() + "`").orElse("no parameter") + ", expected "
                                        + expected,
                                "results follow the order of the Out and InOut parameters");
                    }
                }
            }
        });
    }
}
