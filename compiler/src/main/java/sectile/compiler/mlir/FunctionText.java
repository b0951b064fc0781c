package sectile.compiler.mlir;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.base.number.UnaryFunction;
import sectile.compiler.CompiledProgram;
import sectile.compiler.Pipelines;
import sectile.compiler.target.Target;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Walk;
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
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.ScalarValues;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Results;
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
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.symbol.UnaryOp;

/// One function.
final class FunctionText {
    private final CompiledProgram compiled;
    private final Function function;
    private final Code code = new Code();
    private final Map<Var, List<Value>> values = new HashMap<>();
    private final Map<String, Value> dims = new HashMap<>();
    private final Map<String, Value> memories = new LinkedHashMap<>();
    private final Set<String> dense = new HashSet<>();
    private final Results results;
    private Value block = new Value("", "");
    private Value blocks = new Value("", "");

    FunctionText(CompiledProgram compiled, Function function) {
        this.compiled = compiled;
        this.function = function;
        this.results = Results.of(name -> compiled.program().find(name));
    }

    String text() {
        Signature signature = Signature.of(function);
        var params = new ArrayList<Value>();
        for (Param param : function.params()) {
            var parts = new ArrayList<Value>();
            for (String type : Types.parts(param.type(), param.variable().span())) {
                parts.add(new Value(code.fresh(param.name()), type));
            }
            values.put(param.variable(), parts);
            params.addAll(parts);
        }
        if (signature.runsInBlocks()) {
            block = new Value(code.fresh("block"), "index");
            blocks = new Value(code.fresh("blocks"), "index");
            params.addAll(List.of(block, blocks));
        }
        code.block(
                "func.func @" + function.name() + "("
                        + params.stream().map(p -> p.name() + ": " + p.type()).collect(Collectors.joining(", "))
                        + ")" + (signature.results().isEmpty() ? "" : " -> " + signature.resultType()) + " {",
                () -> {
                    function.params().forEach(this::extents);
                    memories();
                    body(signature);
                },
                "}");
        return code.toString();
    }

    /// Dynamic extents that a parameter shows.
    private void extents(Param param) {
        if (param.type() instanceof Shaped shaped) {
            for (int axis = 0; axis < shaped.rank(); axis++) {
                if (shaped.shape().get(axis) instanceof Dim dim && !dims.containsKey(dim.name())) {
                    dims.put(dim.name(), extent(value(param.variable()), axis));
                }
            }
        }
    }

    Value extent(Value region, int axis) {
        return code.define(
                "extent",
                "index",
                "memref.dim " + region.name() + ", " + code.index(axis).name() + " : " + region.type());
    }

    /// One buffer for each memory of the core that tiles of the function lie in.
    private void memories() {
        Set<MemorySpace> used = EnumSet.noneOf(MemorySpace.class);
        Walk.each(
                function.body(),
                s -> Walk.definitions(s).forEach(variable -> {
                    if (variable.type() instanceof TileType tile && hasAddress(tile)) {
                        used.add(Objects.requireNonNull(tile.space()));
                    }
                }));
        for (MemorySpace space : used) {
            Target.Memory memory = compiled.target().memory(space).orElseThrow();
            if (!memories.containsKey(memory.name())) {
                String type = "memref<" + memory.capacity() + "xi8>";
                memories.put(memory.name(), code.define(memory.name(), type, "memref.alloc() : " + type));
            }
        }
    }

    private boolean hasAddress(TileType tile) {
        return compiled.pipeline().equals(Pipelines.FULL)
                && tile.memref() != null
                && tile.space() != null
                && compiled.target().memory(tile.space()).isPresent();
    }

