package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Severity;
import sectile.ir.expr.Attr;
import sectile.ir.problem.LanguageCode;
import sectile.python.syntax.Ast;

/// Statements that speak to the front end: `pl.func_attr`, `pl.static_assert`, `pl.static_print`.
final class Directives {
    private Directives() {}

    /// False when the call is none of them.
    static boolean apply(
            Evaluator evaluator, Ast.Call call, Map<String, Attr> functionAttributes, Diagnostics diagnostics) {
        switch (evaluator.path(call.function()).orElse("")) {
            case "pl.func_attr" -> {
                if (call.args().size() != 1 || !(evaluator.evaluate(call.args().getFirst()) instanceof Val.Dict dict)) {
                    throw Problem.at(call.span(), LanguageCode.BAD_ARGUMENT, "pl.func_attr takes a dictionary");
                }
                dict.entries()
                        .forEach((name, value) -> functionAttributes.put(name, Attributes.of(value, call.span())));
            }
            case "pl.static_assert" -> {
                if (call.args().isEmpty()) {
                    throw Problem.at(call.span(), LanguageCode.ARGUMENT_COUNT, "pl.static_assert takes a condition");
                }
                Val condition = evaluator.evaluate(call.args().getFirst());
                boolean holds = Statics.truth(condition)
                        .orElseThrow(() -> Problem.at(
                                call.args().getFirst().span(),
                                LanguageCode.NOT_CONSTANT,
                                "the condition of pl.static_assert is not a constant"));
                if (!holds) {
                    String message = call.args().size() > 1
                            ? ": " + Statics.text(evaluator.evaluate(call.args().get(1)))
                            : "";
                    throw Problem.at(call.span(), LanguageCode.STATIC_ASSERT, "static assertion failed" + message);
                }
            }
            case "pl.static_print" -> {
                String text = call.args().stream()
                        .map(a -> Statics.text(evaluator.evaluate(a)))
                        .collect(Collectors.joining(" "));
                diagnostics.add(new Diagnostic(
                        LanguageCode.STATIC_PRINT, Severity.NOTE, call.span(), text, java.util.List.of(), ""));
            }
            case "pl.dump_tag", "pl.tensor.dump_tag" -> {
                if (call.args().size() != 1) {
                    throw Problem.at(call.span(), LanguageCode.ARGUMENT_COUNT, "pl.dump_tag takes one value");
                }
                String name = call.args().getFirst() instanceof Ast.Name variable ? variable.id() : "";
                evaluator.evaluate(call.args().getFirst());
                var tags = new ArrayList<Attr>(
                        functionAttributes.get("dump_tags") instanceof Attr.Items items ? items.values() : List.of());
                tags.add(new Attr.Text(name));
                functionAttributes.put("dump_tags", new Attr.Items(List.copyOf(tags)));
            }
            default -> {
                return false;
            }
        }
        return true;
    }
}
