package sectile.ir.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.ir.problem.LanguageCode;
import sectile.python.run.Scope;
import sectile.python.syntax.Ast;
import sectile.python.value.DictValue;
import sectile.python.value.Values;

/// What all scopes of code that is executed while a program is read have in common.
abstract class ValScope implements Scope<Val> {
    /// The code of `assert` and `raise`.
    static final DiagnosticCode RAISED = LanguageCode.RAISED;

    private static final long MAX_STEPS = 1_000_000;

    private long steps;

    @Override
    public boolean truth(Val value, Span span) {
        return Statics.truth(value)
                .orElseThrow(() -> Problem.at(span, LanguageCode.NOT_CONSTANT, "this is not a constant"));
    }

    @Override
    public List<Val> elements(Val value, Span span) {
        if (value instanceof Val.Items items) {
            return items.values();
        }
        if (value instanceof Val.Ir) {
            throw Problem.at(span, LanguageCode.NOT_CONSTANT, "this is not a constant");
        }
        var site = new ConstantSite(span);
        return Arrays.stream(Values.elements(PythonValues.of(value, site), site))
                .map(PythonValues::val)
                .toList();
    }

    @Override
    public Val list(List<Val> elements) {
        return new Val.Items(elements, true);
    }

    @Override
    public Val dictionary(List<Val> keys, List<Val> values, Span span) {
        var made = new DictValue();
        var site = new ConstantSite(span);
        for (int i = 0; i < keys.size(); i++) {
            made.put(PythonValues.of(keys.get(i), site), PythonValues.of(values.get(i), site), site);
        }
        return PythonValues.val(made);
    }

    @Override
    public String text(Val value) {
        return Statics.text(value);
    }

    @Override
    public void assignTo(Ast.Expr target, Val value) {
        throw Problem.at(
                target.span(),
                LanguageCode.IMMUTABLE,
                "only names are assigned in code that is executed at reading time");
    }

    @Override
    public RuntimeException raised(Span span, String text) {
        return Problem.at(span, RAISED, text);
    }

    static boolean isRaised(RuntimeException problem) {
        return problem instanceof DiagnosticException e
                && e.diagnostics().getFirst().is(RAISED);
    }

    @Override
    public void step(Span span) {
        if (++steps > MAX_STEPS) {
            throw Problem.at(span, RAISED, "possible infinite loop: " + MAX_STEPS + " steps while the file is read");
        }
    }

    /// The names that a statement and those inside it assign or define.
    static List<String> definedBy(Ast.Stmt statement) {
        var names = new ArrayList<>(AssignmentCounter.count(List.of(statement)).keySet());
        names.sort(null);
        return names;
    }
}