    private void body(Signature signature) {
        List<Stmt> steps = new ArrayList<>(Seq.steps(function.body()));
        var returned = new ArrayList<Value>();
        boolean returns = !steps.isEmpty() && steps.getLast() instanceof Return;
        Return last = returns ? (Return) steps.removeLast() : null;
        steps.forEach(this::statement);
        if (last != null) {
            for (int i = 0; i < last.values().size(); i++) {
                Expr result = last.values().get(i);
                if (i < function.results().size()) {
                    returned.addAll(as(function.results().get(i), result.type(), values(result), result.span()));
                }
            }
        } else {
            for (int i = 0; i < function.results().size(); i++) {
                int place = results.parameter(function.name(), i)
                        .orElseThrow(() -> cannot(
                                "a result that is not returned",
                                function.origin().span()));
                returned.addAll(values(function.params().get(place).variable()));
            }
        }
        memories.values().forEach(buffer -> code.line("memref.dealloc " + buffer.name() + " : " + buffer.type()));
        code.line(
                returned.isEmpty()
                        ? "return"
                        : "return " + Code.names(returned) + " : " + String.join(", ", signature.results()));
    }

    static InexpressibleException cannot(String what, Span at) {
        return new InexpressibleException(what, at);
    }

    Code code() {
        return code;
    }

    Numbers numbers(Span at) {
        return new Numbers(code, at);
    }

    Value block() {
        return block;
    }

    Value blocks() {
        return blocks;
    }

    // ---- statements

    private void statement(Stmt statement) {
        switch (statement) {
            case Assign assign -> {
                Type wanted = assign.target().type();
                values.put(
                        assign.target(),
                        assign.value() instanceof OpCall call
                                ? as(wanted, call.type(), new OpText(this, call, wanted).values(), assign.span())
                                : placed(wanted, assign.value()));
            }
            case Eval eval -> values(eval.value());
            case Seq seq -> seq.steps().forEach(this::statement);
            case If choice -> choice(choice);
            case For loop -> loop(loop);
            case While loop -> loop(loop);
            case Scope scope -> scope(scope);
            case Yield y -> throw cannot("a yield outside of a loop or branch", y.span());
            case Return r -> throw cannot("a return inside a loop or branch", r.span());
            case Break b -> throw cannot("`break`", b.span());
            case Continue c -> throw cannot("`continue`", c.span());
        }
    }

    private void scope(Scope scope) {
        if (scope.kind() != ScopeKind.RUNTIME) {
            throw cannot("a scope that runs elsewhere", scope.span());
        }
        statement(scope.body());
        Var task = scope.task();
        if (task != null) {
            values.put(task, List.of(code.index(0)));
        }
    }

    /// The statements of a branch or loop, and what it yields.
    private void yielding(Stmt body, List<Var> targets, List<String> types) {
        List<Stmt> steps = new ArrayList<>(Seq.steps(body));
        Yield last = !steps.isEmpty() && steps.getLast() instanceof Yield yielded ? yielded : null;
        if (last != null) {
            steps.removeLast();
        }
        steps.forEach(this::statement);
        var yielded = new ArrayList<Value>();
        if (last != null && !types.isEmpty()) {
            for (int i = 0; i < targets.size(); i++) {
                Expr value = last.values().get(i);
                for (int before = 0; before < i; before++) {
                    if (isSamePlace(targets.get(before).type(), value.type())) {
                        throw cannot("a loop that exchanges tiles", value.span());
                    }
                }
                yielded.addAll(placed(targets.get(i).type(), value));
            }
        }
        if (!types.isEmpty()) {
            code.line("scf.yield " + Code.names(yielded) + " : " + String.join(", ", types));
        }
    }

    private static List<String> types(List<Var> variables) {
        var types = new ArrayList<String>();
        variables.forEach(v -> types.addAll(Types.parts(v.type(), v.span())));
        return types;
    }

