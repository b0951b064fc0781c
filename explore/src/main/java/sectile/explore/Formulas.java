package sectile.explore;

import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.python.value.Text;
import sectile.script.code.Module;
import sectile.script.problem.TextCode;

/// Python expressions over the figures of a point.
final class Formulas {
    private static final String RESULT = "result";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /// What `script` reports of a name that means nothing.
    private static final DiagnosticCode UNKNOWN_NAME = TextCode.UNKNOWN_NAME;

    private Formulas() {}

    /// The number that an objective has at a point.
    static double number(Objective objective, Map<String, Object> figures) {
        Object value =
                value("the objective `" + objective.name() + "`", objective.formula(), figures, objective.span());
        double number = switch (value) {
            case Boolean _ -> Double.NaN;
            case Long integer -> integer;
            case BigInteger integer -> integer.doubleValue();
            case Double real -> real;
            default -> Double.NaN;
        };
        if (!Double.isFinite(number)) {
            throw new DiagnosticException(Diagnostic.error(
                            ExploreCode.OBJECTIVE_NOT_A_NUMBER,
                            objective.span(),
                            "the objective `" + objective.name() + "` is " + Text.repr(value) + ", not a finite number")
                    .hint("its formula is " + objective.formula()));
        }
        return number;
    }

    /// Whether a point satisfies a constraint.
    static boolean holds(Constraint constraint, Map<String, Object> figures) {
        Object value = value(
                "the constraint `" + constraint.formula() + "`", constraint.formula(), figures, constraint.span());
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw new DiagnosticException(Diagnostic.error(
                        ExploreCode.CONSTRAINT_NOT_A_TRUTH,
                        constraint.span(),
                        "the constraint `" + constraint.formula() + "` is " + Text.repr(value) + ", not true or false")
                .hint("compare it with something, as in latency_ps < 1e6"));
    }

    private static Object value(String what, String formula, Map<String, Object> figures, Span span) {
        // The formula comes first, so that positions in it are those of the user; the order does not matter.
        var text = new StringBuilder(RESULT + " = " + formula + "\nimport math\n");
        figures.forEach((name, value) -> {
            if (NAME.matcher(name).matches() && !name.equals(RESULT) && !name.equals("math")) {
                text.append(name).append(" = ").append(literal(value)).append('\n');
            }
        });
        Diagnostics problems = new Diagnostics();
        Optional<Object> value = formula.lines().count() == 1
                ? Module.read(new SourceFile("formula", text.toString()), problems)
                        .constantInto(RESULT, problems)
                : Optional.empty();
        if (value.isPresent() && !problems.hasErrors()) {
            return value.get();
        }
        throw new DiagnosticException(wrong(what, formula, figures, problems).at(span));
    }

    /// The first problem that is one of the formula.
    private static Diagnostic wrong(String what, String formula, Map<String, Object> figures, Diagnostics problems) {
        String problem = problems.all().stream()
                .map(Diagnostic::message)
                .findFirst()
                .orElse("it is not an expression on one line");
        Optional<String> unknown = problems.all().stream()
                .filter(diagnostic -> diagnostic.is(UNKNOWN_NAME))
                .map(diagnostic -> diagnostic.span().text())
                .findFirst();
        if (unknown.isPresent()) {
            return Diagnostic.error(
                            ExploreCode.UNKNOWN_FIGURE,
                            Span.none(),
                            what + " uses `" + unknown.get() + "`, which is neither a figure of the run nor varied")
                    .hint(Nearest.hint(unknown.get(), figures.keySet()));
        }
        return Diagnostic.error(ExploreCode.BAD_FORMULA, Span.none(), what + " cannot be evaluated: " + problem)
                .hint("write a Python expression; its formula is " + formula);
    }

    private static String literal(Object value) {
        return switch (value) {
            case Double real when real.isNaN() -> "float('nan')";
            case Double real when real.isInfinite() -> real > 0 ? "float('inf')" : "-float('inf')";
            case Boolean _, Long _, BigInteger _, Double _, String _ -> Text.repr(value);
            default -> throw new IllegalArgumentException("a figure of " + value.getClass());
        };
    }
}
