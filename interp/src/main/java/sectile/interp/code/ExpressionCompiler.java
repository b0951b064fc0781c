package sectile.interp.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfMemory;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Comparison;
import sectile.base.number.Elements;
import sectile.base.number.UndefinedResultException;
import sectile.interp.machine.Calls;
import sectile.interp.machine.Core;
import sectile.interp.machine.Dispatch;
import sectile.interp.machine.Pending;
import sectile.interp.ops.Args;
import sectile.interp.ops.Meaning;
import sectile.interp.ops.Meanings;
import sectile.interp.ops.Scalars;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.ScalarValues;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// Expressions as closures.
final class ExpressionCompiler {
    /// What any op costs this host, in the units of the limits.
    private static final long OP_WORK = 200;

    private final CompiledProgram program;
    private final Slots slots;

    ExpressionCompiler(CompiledProgram program, Slots slots) {
        this.program = program;
        this.slots = slots;
    }

    Code compile(Expr expr) {
        return switch (expr) {
            case Var variable -> variable(slots.of(variable), variable.name(), variable);
            case Dim dim -> variable(slots.of(dim), dim.name(), dim);
            case ConstInt constant -> constant(Elements.wrap(constant.dtype().storage(), constant.value()));
            case ConstFloat constant -> constant(Elements.round(constant.dtype().storage(), constant.value()));
            case ConstBool constant -> constant(constant.value());
            case Binary binary -> binary(binary);
            case Unary unary -> unary(unary);
            case Cast cast -> {
                Code operand = compile(cast.operand());
                DataType from = ScalarRules.dtypeOf(cast.operand());
                DataType to = cast.dtype();
                yield frame -> ScalarValues.convert(from, to, operand.eval(frame));
            }
            case Absent absent -> constant(Meaning.NOTHING);
            case MakeTuple tuple -> {
                Code[] elements = all(tuple.elements());
                yield frame -> evaluate(elements, frame);
            }
            case TupleGet get -> {
                Code tuple = compile(get.tuple());
                int index = get.index();
                boolean scalar = get.type() instanceof ScalarType;
                yield frame -> {
                    Object element = ((Object[]) tuple.eval(frame))[index];
                    return scalar && element instanceof Pending ? frame.core.force(element) : element;
                };
            }
            case OpCall call -> op(call);
            case FunctionCall call -> {
                slots.callees.add(call.callee());
                Code[] args = all(call.args());
                DispatchCode dispatch = dispatch(call.attrs());
                boolean scalar = call.type() instanceof ScalarType;
                yield frame -> {
                    Core core = frame.core;
                    Object[] values = evaluate(args, frame);
                    core.at(call.span());
                    Object[] results = core.machine()
                            .calls()
                            .call(core, program.function(call.callee()), values, dispatch.eval(frame));
                    Object result = results.length == 0 ? Meaning.NOTHING : results.length == 1 ? results[0] : results;
                    return scalar ? core.force(result) : result;
                };
            }
            case Submit submit -> submit(submit);
        };
    }

    private static Code constant(Object value) {
        return frame -> value;
    }

    private static Code variable(int slot, String name, Expr at) {
        boolean scalar = at.type() instanceof ScalarType;
        return frame -> {
            Object value = frame.slots[slot];
            if (scalar && value instanceof Pending) {
                value = frame.core.force(value);
            }
            if (value == null) {
                frame.core.at(at.span());
                throw frame.core.error(ExecCode.UNASSIGNED, "`" + name + "` has no value here", "");
            }
            return value;
        };
    }

    private Code[] all(List<Expr> exprs) {
        return exprs.stream().map(this::compile).toArray(Code[]::new);
    }

    private static Object[] evaluate(Code[] codes, Frame frame) {
        Object[] values = new Object[codes.length];
        for (int i = 0; i < codes.length; i++) {
            values[i] = codes[i].eval(frame);
        }
        return values;
    }

    // ---- scalars