    /// `%r:2 = ` in front of an operation with results, which the variables get.
    private String results(List<Var> variables) {
        List<String> types = types(variables);
        if (types.isEmpty()) {
            return "";
        }
        String name = code.fresh(variables.size() == 1 ? variables.getFirst().name() : "results");
        int at = 0;
        for (Var variable : variables) {
            var parts = new ArrayList<Value>();
            for (String type : Types.parts(variable.type(), variable.span())) {
                parts.add(new Value(types.size() == 1 ? name : name + "#" + at, type));
                at++;
            }
            values.put(variable, parts);
        }
        return (types.size() == 1 ? name : name + ":" + types.size()) + " = ";
    }

    private void choice(If choice) {
        Value condition = truth(choice.condition());
        List<String> types = types(choice.results());
        String head =
                "scf.if " + condition.name() + (types.isEmpty() ? "" : " -> (" + String.join(", ", types) + ")") + " {";
        boolean otherwise = choice.hasElse() || !types.isEmpty();
        code.block(
                results(choice.results()) + head,
                () -> yielding(choice.then(), choice.results(), types),
                otherwise ? "} else {" : "}");
        if (otherwise) {
            code.block("", () -> yielding(choice.otherwise(), choice.results(), types), "}");
        }
    }

    /// The first values of what a loop carries.
    private List<Value> first(List<IterArg> args) {
        var first = new ArrayList<Value>();
        for (IterArg arg : args) {
            first.addAll(placed(arg.variable().type(), arg.init()));
        }
        return first;
    }

    /// New names for what a loop carries.
    private List<Value> carried(List<Var> variables) {
        var all = new ArrayList<Value>();
        for (Var variable : variables) {
            var parts = new ArrayList<Value>();
            for (String type : Types.parts(variable.type(), variable.span())) {
                var part = new Value(code.fresh(variable.name()), type);
                if (variable.type() instanceof TileType tile && hasAddress(tile)) {
                    dense.add(part.name());
                }
                parts.add(part);
            }
            values.put(variable, parts);
            all.addAll(parts);
        }
        return all;
    }

