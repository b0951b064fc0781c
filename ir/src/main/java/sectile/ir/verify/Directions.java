package sectile.ir.verify;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.Assign;
import sectile.ir.Direction;
import sectile.ir.Expr;
import sectile.ir.Function;
import sectile.ir.FunctionCall;
import sectile.ir.FunctionKind;
import sectile.ir.OpCall;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Seq;
import sectile.ir.Shaped;
import sectile.ir.Submit;
import sectile.ir.Var;
import sectile.ir.Walk;

/// Out parameters are written, In parameters are not. Follows views and results back to the parameter whose memory they
/// are.
final class Directions {
    private final Program program;
    private final Function function;
    private final Findings findings;
    private final Map<Var, Param> params = new LinkedHashMap<>();
    private final Roots roots;
    private final Set<Param> written = new HashSet<>();
    private final Map<Param, Span> replaced = new HashMap<>();

    Directions(Program program, Function function, Findings findings) {
        this.program = program;
        this.function = function;
        this.findings = findings;
        this.roots = new Roots(program, function);
        for (Param param : function.params()) {
            if (param.type() instanceof Shaped) {
                params.put(param.variable(), param);
            }
        }
    }

    void run() {
        Walk.each(function.body(), statement -> {
            Walk.expressions(statement).forEach(e -> Walk.each(e, this::writes));
            if (statement instanceof Assign assign) {
                roots.assigned(assign.target(), assign.value());
                Param param = params.getOrDefault(assign.target(), sameName(assign.target()));
                if (roots.of(assign.value()) == null && param != null && !isResultOf(assign.value(), param)) {
                    replaced.putIfAbsent(param, assign.span());
                }
            }
        });
        boolean external = function.attrs().has("external_source")
                || Seq.steps(function.body()).isEmpty();
        if (external) {
            return;
        }
        for (Param param : function.params()) {
            // The halves of a group share its signature, and one of them may do all the writing.
            boolean half = function.kind() == FunctionKind.AIC || function.kind() == FunctionKind.AIV;
            if (param.direction() == Direction.OUT
                    && params.containsKey(param.variable())
                    && !written.contains(param)
                    && (!half || replaced.containsKey(param))) {
                Span span = replaced.getOrDefault(param, param.variable().span());
                findings.error(
                        "LANG-501",
                        span,
                        "`" + param.name() + "` is an Out parameter but nothing is ever stored into it",
                        "`" + param.name() + " = …` only renames; write `" + param.name()
                                + "[:] = …`, pl.store or pl.assemble");
            }
        }
    }

    /// A value of another type under the name of a parameter is another variable, but was meant to be stored.
    private @Nullable Param sameName(Var target) {
        for (Param param : params.values()) {
            if (param.name().equals(target.name())) {
                return param;
            }
        }
        return null;
    }

    private boolean isResultOf(Expr value, Param param) {
        boolean[] uses = {false};
        Walk.each(
                value,
                e -> uses[0] |= e instanceof FunctionCall call
                        && call.args().stream().anyMatch(a -> param.equals(roots.of(a))));
        return uses[0];
    }

    private void writes(Expr expr) {
        switch (expr) {
            case OpCall call -> {
                for (int i = 0; i < call.args().size(); i++) {
                    if (call.op()
                            .effect(call.op().operands().get(i), call.attrs())
                            .writes()) {
                        write(call.args().get(i), call.span(), call.op().surface() + " writes it");
                    }
                }
            }
            case FunctionCall call -> passes(call.callee(), call.args(), call.span());
            case Submit submit -> passes(submit.callee(), submit.args(), submit.span());
            default -> {}
        }
    }

    private void passes(String callee, List<Expr> args, Span span) {
        program.find(callee).ifPresent(target -> {
            for (int i = 0; i < Math.min(args.size(), target.params().size()); i++) {
                if (target.params().get(i).direction().writes()) {
                    write(args.get(i), span, "`" + callee + "` writes it");
                }
            }
        });
    }

    private void write(Expr target, Span span, String why) {
        Param param = roots.of(target);
        if (param == null) {
            return;
        }
        written.add(param);
        if (param.direction() == Direction.IN && findings.isFirst("LANG-502", param.variable())) {
            findings.error(
                    "LANG-502",
                    span,
                    "`" + param.name() + "` is an In parameter, but " + why,
                    "declare it as pl.Out[…] or pl.InOut[…]");
        }
    }
}
