package sectile.interp.code;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sectile.base.limit.OutOfMemory;
import sectile.interp.machine.Calls;
import sectile.interp.machine.Core;
import sectile.interp.machine.Pending;
import sectile.interp.machine.Task;
import sectile.interp.ops.Meaning;
import sectile.interp.ops.Scalars;
import sectile.interp.problem.ExecCode;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.UseDef;
import sectile.ir.stmt.Scope;
import sectile.ir.symbol.ScopeKind;

/// Scopes: the same statements, run somewhere or somehow else. Blocks and lanes work on copies of the
/// variables; those of the first one are what the code behind the scope sees.
final class ScopeCompiler {
    /// A fiber with its stack and variables.
    private static final long BYTES_OF_BLOCK = 1024;

    private final CompiledProgram program;
    private final Slots slots;
    private final ExpressionCompiler expressions;
    private final StatementCompiler statements;

    ScopeCompiler(CompiledProgram program, Slots slots, ExpressionCompiler expressions, StatementCompiler statements) {
        this.program = program;
        this.slots = slots;
        this.expressions = expressions;
        this.statements = statements;
    }

    Step compile(Scope scope) {
        Step body = statements.compile(scope.body());
        Step placed = switch (scope.kind()) {
            case IN_CORE -> inBlock(scope, body);
            case HIERARCHY, COMM_DOMAIN -> body;
            case RUNTIME -> scope.attrs().flag("manual") ? frame -> at(frame, frame.core.manual(), body) : body;
            case CLUSTER -> cluster(scope, body);
            case SPMD -> several(scope, body, true);
            case SPLIT_AIV -> several(scope, body, false);
        };
        return ordered(scope, placed);
    }

    /// Waits for what the scope depends on, and gives it a task id.
    private Step ordered(Scope scope, Step placed) {
        List<Code> deps = expressions.deps(scope.attrs());
        @Nullable Code predicate = expressions.number(scope.attrs(), "predicate");
        @Nullable Var task = scope.task();
        int target = task == null ? -1 : slots.of(task);
        String name = name(scope, "scope");
        int[] assigned =
                UseDef.of(scope.body()).defined().stream().mapToInt(slots::of).toArray();
        boolean launches = scope.kind() == ScopeKind.IN_CORE
                || scope.kind() == ScopeKind.CLUSTER
                || scope.kind() == ScopeKind.SPMD;
        return frame -> {
            Core core = frame.core;
            core.at(scope.span());
            if (launches && core.isManual() && core.isOrchestrating()) {
                Task own = region(frame, name, deps, predicate, placed, assigned);
                if (target >= 0) {
                    frame.slots[target] = own.id();
                }
                return Flow.NEXT;
            }
            Calls.declared(core, ExpressionCompiler.ids(deps, frame), core::await);
            Flow flow = Flow.NEXT;
            if (predicate == null || Scalars.isTrue(predicate.eval(frame))) {
                flow = placed.run(frame);
            }
            if (target >= 0) {
                frame.slots[target] =
                        core.machine().calls().completed(core, name).id();
            }
            return flow;
        };
    }

    /// Under a manual scope a region is a task of its own: what it assigns is known when it has ended.
    private static Task region(
            Frame frame, String name, List<Code> deps, @Nullable Code predicate, Step placed, int[] assigned) {
        Core core = frame.core;
        Frame copy = frame.copy(core);
        Predicate<Core> wanted = ExpressionCompiler.predicate(predicate, frame);
        Task task = core.machine().calls().region(core, name, ExpressionCompiler.ids(deps, frame), own -> {
            copy.core = own;
            if (wanted.test(own)) {
                placed.run(copy);
            }
            return Arrays.stream(assigned)
                    .mapToObj(slot -> Objects.requireNonNullElse(copy.slots[slot], Meaning.NOTHING))
                    .toArray();
        });
        for (int i = 0; i < assigned.length; i++) {
            frame.slots[assigned[i]] = new Pending(task, i);
        }
        return task;
    }

    private static Flow at(Frame frame, Core core, Step body) {
        Core before = frame.core;
        frame.core = core;
        try {
            Flow flow = body.run(frame);
            if (core.deferred() != before.deferred()) {
                core.deferred().forEach(Runnable::run);
            }
            return flow;
        } finally {
            frame.core = before;
        }
    }

    private Step inBlock(Scope scope, Step body) {
        String name = name(scope, "scope");
        return frame -> {
            Flow[] flow = {Flow.NEXT};
            Core before = frame.core;
            before.machine().calls().onBlock(before, name, core -> flow[0] = at(frame, core, body));
            return flow[0];
        };
    }

    private Step cluster(Scope scope, Step body) {
        String name = name(scope, "cluster");
        return frame -> {
            long lanes = slots.knowsLanes
                            || slots.callees.stream()
                                    .anyMatch(c -> program.function(c).knowsLanes())
                    ? 2
                    : 1;
            Flow[] flow = {Flow.NEXT};
            Calls calls = frame.core.machine().calls();
            calls.onBlock(
                    frame.core, name, block -> calls.cluster(block, lanes, core -> flow[0] = at(frame, core, body)));
            return flow[0];
        };
    }

    private static String name(Scope scope, String otherwise) {
        return scope.attrs().text("name_hint").filter(text -> !text.isEmpty()).orElse(otherwise);
    }

    private Step several(Scope scope, Step body, boolean blocks) {
        Code count = Optional.ofNullable(expressions.number(scope.attrs(), "count"))
                .orElseThrow(() -> new IllegalStateException("a scope without a count"));
        @Nullable Var variable = scope.index();
        int index = variable == null ? -1 : slots.of(variable);
        String name = name(scope, blocks ? "spmd" : "split_aiv");
        return frame -> {
            Core core = frame.core;
            core.at(scope.span());
            long number = Scalars.toLong(count.eval(frame));
            if (number < 1) {
                throw core.error(ExecCode.TOO_FEW_CORES, "there is at least one block, found " + number, "");
            }
            String what = "a scope of " + number + (blocks ? " blocks" : " lanes");
            core.machine().limits().require(number, BYTES_OF_BLOCK, what, scope.span());
            Frame[] frames = new Frame[OutOfMemory.arrayLength(number, what)];
            java.util.function.Consumer<Core> part = own -> {
                long place = blocks ? own.blockIndex() : own.lane();
                Frame copy = frame.copy(own);
                frames[(int) place] = copy;
                if (index >= 0) {
                    copy.slots[index] = place;
                }
                body.run(copy);
                own.deferred().forEach(Runnable::run);
            };
            if (blocks) {
                core.machine().calls().onBlocks(core, number, name, part);
            } else {
                core.machine().calls().onLanes(core, number, name, part);
            }
            frame.takeOver(frames[0]);
            return Flow.NEXT;
        };
    }
}
