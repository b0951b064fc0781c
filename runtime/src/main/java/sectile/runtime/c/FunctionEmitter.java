package sectile.runtime.c;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.interp.machine.Routine;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Shaped;
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
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.ScopeKind;

/// One function: a C function for its body, one for the body of every scope in it, and one that binds arguments.
final class FunctionEmitter {
    private final Unit unit;
    private final Function function;
    private final Slots slots;
    private final Uses uses;
    private final List<Value> returned = new ArrayList<>();

    FunctionEmitter(Unit unit, Function function) {
        this.unit = unit;
        this.function = function;
        this.slots = new Slots(Doubtful.of(function));
        this.uses = Uses.of(function.body());
        function.results()
                .forEach(type -> returned.addAll(
                        slots.fresh(type, "a result", function.origin().span())));
    }

    /// The C text of the function.
    String emit() {
        for (Param param : function.params()) {
            slots.of(param.variable());
        }
        String body = body(function.body());
        var code = new Code();
        var extents = new Extents(new Expressions(unit, slots, code), function.name());
        for (int i = 0; i < function.params().size(); i++) {
            bind(code, extents, i, function.params().get(i));
        }
        code.line(body + "(c, f);");
        if (!function.results().isEmpty()) {
            code.line("if (!f->returned) {");
            code.line("sx_fail(c, \"EXEC-116\", \"every way through the function must return them\", \"%s\", "
                    + Text.literal("`" + function.name() + "` ended with 0 results instead of "
                            + function.results().size())
                    + ");");
            code.line("}");
        }
        for (int i = 0; i < returned.size(); i++) {
            Value value = returned.get(i);
            code.line(
                    switch (value.kind()) {
                        case INTEGER -> "results[" + i + "].i = " + value.text() + ";";
                        case FLOAT -> "results[" + i + "].f = " + value.text() + ";";
                        case ARRAY -> "sx_take(c, &results[" + i + "].d, " + value.text() + ");";
                    });
        }
        code.line("sx_frame_close(c, f);");
        String name = unit.routine(function.name());
        return "static void " + name + "_code(sx_ctx *c, const sx_value *args, sx_value *results) {\n"
                + "  (void)args, (void)results;\n" + frame() + code + "}\n" + table(name);
    }

    /// The frame, once it is known how large it is.
    private Code frame() {
        var code = new Code();
        code.line("int64_t i[" + Math.max(1, slots.integers()) + "];");
        code.line("double fl[" + Math.max(1, slots.floats()) + "];");
        code.line("sx_data d[" + Math.max(1, slots.arrays()) + "];");
        code.line("sx_frame frame, *f = &frame;");
        code.line("sx_frame_open(c, f, " + slots.integers() + ", " + slots.floats() + ", " + slots.arrays()
                + ", i, fl, d);");
        return code;
    }

    private void bind(Code code, Extents extents, int index, Param param) {
        Value value = slots.of(param.variable()).getFirst();
        code.line(
                switch (value.kind()) {
                    case INTEGER -> value.text() + " = args[" + index + "].i;";
                    case FLOAT -> value.text() + " = args[" + index + "].f;";
                    case ARRAY -> "sx_assign(c, " + value.text() + ", &args[" + index + "].d);";
                });
        if (param.type() instanceof Shaped shaped) {
            for (int axis = 0; axis < shaped.rank(); axis++) {
                extents.bind(param, index, axis, shaped.shape().get(axis));
            }
        }
    }

    /// What the runtime knows about the function.
    private String table(String name) {
        Routine routine = unit.compiled().routine(function.name());
        var uses = new ArrayList<Integer>();
        for (Param param : function.params()) {
            boolean reads = param.direction() != Direction.OUT;
            uses.add((reads ? 1 : 0) + (param.direction().writes() ? 2 : 0));
        }
        List<Integer> kinds =
                returned.stream().map(value -> value.kind().ordinal()).toList();
        long coreNum = function.attrs().integer("core_num").orElse(1L);
        long lanes = function.attrs().integer("lanes").orElse(-1L);
        return "static const sx_routine " + name + " = {" + Text.literal(function.name()) + ", " + name + "_code, "
                + function.params().size() + ", " + function.results().size() + ", (const uint8_t[]){"
                + Text.elements(uses) + "}, (const int8_t[]){" + Text.elements(routine.aliases())
                + "}, (const uint8_t[]){" + Text.elements(kinds) + "}, "
                + function.kind().ordinal() + ", "
                + function.isHost() + ", " + unit.traits().isBlocking(function.name()) + ", "
                + unit.traits().isOrdered(function.name()) + ", " + routine.knowsLanes() + ", "
                + unit.traits().isLocal(function.name()) + ", " + coreNum + ", " + lanes
                + "};\n";
    }

