package sectile.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.ForKind;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Marks;
import sectile.ir.symbol.Role;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.symbol.UnaryOp;

/// Random well-typed programs. The same seed gives the same program.
public final class ProgramGenerator {
    private static final List<String> UNARY = List.of("neg", "abs", "exp", "sqrt", "relu");
    private static final List<String> BINARY = List.of("add", "sub", "mul", "maximum", "minimum");
    private static final List<String> SCALAR = List.of("adds", "subs", "muls");
    private static final DataType[] DTYPES = {DataType.FP32, DataType.FP16, DataType.BF16};

    private final Random random;
    private final Ops ops = Ops.standard();
    private int names;

    private ProgramGenerator(long seed) {
        this.random = new Random(seed);
    }

    public static Program program(long seed) {
        var generator = new ProgramGenerator(seed);
        var functions = new ArrayList<Function>();
        functions.add(generator.kernel("kernel"));
        functions.add(generator.orchestration("main", functions.getFirst()));
        return Program.of("Random", functions);
    }

    /// What a block can use.
    private final class Block {
        private final List<Var> shaped = new ArrayList<>();
        private final List<Var> scalars = new ArrayList<>();
        private final List<Stmt> steps = new ArrayList<>();

        Block inner() {
            var block = new Block();
            block.shaped.addAll(shaped);
            block.scalars.addAll(scalars);
            return block;
        }

        Var assign(Expr value) {
            var variable = new Var(pickName(), value.type(), Origin.none());
            steps.add(new Assign(variable, value, Origin.none()));
            (value.type() instanceof ScalarType ? scalars : shaped).add(variable);
            return variable;
        }
    }

