package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshCopy;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.rewrite.Substitution;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.ForKind;

/// A `pl.unroll` loop becomes its iterations, one after the other.
public final class UnrollLoops implements FunctionPass {
    /// More statements than this are a mistake, not an optimisation.
    private static final long LIMIT = 1_000_000;

    @Override
    public String summary() {
        return "A `pl.unroll` loop becomes its iterations, one after the other.";
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        return new Unroller(FreshNames.of(function), context.diagnostics()).function(function);
    }

    private static final class Unroller extends Rewriter {
        private final FreshNames names;
        private final Diagnostics diagnostics;

        Unroller(FreshNames names, Diagnostics diagnostics) {
            this.names = names;
            this.diagnostics = diagnostics;
        }

        @Override
        public Stmt statement(Stmt statement) {
            Stmt inner = descend(statement);
            return inner instanceof For loop && loop.kind() == ForKind.UNROLL ? unrolled(loop) : inner;
        }

        private Stmt unrolled(For loop) {
            OptionalLong start = Dims.constant(loop.start());
            OptionalLong stop = Dims.constant(loop.stop());
            OptionalLong step = Dims.constant(loop.step());
            if (start.isEmpty() || stop.isEmpty() || step.isEmpty() || step.getAsLong() == 0) {
                diagnostics.warning(
                        CompilerCode.UNROLL_NOT_CONSTANT,
                        loop.span(),
                        "the bounds of this loop are not constant, so it is not unrolled",
                        "use pl.range");
                return loop.withKind(ForKind.SEQUENTIAL);
            }
            long by = step.getAsLong();
            long count = by > 0
                    ? Math.max(0, Math.ceilDiv(stop.getAsLong() - start.getAsLong(), by))
                    : Math.max(0, Math.ceilDiv(start.getAsLong() - stop.getAsLong(), -by));
            long[] size = {0};
            Walk.each(loop.body(), s -> size[0]++);
            if (count > LIMIT / Math.max(1, size[0])) {
                diagnostics.error(
                        CompilerCode.UNROLL_TOO_LARGE,
                        loop.span(),
                        "unrolling " + count + " iterations of " + size[0] + " statements makes more than " + LIMIT,
                        "use pl.range");
                return loop;
            }
            if (Jumps.in(loop.body())) {
                // Without jumps the loop is plain, and its iterations can follow each other.
                List<Stmt> steps = new ArrayList<>(Seq.steps(new Jumps(names).structured(loop)));
                For plain = (For) steps.removeLast();
                steps.add(iterations(plain, start.getAsLong(), by, count));
                return Seq.of(steps, loop.origin());
            }
            return iterations(loop, start.getAsLong(), by, count);
        }

        private Stmt iterations(For loop, long start, long by, long count) {
            // Assigned variables are the same in all iterations; those of inner loops and scopes are not.
            Set<Var> assigned = new HashSet<>();
            Walk.each(loop.body(), s -> assigned.addAll(s instanceof Assign a ? Set.of(a.target()) : Set.of()));
            var steps = new ArrayList<Stmt>();
            loop.iterArgs().forEach(a -> steps.add(new Assign(a.variable(), a.init(), loop.origin())));
            for (long i = 0; i < count; i++) {
                var index = new ConstInt(
                        start + i * by, DataType.INDEX, loop.index().origin());
                Stmt body = Substitution.of(Map.of(loop.index(), index)).statement(loop.body());
                for (Stmt inner : Seq.steps(FreshCopy.of(body, names, assigned))) {
                    steps.addAll(inner instanceof Yield yield ? assigned(loop, yield) : List.of(inner));
                }
            }
            for (int i = 0; i < loop.results().size(); i++) {
                Var carried = loop.iterArgs().get(i).variable();
                steps.add(new Assign(loop.results().get(i), carried, loop.origin()));
            }
            return Seq.of(steps, loop.origin());
        }

        /// All values are computed before any is assigned.
        private List<Stmt> assigned(For loop, Yield yield) {
            var steps = new ArrayList<Stmt>();
            List<Expr> values = yield.values();
            if (values.size() > 1) {
                values = new ArrayList<>();
                for (Expr value : yield.values()) {
                    Var next = names.variable("next", value.type(), yield.origin());
                    steps.add(new Assign(next, value, yield.origin()));
                    values.add(next);
                }
            }
            for (int i = 0; i < values.size(); i++) {
                steps.add(new Assign(loop.iterArgs().get(i).variable(), values.get(i), yield.origin()));
            }
            return steps;
        }
    }
}