    /// A C function for some statements; gives its name.
    private String body(Stmt statement) {
        var part = new Part(new Code(), List.of(), false);
        part.emit(statement);
        String name = unit.nextBody();
        unit.addBody("static int " + name + "(sx_ctx *c, sx_frame *f) { /* in " + function.name()
                + " */\n  (void)c, (void)f;\n" + part.code
                + "  return SX_NEXT;\n}\n");
        return name;
    }

    /// Statements of one C function.
    private final class Part {
        private final Code code;
        private final Expressions expressions;
        /// What a yield assigns.
        private List<Value> yields;
        /// Whether a loop of this C function surrounds the statement.
        private boolean inLoop;

        Part(Code code, List<Value> yields, boolean inLoop) {
            this.code = code;
            this.expressions = new Expressions(unit, slots, code);
            this.yields = yields;
            this.inLoop = inLoop;
        }

        void emit(Stmt statement) {
            switch (statement) {
                case Assign assign -> {
                    expressions.into(assign.value(), slots.of(assign.target()));
                    mark(assign.target());
                }
                case Eval eval -> expressions.values(eval.value());
                case Yield yielding -> together(yields, yielding.values());
                case Return returning -> {
                    var values = new ArrayList<Value>();
                    for (int i = 0; i < returning.values().size(); i++) {
                        Expr expr = returning.values().get(i);
                        Value value = expressions.value(expr);
                        values.add(
                                i < function.results().size()
                                        ? Calls.converted(function.results().get(i), value)
                                        : value);
                    }
                    for (int i = 0; i < Math.min(values.size(), returned.size()); i++) {
                        expressions.assign(returned.get(i), values.get(i));
                    }
                    code.line("f->returned = true;");
                    code.line("return SX_RETURN;");
                }
                case Break leaving -> code.line(inLoop ? "break;" : "return SX_BREAK;");
                case Continue next -> code.line(inLoop ? "continue;" : "return SX_CONTINUE;");
                case Seq seq -> sequence(seq.steps());
                case If choice -> choice(choice);
                case For loop -> loop(loop);
                case While loop -> loop(loop);
                case Scope scope -> scope(scope);
            }
        }

        /// From here on the variable has a value.
        private void mark(Var variable) {
            slots.flag(variable).ifPresent(flag -> code.line(flag.text() + " = 1;"));
        }

        /// Statements in order; ops that can share a loop or a kernel do.
        private void sequence(List<Stmt> steps) {
            for (int i = 0; i < steps.size(); ) {
                var region = new FusedRegion(uses, unit.dialect());
                int end = i;
                while (end < steps.size() && region.add(steps.get(end))) {
                    end++;
                }
                if (end > i && region.isWorthwhile()) {
                    region.finish();
                    List<Stmt> plain = steps.subList(i, end);
                    new FusedCode(expressions, region).print(() -> plain.forEach(this::emit));
                    i = end;
                } else {
                    emit(steps.get(i++));
                }
            }
        }

        /// Assigns several values at the same time: no target is written before all values are read.
        private void together(List<Value> targets, List<Expr> exprs) {
            var values = new ArrayList<Value>();
            exprs.forEach(expr -> values.addAll(expressions.values(expr)));
            if (targets.size() <= 1) {
                if (!targets.isEmpty()) {
                    expressions.assign(targets, values);
                }
                return;
            }
            var held = new ArrayList<Value>();
            for (int i = 0; i < targets.size(); i++) {
                Value target = targets.get(i);
                Value room = slots.fresh(target.kind(), target.name());
                expressions.assign(room, values.get(i));
                held.add(room);
            }
            expressions.assign(targets, held);
        }

        private List<Value> leaves(List<Var> variables) {
            var all = new ArrayList<Value>();
            variables.forEach(variable -> all.addAll(slots.of(variable)));
            return all;
        }

        private void within(List<Value> newYields, boolean loop, Stmt body) {
            List<Value> before = yields;
            boolean wasLoop = inLoop;
            yields = newYields;
            inLoop |= loop;
            emit(body);
            yields = before;
            inLoop = wasLoop;
        }

        private void choice(If choice) {
            Value condition = expressions.value(choice.condition());
            List<Value> results = choice.results().isEmpty() ? yields : leaves(choice.results());
            code.line("if (" + Scalars.truth(condition) + ") {");
            within(results, false, choice.then());
            choice.results().forEach(this::mark);
            if (choice.hasElse()) {
                code.line("} else {");
                within(results, false, choice.otherwise());
                choice.results().forEach(this::mark);
            }
            code.line("}");
        }

