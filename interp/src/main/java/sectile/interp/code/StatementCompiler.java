package sectile.interp.code;

import java.util.List;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfMemory;
import sectile.interp.ops.Scalars;
import sectile.interp.problem.ExecCode;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.ForKind;

/// Statements as closures.
final class StatementCompiler {
    /// What a round of a loop costs this host, in the units of the limits.
    private static final long ROUND_WORK = 30;

    private final Slots slots;
    private final ExpressionCompiler expressions;
    private final ScopeCompiler scopes;

    StatementCompiler(CompiledProgram program, Slots slots) {
        this.slots = slots;
        this.expressions = new ExpressionCompiler(program, slots);
        this.scopes = new ScopeCompiler(program, slots, expressions, this);
    }

    Step compile(Stmt statement) {
        return switch (statement) {
            case Assign assign -> {
                Code value = expressions.compile(assign.value());
                int slot = slots.of(assign.target());
                yield frame -> {
                    frame.slots[slot] = value.eval(frame);
                    return Flow.NEXT;
                };
            }
            case Eval eval -> {
                Code value = expressions.compile(eval.value());
                yield frame -> {
                    value.eval(frame);
                    return Flow.NEXT;
                };
            }
            case Yield yielding -> {
                Code[] values =
                        all(yielding.values().stream().map(expressions::compile).toList());
                yield frame -> {
                    frame.yielded = evaluate(values, frame);
                    return Flow.NEXT;
                };
            }
            case Return returning -> {
                Code[] values = all(
                        returning.values().stream().map(expressions::compile).toList());
                yield frame -> {
                    frame.returned = evaluate(values, frame);
                    return Flow.RETURN;
                };
            }
            case Break leaving -> frame -> Flow.BREAK;
            case Continue next -> frame -> Flow.CONTINUE;
            case Seq seq -> {
                Step[] steps = seq.steps().stream().map(this::compile).toArray(Step[]::new);
                yield frame -> {
                    for (Step step : steps) {
                        Flow flow = step.run(frame);
                        if (flow != Flow.NEXT) {
                            return flow;
                        }
                    }
                    return Flow.NEXT;
                };
            }
            case If choice -> choice(choice);
            case For loop -> loop(loop);
            case While loop -> loop(loop);
            case Scope scope -> scopes.compile(scope);
        };
    }

    private static Code[] all(List<Code> codes) {
        return codes.toArray(Code[]::new);
    }

    private static Object[] evaluate(Code[] codes, Frame frame) {
        Object[] values = new Object[codes.length];
        for (int i = 0; i < codes.length; i++) {
            values[i] = codes[i].eval(frame);
        }
        return values;
    }

    private int[] slotsOf(List<Var> variables) {
        return variables.stream().mapToInt(slots::of).toArray();
    }

    private static void assign(Frame frame, int[] targets, Object[] values) {
        for (int i = 0; i < targets.length; i++) {
            frame.slots[targets[i]] = values[i];
        }
    }

    private Step choice(If choice) {
        Code condition = expressions.compile(choice.condition());
        Step then = compile(choice.then());
        Step otherwise = compile(choice.otherwise());
        int[] results = slotsOf(choice.results());
        return frame -> {
            Flow flow = Scalars.isTrue(condition.eval(frame)) ? then.run(frame) : otherwise.run(frame);
            if (flow == Flow.NEXT && results.length > 0) {
                assign(frame, results, frame.yielded);
            }
            return flow;
        };
    }

    /// The carried values of a loop.
    private final class Carried {
        private final int[] targets;
        private final Code[] inits;
        private final int[] results;

        Carried(List<IterArg> args, List<Var> results) {
            this.targets = slotsOf(args.stream().map(IterArg::variable).toList());
            this.inits =
                    all(args.stream().map(a -> expressions.compile(a.init())).toList());
            this.results = slotsOf(results);
        }

        void start(Frame frame) {
            assign(frame, targets, evaluate(inits, frame));
        }

        void next(Frame frame) {
            if (targets.length > 0) {
                assign(frame, targets, frame.yielded);
            }
        }

        void end(Frame frame) {
            for (int i = 0; i < results.length; i++) {
                frame.slots[results[i]] = frame.slots[targets[i]];
            }
        }

        boolean isEmpty() {
            return targets.length == 0;
        }
    }

    private Step loop(For loop) {
        Code start = expressions.compile(loop.start());
        Code stop = expressions.compile(loop.stop());
        Code step = expressions.compile(loop.step());
        int index = slots.of(loop.index());
        var carried = new Carried(loop.iterArgs(), loop.results());
        Step body = compile(loop.body());
        boolean anyOrder = loop.kind() == ForKind.PARALLEL && carried.isEmpty();
        return frame -> {
            long from = Scalars.toLong(start.eval(frame));
            long to = Scalars.toLong(stop.eval(frame));
            long by = Scalars.toLong(step.eval(frame));
            if (by == 0) {
                frame.core.at(loop.span());
                throw frame.core.error(ExecCode.DIVISION_BY_ZERO, "the step of a loop is 0", "");
            }
            carried.start(frame);
            Limits limits = frame.core.machine().limits();
            long count = by > 0 ? Math.max(0, Math.ceilDiv(to - from, by)) : Math.max(0, Math.ceilDiv(from - to, -by));
            long[] order = anyOrder && frame.core.machine().scheduler().draws() ? shuffled(frame, count) : new long[0];
            for (long i = 0; i < count; i++) {
                limits.work(ROUND_WORK, loop.span());
                frame.slots[index] = from + (order.length > 0 ? order[(int) i] : i) * by;
                Flow flow = body.run(frame);
                if (flow == Flow.RETURN) {
                    return flow;
                }
                if (flow == Flow.BREAK) {
                    break;
                }
                if (flow == Flow.NEXT) {
                    carried.next(frame);
                }
            }
            carried.end(frame);
            return Flow.NEXT;
        };
    }

    /// Iterations of a parallel loop may come in any order, so under a seed they do.
    private static long[] shuffled(Frame frame, long count) {
        String what = "the order of a parallel loop";
        frame.core.machine().limits().require(count, Long.BYTES, what, frame.core.span());
        long[] order = new long[OutOfMemory.arrayLength(count, what)];
        for (int i = 0; i < order.length; i++) {
            int other = frame.core.machine().scheduler().draw(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    private Step loop(While loop) {
        var carried = new Carried(loop.iterArgs(), loop.results());
        Code condition = expressions.compile(loop.condition());
        Step body = compile(loop.body());
        return frame -> {
            carried.start(frame);
            Limits limits = frame.core.machine().limits();
            while (Scalars.isTrue(condition.eval(frame))) {
                limits.work(ROUND_WORK, loop.span());
                Flow flow = body.run(frame);
                if (flow == Flow.RETURN) {
                    return flow;
                }
                if (flow == Flow.BREAK) {
                    break;
                }
                if (flow == Flow.NEXT) {
                    carried.next(frame);
                }
                frame.core.machine().scheduler().round(loop.span());
            }
            carried.end(frame);
            return Flow.NEXT;
        };
    }
}