    private Code binary(Binary binary) {
        Code lhs = compile(binary.lhs());
        Code rhs = compile(binary.rhs());
        BinaryOp op = binary.op();
        if (op == BinaryOp.AND) {
            return frame -> Scalars.isTrue(lhs.eval(frame)) && Scalars.isTrue(rhs.eval(frame));
        }
        if (op == BinaryOp.OR) {
            return frame -> Scalars.isTrue(lhs.eval(frame)) || Scalars.isTrue(rhs.eval(frame));
        }
        DataType left = ScalarRules.dtypeOf(binary.lhs());
        DataType right = ScalarRules.dtypeOf(binary.rhs());
        if (op.kind() == BinaryOp.Kind.COMPARISON) {
            Comparison comparison = ScalarValues.comparison(op);
            DataType meet = ScalarValues.meet(left, right);
            return frame -> ScalarValues.compare(comparison, meet, left, right, lhs.eval(frame), rhs.eval(frame));
        }
        BinaryFunction function = ScalarValues.function(op);
        DataType type = binary.type().dtype();
        return frame -> {
            Object a = lhs.eval(frame);
            Object b = rhs.eval(frame);
            try {
                return ScalarValues.combine(function, type, left, right, a, b);
            } catch (UndefinedResultException e) {
                frame.core.at(binary.span());
                throw frame.core.error(ExecCode.DIVISION_BY_ZERO, e.reason().text(), "");
            }
        };
    }

    private Code unary(Unary unary) {
        Code operand = compile(unary.operand());
        DataType type = unary.type().dtype();
        UnaryOp op = unary.op();
        return frame -> ScalarValues.unary(op, type, operand.eval(frame));
    }

    // ---- ops

    private Code op(OpCall call) {
        Meaning meaning = Meanings.of(call.op());
        slots.knowsLanes |= call.op().isLaneAware(call.attrs());
        Code[] args = new Code[call.args().size()];
        boolean[] touched = new boolean[args.length];
        boolean[] written = new boolean[args.length];
        boolean[] used = new boolean[args.length];
        for (int i = 0; i < args.length; i++) {
            Expr arg = call.args().get(i);
            args[i] = compile(arg);
            Effect effect = call.op().effect(call.op().operands().get(i), call.attrs());
            touched[i] = !meaning.reportsAccesses() && effect != Effect.NONE;
            written[i] = effect.writes();
            used[i] = effect != Effect.NONE;
        }
        Map<String, Code> attributes = computed(call.attrs());
        long size = bytesOf(call.type());
        String made = "the result of " + call.op().name();
        return frame -> {
            Core core = frame.core;
            Object[] values = evaluate(args, frame);
            core.at(call.span());
            long work = OP_WORK;
            for (int i = 0; i < values.length; i++) {
                if (values[i] instanceof Pending) {
                    values[i] = core.force(values[i]);
                }
                if (values[i] instanceof Data data) {
                    work += data.shape().elements();
                    if (used[i]) {
                        core.uses(data);
                    }
                }
                if (touched[i] && values[i] instanceof Data data && data.memory() != null) {
                    if (written[i]) {
                        core.writes(data, data.array(), false);
                    } else {
                        core.reads(data, data.array());
                    }
                }
            }
            Limits limits = core.machine().limits();
            core.machine().countOp();
            limits.work(work, call.span());
            limits.require(size, made, call.span());
            core.needs(call, values);
            Object result = located(meaning, new Args(core, call, values, evaluate(attributes, frame)), core);
            core.spend(call, values, result);
            return placed(call.op(), values, result);
        };
    }

    /// A view of a tile that was received, and what an op wrote into one, are in its slot; any other result is not.
    private static Object placed(Op op, Object[] values, Object result) {
        if (!(result instanceof Data data)) {
            return result;
        }
        int shared = op.viewOf() >= 0 ? op.viewOf() : op.reuses();
        if (shared >= 0) {
            return values[shared] instanceof Data whole ? data.in(whole.slot()) : data;
        }
        for (Object value : values) {
            if (data.slot() != null && value instanceof Data operand && operand.slot() == data.slot()) {
                return data.in(null);
            }
        }
        return data;
    }

    /// Memory that runs out does so at the op that asks for it.
    private static Object located(Meaning meaning, Args args, Core core) {
        try {
            return meaning.of(args);
        } catch (DiagnosticException e) {
            if (e.diagnostics().stream().noneMatch(problem -> problem.span().isNone())) {
                throw e;
            }
            throw new DiagnosticException(e.diagnostics().stream()
                    .map(problem -> problem.span().isNone() ? problem.at(core.span()) : problem)
                    .toList());
        } catch (OutOfMemoryError e) {
            throw new DiagnosticException(
                    OutOfMemory.full(Runtime.getRuntime().maxMemory()).at(core.span()));
        }
    }

