package sectile.compiler.mixed;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.compiler.flow.Roots;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Effect;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.symbol.ScopeKind;

/// What a mixed kernel may not do, because its halves run side by side and only pipes order them.
final class Hazards {
    private final Diagnostics diagnostics;
    private final Roots roots;
    private final Map<Var, Set<Side>> writers = new HashMap<>();
    private final Map<Var, Set<Side>> readers = new HashMap<>();
    private final Map<Var, Span> places = new HashMap<>();

    private Hazards(Diagnostics diagnostics, Roots roots) {
        this.diagnostics = diagnostics;
        this.roots = roots;
    }

    static void check(Function function, Program program, Diagnostics diagnostics) {
        var hazards = new Hazards(diagnostics, Roots.of(function, program::find));
        Walk.eachExpression(function.body(), expr -> {
            switch (expr) {
                case OpCall call -> hazards.op(call);
                case FunctionCall call -> hazards.calls(call.callee(), call.span());
                case Submit submit -> hazards.calls(submit.callee(), submit.span());
                case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _ -> {}
            }
        });
        hazards.report();
    }

    /// Whether the kernel divides its work among vector cores by itself.
    static boolean dividesItself(Function function) {
        boolean[] found = {false};
        Walk.each(
                function.body(),
                s -> found[0] |= s instanceof sectile.ir.stmt.Scope scope
                        && (scope.kind() == ScopeKind.SPLIT_AIV || scope.kind() == ScopeKind.CLUSTER));
        Walk.eachExpression(
                function.body(),
                e -> found[0] |= e instanceof OpCall call
                        && (call.op().semantics() instanceof Semantics.Lanes
                                || call.op().semantics() instanceof Semantics.Pipe));
        return found[0];
    }

    private void calls(String callee, Span span) {
        diagnostics.add(Diagnostic.error(
                        CompilerCode.MIXED_KERNEL_CALLS,
                        span,
                        "`" + callee + "` is called in a kernel that runs on the matrix and the vector core")
                .hint("make the callee an Inline function"));
    }

    private void op(OpCall call) {
        if (call.op().semantics() instanceof Semantics.Remote || call.op().isCollective()) {
            diagnostics.add(Diagnostic.error(
                            CompilerCode.MIXED_KERNEL_COMMUNICATES,
                            call.span(),
                            call.op().surface()
                                    + " communicates in a kernel that runs on the matrix and the vector core")
                    .hint("communicate in a kernel of its own"));
            return;
        }
        if (call.op().semantics() instanceof Semantics.View || call.op().semantics() == Semantics.Query.EXTENT) {
            return; // names memory and does not touch it
        }
        Set<Side> sides = switch (Sides.of(call)) {
            case Sides.Place.On on -> EnumSet.of(on.side());
            case Sides.Place.Once _ -> EnumSet.of(Side.VECTOR);
            case Sides.Place.Both _ -> EnumSet.allOf(Side.class);
            case Sides.Place.Across _ -> EnumSet.noneOf(Side.class);
        };
        for (int i = 0; i < call.args().size(); i++) {
            @Nullable Var root = roots.of(call.args().get(i));
            if (root == null || !(root.type() instanceof Shaped) || root.type() instanceof TileType) {
                continue;
            }
            Effect effect = call.op().effect(call.op().operands().get(i), call.attrs());
            if (effect.reads()) {
                readers.computeIfAbsent(root, r -> EnumSet.noneOf(Side.class)).addAll(sides);
            }
            if (effect.writes()) {
                writers.computeIfAbsent(root, r -> EnumSet.noneOf(Side.class)).addAll(sides);
            }
            if (effect.reads() || effect.writes()) {
                places.put(root, call.span());
            }
        }
    }

    private void report() {
        writers.forEach((root, writing) -> {
            Set<Side> all = EnumSet.copyOf(writing);
            all.addAll(readers.getOrDefault(root, Set.of()));
            if (all.size() > 1) {
                boolean both = writing.size() > 1;
                diagnostics.add(Diagnostic.error(
                                CompilerCode.PARTS_SHARE_TENSOR,
                                java.util.Objects.requireNonNull(places.get(root)),
                                both
                                        ? "the matrix core and the vector core both write `" + root.name()
                                                + "`, and nothing orders them"
                                        : "the " + writing.iterator().next().word() + " core writes `" + root.name()
                                                + "`, which the other core reads, and nothing orders them")
                        .hint("hand the tile over with pl.move, or write it in a kernel of its own"));
            }
        });
    }
}