    /// Names collide on purpose.
    private String pickName() {
        return List.of("x", "y", "t", "acc", "for", "a-b", "x_1", "v" + names++).get(random.nextInt(8));
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Function kernel(String name) {
        DataType dtype = DTYPES[random.nextInt(DTYPES.length)];
        Expr rows = random.nextInt(4) == 0 ? Dim.of("M") : ConstInt.index(16);
        var in = new Var("in", new TensorType(List.of(rows, ConstInt.index(32)), dtype), Origin.none());
        var out = new Var("out", new TensorType(List.of(rows, ConstInt.index(32)), dtype), Origin.none());
        var n = new Var("n", ScalarType.INDEX, Origin.none());
        var scale = new Var("scale", ScalarType.of(dtype), Origin.none());
        var block = new Block();
        block.scalars.add(n);
        block.scalars.add(scale);
        block.shaped.add(block.assign(call("tile.load", in, MakeTuple.ofInts(0, 0), MakeTuple.ofInts(8, 32))));
        if (random.nextBoolean()) {
            // The types of this tile and of what follows from it mention `n`.
            MakeTuple valid = MakeTuple.of(List.of(n, ConstInt.index(32)));
            block.assign(call("tile.load", in, MakeTuple.ofInts(0, 0), MakeTuple.ofInts(8, 32), valid));
        }
        body(block, 3 + random.nextInt(6), 3);
        Var last = pick(block.shaped.stream()
                .filter(v -> v.type().equals(block.shaped.getFirst().type()))
                .toList());
        block.steps.add(new Assign(out, call("tile.store", last, MakeTuple.ofInts(0, 0), out), Origin.none()));
        block.steps.add(new Return(List.of(out), Origin.none()));
        return new Function(
                name,
                FunctionKind.IN_CORE,
                null,
                null,
                List.of(
                        new Param(in, Direction.IN, new Marks(random.nextBoolean(), random.nextBoolean())),
                        new Param(out, random.nextBoolean() ? Direction.OUT : Direction.INOUT),
                        new Param(n, Direction.IN),
                        new Param(scale, Direction.IN)),
                List.of(out.type()),
                Seq.of(block.steps),
                random.nextBoolean()
                        ? Attrs.EMPTY
                        : Attrs.of(
                                "note \"" + random.nextInt(9),
                                new Attr.Text("a\\b\n\"" + (char) random.nextInt(0xD800))),
                Origin.none());
    }

    private Function orchestration(String name, Function kernel) {
        var params = kernel.params().stream()
                .map(p -> p.withVariable(new Var(p.name(), p.type(), Origin.none())))
                .toList();
        List<Expr> args =
                new ArrayList<>(params.stream().map(p -> (Expr) p.variable()).toList());
        var steps = new ArrayList<Stmt>();
        Var out = params.get(1).variable();
        if (random.nextBoolean()) {
            steps.add(new Assign(
                    out,
                    new FunctionCall(kernel.name(), args, Attrs.EMPTY, kernel.resultType(), Origin.none()),
                    Origin.none()));
        } else {
            var first = new Submit(kernel.name(), args, Attrs.EMPTY, Submit.typeFor(kernel.results()), Origin.none());
            var pair = new Var("pair", first.type(), Origin.none());
            var task = new Var("task", ScalarType.of(DataType.TASK_ID), Origin.none());
            steps.add(new Assign(pair, first, Origin.none()));
            steps.add(new Assign(task, new TupleGet(pair, 1, Origin.none()), Origin.none()));
            Attrs deps = Attrs.of("deps", new Attr.Items(List.of(new Attr.Value(task))))
                    .with(
                            "core_num",
                            random.nextBoolean()
                                    ? new Attr.Int(1 + random.nextInt(4))
                                    : new Attr.Value(params.get(2).variable()));
            var second = new Submit(kernel.name(), args, deps, first.type(), Origin.none());
            var again = new Var("pair", first.type(), Origin.none());
            steps.add(new Assign(again, second, Origin.none()));
            steps.add(new Assign(out, new TupleGet(again, 0, Origin.none()), Origin.none()));
        }
        Stmt body = Seq.of(steps);
        if (random.nextBoolean()) {
            body = new Scope(
                    ScopeKind.RUNTIME,
                    null,
                    null,
                    random.nextBoolean() ? Attrs.EMPTY : Attrs.of("manual", new Attr.Bool(true)),
                    body,
                    Origin.none());
        }
        return new Function(
                name,
                FunctionKind.ORCHESTRATION,
                null,
                random.nextBoolean() ? Role.ORCHESTRATOR : null,
                params,
                kernel.results(),
                Seq.of(List.of(body, new Return(List.of(out), Origin.none()))),
                Attrs.EMPTY,
                Origin.none());
    }

    private void body(Block block, int count, int depth) {
        for (int i = 0; i < count; i++) {
            switch (random.nextInt(depth > 0 ? 11 : 7)) {
                case 0 -> block.assign(call("tile." + pick(UNARY), pick(block.shaped)));
                case 1 -> {
                    Var a = pick(block.shaped);
                    block.assign(call(
                            "tile." + pick(BINARY),
                            a,
                            pick(block.shaped.stream()
                                    .filter(v -> v.type().equals(a.type()))
                                    .toList())));
                }
                case 2 -> {
                    Var a = pick(block.shaped);
                    DataType dtype = ((Shaped) a.type()).dtype();
                    Expr scalar = random.nextBoolean()
                            ? new ConstFloat(random.nextGaussian(), dtype, Origin.none())
                            : number(block, dtype);
                    block.assign(call("tile." + pick(SCALAR), a, scalar));
                }
                case 3, 4 -> block.assign(scalar(block, 3));
                case 5 -> {
                    Var a = pick(block.shaped);
                    block.steps.add(new Assign(a, call("tile.abs", a), Origin.none()));
                }
                case 6 ->
                    block.steps.add(new Eval(
                            ops.require("system.bar_all").call(List.of(), Attrs.EMPTY, Origin.none()), Origin.none()));
                case 7 -> branch(block, depth);
                case 8, 9 -> loop(block, depth);
                default -> scope(block, depth);
            }
        }
    }

    private Expr number(Block block, DataType dtype) {
        return block.scalars.stream()
                .filter(v -> v.type().equals(ScalarType.of(dtype)))
                .map(v -> (Expr) v)
                .findFirst()
                .orElseGet(() -> new ConstFloat(1.5, dtype, Origin.none()));
    }

    private Expr scalar(Block block, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return switch (random.nextInt(5)) {
                case 0 -> ConstInt.index(random.nextLong(-100, 100));
                case 1 -> new ConstInt(random.nextInt(100), DataType.INT32, Origin.none());
                case 2 -> new ConstFloat(random.nextDouble() * 10 - 5, DataType.FP32, Origin.none());
                default -> pick(block.scalars);
            };
        }
        Expr lhs = scalar(block, depth - 1);
        if (random.nextInt(5) == 0) {
            DataType dtype = ScalarRules.dtypeOf(lhs);
            return dtype == DataType.BOOL
                    ? Unary.of(UnaryOp.NOT, lhs, Origin.none())
                    : random.nextBoolean()
                            ? Unary.of(UnaryOp.NEG, lhs, Origin.none())
                            : new Cast(lhs, DataType.INT32, Origin.none());
        }
        Expr rhs = scalar(block, depth - 1);
        BinaryOp op = BinaryOp.values()[random.nextInt(BinaryOp.values().length)];
        return ScalarRules.binary(op, ScalarRules.dtypeOf(lhs), ScalarRules.dtypeOf(rhs))
                        .isPresent()
                ? Binary.of(op, lhs, rhs, Origin.none())
                : lhs;
    }