    /// The size of a value if it is known before the program runs, else 0.
    private static long bytesOf(Type type) {
        if (!(type instanceof Shaped shaped) || type instanceof DistributedTensorType) {
            return 0;
        }
        double elements = 1;
        for (Expr extent : shaped.shape()) {
            elements *= Math.max(0, Dims.constant(extent).orElse(0));
        }
        return (long) (elements * shaped.dtype().storage().bits() / 8);
    }

    private Map<String, Code> computed(Attrs attrs) {
        var codes = new LinkedHashMap<String, Code>();
        attrs.asMap().forEach((name, value) -> {
            if (value instanceof Attr.Value expr) {
                codes.put(name, compile(expr.value()));
            }
        });
        return codes;
    }

    private static Map<String, Object> evaluate(Map<String, Code> codes, Frame frame) {
        if (codes.isEmpty()) {
            return Map.of();
        }
        var values = new LinkedHashMap<String, Object>();
        codes.forEach((name, code) -> values.put(name, code.eval(frame)));
        return values;
    }

    // ---- calls

    private Code submit(Submit submit) {
        slots.callees.add(submit.callee());
        Code[] args = all(submit.args());
        DispatchCode dispatch = dispatch(submit.attrs());
        return frame -> {
            Core core = frame.core;
            Object[] values = evaluate(args, frame);
            core.at(submit.span());
            Calls.Submitted submitted = core.machine()
                    .calls()
                    .submit(core, program.function(submit.callee()), values, dispatch.eval(frame));
            Object id = submitted.task().id();
            if (submitted.values().length == 0) {
                return id;
            }
            Object[] tuple = java.util.Arrays.copyOf(submitted.values(), submitted.values().length + 1);
            tuple[tuple.length - 1] = id;
            return tuple;
        };
    }

    /// A dispatch whose parts are only known when the call is made.
    interface DispatchCode {
        Dispatch eval(Frame frame);
    }

    DispatchCode dispatch(Attrs attrs) {
        if (attrs.isEmpty()) {
            return frame -> Dispatch.PLAIN;
        }
        Code device = number(attrs, "device");
        Code blocks = number(attrs, "core_num");
        List<Code> deps = deps(attrs);
        var free = new HashSet<Integer>();
        if (attrs.find("no_dep_args").orElse(null) instanceof Attr.Items items) {
            items.values().forEach(i -> free.add((int) ((Attr.Int) i).value()));
        }
        Code predicate = number(attrs, "predicate");
        return frame -> new Dispatch(
                optional(device, frame), optional(blocks, frame), ids(deps, frame), free, predicate(predicate, frame));
    }

    /// A condition that is evaluated later, on the variables of now.
    static Predicate<Core> predicate(@Nullable Code condition, Frame frame) {
        if (condition == null) {
            return core -> true;
        }
        Frame now = frame.copy(frame.core);
        return core -> {
            now.core = core;
            return Scalars.isTrue(condition.eval(now));
        };
    }

    static OptionalLong optional(@Nullable Code code, Frame frame) {
        return code == null ? OptionalLong.empty() : OptionalLong.of(Scalars.toLong(code.eval(frame)));
    }

    @Nullable
    Code number(Attrs attrs, String name) {
        return switch (attrs.find(name).orElse(null)) {
            case Attr.Int constant -> constant(constant.value());
            case Attr.Bool truth -> constant(truth.value());
            case Attr.Value value -> compile(value.value());
            case null -> null;
            case Attr.Real _, Attr.Text _, Attr.Element _, Attr.Sym _, Attr.Items _, Attr.Group _ -> null;
        };
    }

    List<Code> deps(Attrs attrs) {
        var codes = new ArrayList<Code>();
        attrs.find("deps").ifPresent(deps -> collect(deps, codes));
        return codes;
    }

    private void collect(Attr attr, List<Code> codes) {
        if (attr instanceof Attr.Items items) {
            items.values().forEach(item -> collect(item, codes));
        } else if (attr instanceof Attr.Value value) {
            codes.add(compile(value.value()));
        }
    }

    static List<Long> ids(List<Code> codes, Frame frame) {
        var ids = new ArrayList<Long>();
        for (Code code : codes) {
            Scalars.flatten(code.eval(frame), ids);
        }
        return ids;
    }
}