    private static String pairs(List<Value> names, List<Value> first) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> names.get(i).name() + " = " + first.get(i).name())
                .collect(Collectors.joining(", "));
    }

    private static List<Var> variables(List<IterArg> args) {
        return args.stream().map(IterArg::variable).toList();
    }

    private void loop(For loop) {
        if (!(loop.step() instanceof ConstInt step) || step.value() <= 0) {
            throw cannot("a loop whose step is not a positive constant", loop.span());
        }
        Value start = index(loop.start());
        Value stop = index(loop.stop());
        List<Value> first = first(loop.iterArgs());
        List<Var> args = variables(loop.iterArgs());
        List<String> types = types(args);
        var index = new Value(code.fresh(loop.index().name()), "index");
        values.put(loop.index(), List.of(index));
        String by = code.index(step.value()).name();
        List<Value> carried = carried(args);
        String head = (types.isEmpty() ? "" : results(loop.results().isEmpty() ? unused(args) : loop.results()))
                + "scf.for " + index.name() + " = " + start.name() + " to " + stop.name() + " step " + by
                + (types.isEmpty()
                        ? ""
                        : " iter_args(" + pairs(carried, first) + ") -> (" + String.join(", ", types) + ")")
                + " {";
        code.block(head, () -> yielding(loop.body(), args, types), "}");
    }

    /// Results that the program does not name.
    private static List<Var> unused(List<Var> args) {
        return args.stream().map(a -> new Var("unused", a.type(), a.origin())).toList();
    }

    private void loop(While loop) {
        List<Value> first = first(loop.iterArgs());
        List<Var> args = variables(loop.iterArgs());
        List<String> types = types(args);
        String list = "(" + String.join(", ", types) + ")";
        List<Value> before = carried(args);
        String head = (types.isEmpty() ? "" : results(loop.results().isEmpty() ? unused(args) : loop.results()))
                + "scf.while " + (types.isEmpty() ? "" : "(" + pairs(before, first) + ") ") + ": " + list + " -> "
                + list + " {";
        code.block(
                head,
                () -> {
                    Value condition = truth(loop.condition());
                    code.line("scf.condition(" + condition.name() + ")"
                            + (types.isEmpty() ? "" : " " + Code.names(before) + " : " + String.join(", ", types)));
                },
                "} do {");
        List<Value> inside = carried(args);
        if (!inside.isEmpty()) {
            code.line("^bb0("
                    + inside.stream().map(v -> v.name() + ": " + v.type()).collect(Collectors.joining(", "))
                    + "):");
        }
        code.block(
                "",
                () -> {
                    yielding(loop.body(), args, types);
                    if (types.isEmpty()) {
                        code.line("scf.yield");
                    }
                },
                "}");
    }

    // ---- expressions

    /// The parts of a value.
    List<Value> values(Expr expr) {
        return switch (expr) {
            case Var variable -> {
                List<Value> found = values.get(variable);
                if (found == null) {
                    throw cannot("`" + variable.name() + "`, which is not defined on every path here", variable.span());
                }
                yield found;
            }
            case Dim dim -> {
                Value found = dims.get(dim.name());
                if (found == null) {
                    throw cannot("the extent `" + dim.name() + "`, which no parameter has", dim.span());
                }
                yield List.of(found);
            }
            case ConstInt constant -> List.of(numbers(expr.span()).constant(constant.dtype(), constant.value()));
            case ConstFloat constant -> List.of(numbers(expr.span()).constant(constant.dtype(), constant.value()));
            case ConstBool constant -> List.of(numbers(expr.span()).constant(DataType.BOOL, constant.value() ? 1 : 0));
            case Binary binary -> List.of(binary(binary));
            case Unary unary -> List.of(unary(unary));
            case Cast cast ->
                List.of(numbers(cast.span())
                        .converted(ScalarRules.dtypeOf(cast.operand()), cast.dtype(), value(cast.operand())));
            case Absent _ -> List.of();
            case MakeTuple tuple -> {
                var all = new ArrayList<Value>();
                tuple.elements().forEach(element -> all.addAll(values(element)));
                yield all;
            }
            case TupleGet get -> {
                TupleType tuple = (TupleType) get.tuple().type();
                int from = 0;
                for (int i = 0; i < get.index(); i++) {
                    from += Types.parts(tuple.elements().get(i), get.span()).size();
                }
                int count = Types.parts(get.type(), get.span()).size();
                yield values(get.tuple()).subList(from, from + count);
            }
            case OpCall call -> new OpText(this, call, call.type()).values();
            case FunctionCall call -> call(call.callee(), call.args(), call.attrs(), call.span());
            case Submit submit -> {
                var all = new ArrayList<>(call(submit.callee(), submit.args(), submit.attrs(), submit.span()));
                all.add(code.index(0));
                yield all;
            }
        };
    }

    Value value(Expr expr) {
        List<Value> found = values(expr);
        if (found.size() != 1) {
            throw new IllegalStateException("expected one value, found " + found.size() + ": " + expr);
        }
        return found.getFirst();
    }

    Value index(Expr expr) {
        return numbers(expr.span()).converted(ScalarRules.dtypeOf(expr), DataType.INDEX, value(expr));
    }

    Value truth(Expr expr) {
        return numbers(expr.span()).isTrue(ScalarRules.dtypeOf(expr), value(expr));
    }

    /// The value of an expression where a variable of a type lies: a tile that has another place is copied there.
    private List<Value> placed(Type wanted, Expr expr) {
        List<Value> found = values(expr);
        if (wanted instanceof TileType tile && hasAddress(tile) && !isSamePlace(wanted, expr.type())) {
            Value place = made(tile, expr.span());
            Value from = found.getFirst();
            code.line("linalg.copy ins(" + from.name() + " : " + from.type() + ") outs(" + place.name() + " : "
                    + place.type() + ")");
            return List.of(place);
        }
        return as(wanted, expr.type(), found, expr.span());
    }

    private boolean isSamePlace(Type a, Type b) {
        return a instanceof TileType one
                && b instanceof TileType other
                && hasAddress(one)
                && hasAddress(other)
                && memory(one).name().equals(memory(other).name())
                && address(one).isPresent()
                && address(one).equals(address(other));
    }

    private static OptionalLong address(TileType tile) {
        return Dims.constant(Objects.requireNonNull(tile.memref()).byteOffset());
    }

    private Target.Memory memory(TileType tile) {
        return compiled.target().memory(Objects.requireNonNull(tile.space())).orElseThrow();
    }

    /// Values as the parts of a type that means the same.
    private List<Value> as(Type wanted, Type found, List<Value> parts, Span at) {
        List<String> types = Types.parts(wanted, at);
        var converted = new ArrayList<Value>();
        for (int i = 0; i < types.size(); i++) {
            Value part = parts.get(i);
            if (part.type().equals(types.get(i))) {
                converted.add(part);
            } else if (part.type().startsWith("memref")) {
                converted.add(castTo(part, types.get(i)));
            } else if (wanted instanceof ScalarType to && found instanceof ScalarType from) {
                converted.add(numbers(at).converted(from.dtype(), to.dtype(), part));
            } else {
                throw cannot("a value of the type " + found + " as one of " + wanted, at);
            }
        }
        return converted;
    }

    /// The same memory under another type.
    Value castTo(Value region, String type) {
        if (region.type().equals(type)) {
            return region;
        }
        Value cast = code.define("m", type, "memref.cast " + region.name() + " : " + region.type() + " to " + type);
        if (isDense(region)) {
            dense.add(cast.name());
        }
        return cast;
    }

    private Value binary(Binary binary) {
        DataType left = ScalarRules.dtypeOf(binary.lhs());
        DataType right = ScalarRules.dtypeOf(binary.rhs());
        Numbers numbers = numbers(binary.span());
        if (binary.op() == BinaryOp.AND || binary.op() == BinaryOp.OR) {
            Value first = numbers.isTrue(left, value(binary.lhs()));
            boolean and = binary.op() == BinaryOp.AND;
            return code.choose(
                    first,
                    "i1",
                    () -> and ? numbers.isTrue(right, value(binary.rhs())) : numbers.constant(DataType.BOOL, 1),
                    () -> and ? numbers.constant(DataType.BOOL, 0) : numbers.isTrue(right, value(binary.rhs())));
        }
        DataType meet = left == right
                ? left
                : ScalarRules.meet(left, right).orElseThrow(() -> cannot("`" + binary + "`", binary.span()));
        if (binary.op() == BinaryOp.DIV && !meet.isFloat()) {
            meet = DataType.FP32;
        }
        Value a = numbers.converted(left, meet, value(binary.lhs()));
        Value b = numbers.converted(right, meet, value(binary.rhs()));
        return binary.op().kind() == BinaryOp.Kind.COMPARISON
                ? numbers.compare(ScalarValues.comparison(binary.op()), meet, a, b)
                : numbers.binary(ScalarValues.function(binary.op()), meet, a, b);
    }

    private Value unary(Unary unary) {
        DataType dtype = ScalarRules.dtypeOf(unary.operand());
        Numbers numbers = numbers(unary.span());
        Value operand = value(unary.operand());
        return unary.op() == UnaryOp.NOT
                ? numbers.unary(UnaryFunction.NOT, DataType.BOOL, numbers.isTrue(dtype, operand))
                : numbers.unary(unary.op() == UnaryOp.NEG ? UnaryFunction.NEG : UnaryFunction.NOT, dtype, operand);
    }

    // ---- memory

    /// Memory for a value that an op makes: where the plan of memory puts a tile, else new memory.
    Value made(Shaped type, Span at) {
        List<String> extents = type.shape().stream().map(Types::extent).toList();
        String element = Types.scalar(type.dtype(), at);
        String plain = Types.dense(extents, element);
        Value region;
        if (type instanceof TileType tile && hasAddress(tile)) {
            if (extents.contains("?")) {
                throw cannot("a tile whose extents are not constant", at);
            }
            Value buffer = Objects.requireNonNull(memories.get(memory(tile).name()));
            Value address = index(Objects.requireNonNull(tile.memref()).byteOffset());
            region = code.define(
                    "at",
                    plain,
                    "memref.view " + buffer.name() + "[" + address.name() + "][] : " + buffer.type() + " to " + plain);
        } else {
            var sizes = new ArrayList<Value>();
            for (int i = 0; i < extents.size(); i++) {
                if (extents.get(i).equals("?")) {
                    sizes.add(index(type.shape().get(i)));
                }
            }
            region = code.define("new", plain, "memref.alloc(" + Code.names(sizes) + ") : " + plain);
        }
        dense.add(region.name());
        return castTo(region, Types.shaped(extents, element));
    }

    /// Whether the rows of a region follow each other without gaps, from the beginning of its memory.
    boolean isDense(Value region) {
        return dense.contains(region.name());
    }

    void markDense(Value region) {
        dense.add(region.name());
    }

    // ---- calls

    private List<Value> call(String callee, List<Expr> exprs, Attrs attrs, Span at) {
        if (attrs.has("device")) {
            throw cannot("a call on another device", at);
        }
        Function target = compiled.program().function(callee);
        Signature signature = Signature.of(target);
        var args = new ArrayList<Value>();
        for (int i = 0; i < exprs.size(); i++) {
            Expr expr = exprs.get(i);
            args.addAll(as(target.params().get(i).type(), expr.type(), values(expr), expr.span()));
        }
        if (!signature.runsInBlocks()) {
            return called(signature, args);
        }
        Value count = number(attrs, "core_num", at);
        if (count == null) {
            boolean inside = Signature.runsInBlocks(function);
            args.add(inside ? block : code.index(0));
            args.add(inside ? blocks : code.index(1));
            return called(signature, args);
        }
        var results = new ArrayList<Value>();
        for (int i = 0; i < target.results().size(); i++) {
            OptionalInt place = this.results.parameter(callee, i);
            if (place.isEmpty()) {
                throw cannot("what blocks return that is not a parameter", at);
            }
            results.addAll(as(
                    target.results().get(i),
                    target.params().get(place.getAsInt()).type(),
                    List.of(args.get(place.getAsInt())),
                    at));
        }
        var index = new Value(code.fresh("b"), "index");
        code.block(
                "scf.for " + index.name() + " = " + code.index(0).name() + " to " + count.name() + " step "
                        + code.index(1).name() + " {",
                () -> {
                    var all = new ArrayList<>(args);
                    all.addAll(List.of(index, count));
                    called(signature, all);
                },
                "}");
        return results;
    }

    private @Nullable Value number(Attrs attrs, String name, Span at) {
        return switch (attrs.find(name).orElse(null)) {
            case null -> null;
            case Attr.Int constant -> code.index(constant.value());
            case Attr.Value value -> index(value.value());
            case Attr.Real _, Attr.Bool _, Attr.Text _, Attr.Element _, Attr.Sym _, Attr.Items _, Attr.Group _ ->
                throw cannot("this `" + name + "`", at);
        };
    }

    private List<Value> called(Signature signature, List<Value> args) {
        String name = signature.results().isEmpty() ? "" : code.fresh("r");
        int count = signature.results().size();
        code.line((count == 0 ? "" : (count == 1 ? name : name + ":" + count) + " = ") + "func.call @"
                + signature.name() + "(" + Code.names(args) + ") : " + signature.type());
        var results = new ArrayList<Value>();
        for (int i = 0; i < count; i++) {
            results.add(new Value(
                    count == 1 ? name : name + "#" + i, signature.results().get(i)));
        }
        return results;
    }
}