    private Expr condition(Block block) {
        return Binary.of(BinaryOp.LT, block.scalars.getFirst(), ConstInt.index(random.nextInt(10)), Origin.none());
    }

    private void branch(Block block, int depth) {
        Block then = block.inner();
        body(then, 1 + random.nextInt(2), depth - 1);
        Block otherwise = block.inner();
        body(otherwise, random.nextInt(2), depth - 1);
        var results = new ArrayList<Var>();
        if (random.nextBoolean()) {
            Var a = pick(then.shaped);
            List<Var> same = otherwise.shaped.stream()
                    .filter(v -> v.type().equals(a.type()))
                    .toList();
            if (!same.isEmpty()) {
                then.steps.add(new Yield(List.of(a), Origin.none()));
                otherwise.steps.add(new Yield(List.of(pick(same)), Origin.none()));
                results.add(new Var(pickName(), a.type(), Origin.none()));
            }
        }
        block.steps.add(new If(condition(block), Seq.of(then.steps), Seq.of(otherwise.steps), results, Origin.none()));
        block.shaped.addAll(results);
    }

    private void loop(Block block, int depth) {
        var index = new Var("i", ScalarType.INDEX, Origin.none());
        Block inside = block.inner();
        inside.scalars.add(index);
        var iterArgs = new ArrayList<IterArg>();
        var results = new ArrayList<Var>();
        if (random.nextBoolean()) {
            Var init = pick(block.shaped);
            var carried = new Var(pickName(), init.type(), Origin.none());
            iterArgs.add(new IterArg(carried, init));
            inside.shaped.add(carried);
            results.add(new Var(pickName(), init.type(), Origin.none()));
        }
        body(inside, 1 + random.nextInt(3), depth - 1);
        if (!iterArgs.isEmpty()) {
            Type type = iterArgs.getFirst().variable().type();
            inside.steps.add(new Yield(
                    List.of(pick(inside.shaped.stream()
                            .filter(v -> v.type().equals(type))
                            .toList())),
                    Origin.none()));
        } else if (random.nextInt(4) == 0) {
            inside.steps.add(new If(condition(inside), new Break(Origin.none()), Seq.EMPTY, List.of(), Origin.none()));
        }
        ForKind kind =
                List.of(ForKind.SEQUENTIAL, ForKind.UNROLL, ForKind.PIPELINE).get(random.nextInt(3));
        Attrs attrs = kind == ForKind.PIPELINE ? Attrs.of("stage", new Attr.Int(2)) : Attrs.EMPTY;
        Expr stop = random.nextBoolean() ? ConstInt.index(1 + random.nextInt(4)) : block.scalars.getFirst();
        Expr start = ConstInt.index(random.nextInt(2));
        Expr step = ConstInt.index(1 + random.nextInt(2));
        block.steps.add(For.of(kind, index, start, stop, step, Seq.of(inside.steps), Origin.none())
                .carrying(iterArgs, results)
                .withAttrs(attrs));
        block.shaped.addAll(results);
    }

    private void scope(Block block, int depth) {
        Block inside = block.inner();
        body(inside, 1 + random.nextInt(2), depth - 1);
        Stmt body = Seq.of(inside.steps);
        // Blocks do not start blocks.
        boolean[] blocks = {false};
        Walk.each(body, s -> blocks[0] |= s instanceof Scope scope && scope.kind() == ScopeKind.SPMD);
        int drawn = random.nextInt(3);
        block.steps.add(
                switch (drawn == 1 && blocks[0] ? 0 : drawn) {
                    case 0 ->
                        new Scope(
                                ScopeKind.IN_CORE,
                                null,
                                null,
                                Attrs.of("level", new Attr.Sym(Level.CORE_GROUP))
                                        .with("name_hint", new Attr.Text("h\"i")),
                                body,
                                Origin.none());
                    case 1 ->
                        new Scope(
                                ScopeKind.SPMD,
                                new Var("blk", ScalarType.INDEX, Origin.none()),
                                null,
                                Attrs.of("count", new Attr.Int(4)),
                                body,
                                Origin.none());
                    default -> new Scope(ScopeKind.CLUSTER, null, null, Attrs.EMPTY, body, Origin.none());
                });
    }

    private OpCall call(String op, Expr... args) {
        return ops.require(op).call(List.of(args), Attrs.EMPTY, Origin.none());
    }
}