        private List<Value> start(List<IterArg> args) {
            List<Value> carried = leaves(args.stream().map(IterArg::variable).toList());
            together(carried, args.stream().map(IterArg::init).toList());
            return carried;
        }

        private void end(List<Var> results, List<Value> carried) {
            if (!results.isEmpty()) {
                expressions.assign(leaves(results), carried);
            }
        }

        private void loop(For loop) {
            String from = code.name("from");
            String by = code.name("by");
            String count = code.name("count");
            String k = code.name("k");
            Value start = expressions.value(loop.start());
            Value stop = expressions.value(loop.stop());
            Value step = expressions.value(loop.step());
            code.line("{");
            code.line("int64_t " + from + " = " + start.integer() + ", " + by + " = " + step.integer() + ";");
            expressions.at(loop.span());
            code.line("if (" + by + " == 0) sx_fail(c, \"EXEC-103\", \"\", \"the step of a loop is 0\");");
            code.line("int64_t " + count + " = sx_trip(" + from + ", " + stop.integer() + ", " + by + ");");
            List<Value> carried = start(loop.iterArgs());
            code.line("for (int64_t " + k + " = 0; " + k + " < " + count + "; " + k + "++) {");
            code.line("sx_tick(c);");
            code.line(slots.of(loop.index()).getFirst().text() + " = " + from + " + " + k + " * " + by + ";");
            mark(loop.index());
            within(carried, true, loop.body());
            code.line("}");
            end(loop.results(), carried);
            code.line("}");
        }

        private void loop(While loop) {
            List<Value> carried = start(loop.iterArgs());
            code.line("for (;; sx_round(c)) {");
            expressions.at(loop.span());
            code.line("if (!" + Scalars.truth(expressions.value(loop.condition())) + ") break;");
            within(carried, true, loop.body());
            code.line("}");
            end(loop.results(), carried);
        }

        private void scope(Scope scope) {
            Calls.Deps deps = new Calls(expressions).deps(scope.attrs());
            @Nullable
            Value predicate = expressions.number(scope.attrs(), "predicate").orElse(null);
            expressions.at(scope.span());
            if (deps != Calls.Deps.NONE) {
                code.line("sx_await_tasks(c, " + deps.count() + ", " + deps.ids() + ");");
            }
            if (predicate != null) {
                code.line("if (" + Scalars.truth(predicate) + ") {");
            }
            placed(scope);
            if (predicate != null) {
                code.line("}");
            }
            Var task = scope.task();
            if (task != null) {
                code.line(slots.of(task).getFirst().text() + " = sx_scope_task(c, " + Text.literal(name(scope)) + ");");
            }
        }

        private String name(Scope scope) {
            return scope.attrs()
                    .text("name_hint")
                    .filter(text -> !text.isEmpty())
                    .orElse("scope");
        }

        private void placed(Scope scope) {
            String name = Text.literal(name(scope));
            switch (scope.kind()) {
                case HIERARCHY, COMM_DOMAIN -> emit(scope.body());
                case RUNTIME -> {
                    if (scope.attrs().flag("manual")) {
                        flow("sx_scope_manual(c, f, " + body(scope.body()) + ")");
                    } else {
                        emit(scope.body());
                    }
                }
                case IN_CORE -> flow("sx_scope_block(c, f, " + name + ", " + body(scope.body()) + ")");
                case CLUSTER -> {
                    boolean lanes = unit.compiled().routine(function.name()).knowsLanes();
                    flow("sx_scope_cluster(c, f, " + name + ", " + lanes + ", " + body(scope.body()) + ")");
                }
                case SPMD, SPLIT_AIV -> several(scope, name);
            }
        }

        /// A scope whose statements may leave what surrounds it.
        private void flow(String call) {
            String flow = code.name("flow");
            code.line("int " + flow + " = " + call + ";");
            code.line("if (" + flow + " == SX_RETURN) return SX_RETURN;");
            code.line("if (" + flow + " == SX_BREAK) " + (inLoop ? "break;" : "return SX_BREAK;"));
            code.line("if (" + flow + " == SX_CONTINUE) " + (inLoop ? "continue;" : "return SX_CONTINUE;"));
        }

        private void several(Scope scope, String name) {
            Value count = expressions.number(scope.attrs(), "count").orElseThrow();
            Var variable = scope.index();
            String index = variable == null
                    ? "-1"
                    : slots.of(variable).getFirst().text().replaceAll("\\D", "");
            code.line("sx_scope_several(c, f, " + name + ", "
                    + (scope.kind() == ScopeKind.SPMD) + ", " + count.integer() + ", " + index + ", "
                    + unit.traits().isBlocking(scope.body()) + ", "
                    + unit.traits().isOrdered(scope.body()) + ", "
                    + body(scope.body()) + ");");
        }
    }
}
