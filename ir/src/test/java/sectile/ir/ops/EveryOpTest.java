package sectile.ir.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.binary.BinaryReader;
import sectile.ir.binary.BinaryWriter;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Attr;
import sectile.ir.expr.AttrKind;
import sectile.ir.expr.Attribute;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.structural.Structural;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Printer;

/// A call of every op, found by trying operands of the right kinds, reads back from text and from bytes.
public class EveryOpTest {
    /// A program that calls it, for every op that one can be found for.
    public static List<Program> programs() {
        return Ops.standard().all().stream()
                .flatMap(op -> find(op).stream())
                .map(EveryOpTest::program)
                .toList();
    }

    private static final DataType[] DTYPES = {
        DataType.FP32,
        DataType.INT32,
        DataType.FP16,
        DataType.UINT32,
        DataType.INT16,
        DataType.UINT8,
        DataType.FP8E4M3FN,
        DataType.FP8E8M0
    };
    private static final long[][] SHAPES = {{16, 16}, {16, 1}, {1, 16}, {16}, {16, 8}, {16, 2}, {4, 16}};

    @Test
    void readsBack() {
        var missed = new ArrayList<String>();
        for (Op op : Ops.standard().all()) {
            Optional<OpCall> call = find(op);
            if (call.isEmpty()) {
                missed.add(op.name());
                continue;
            }
            Program program = program(call.get());
            String text = Printer.print(program);
            assertThat(Structural.firstDifference(program, FrontEnd.parse(new SourceFile(op.name(), text))))
                    .as(text)
                    .isEmpty();
            assertThat(Structural.firstDifference(program, BinaryReader.read(BinaryWriter.write(program))))
                    .as(text)
                    .isEmpty();
        }
        assertThat(missed).as("ops for which no operands were found").isEmpty();
    }

    @Test
    void neverTakesAWindowForATensorNorTheReverse() {
        int refused = 0;
        for (Op op : Ops.standard().all()) {
            OpCall call = find(op).orElseThrow();
            for (int i = 0; i < call.args().size(); i++) {
                OperandKind kind = op.operands().get(i).kind();
                Type other = switch (call.args().get(i).type()) {
                    case TensorType tensor
                    when kind == OperandKind.TENSOR -> new DistributedTensorType(tensor.shape(), tensor.dtype());
                    case DistributedTensorType window
                    when kind == OperandKind.WINDOW -> new TensorType(window.shape(), window.dtype());
                    default -> null;
                };
                if (other == null) {
                    continue;
                }
                var args = new ArrayList<>(call.args());
                args.set(i, new Var("v", other, Origin.none()));
                DiagnosticException thrown = catchThrowableOfType(
                        DiagnosticException.class, () -> op.call(args, call.attrs(), Origin.none()));
                assertThat(thrown).as(op.name() + " operand " + i).isNotNull();
                assertThat(thrown.diagnostics().getFirst().code())
                        .as(op.name() + " operand " + i)
                        .isEqualTo(kind == OperandKind.TENSOR ? "LANG-311" : "LANG-310");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(150);
    }

    private static Optional<OpCall> find(Op op) {
        for (int seed = 0; seed < 60_000; seed++) {
            var random = new Random(seed * 31L + op.name().hashCode());
            try {
                return Optional.of(op.call(args(op, random), attrs(op, random), Origin.none()));
            } catch (DiagnosticException wrong) {
                // try others
            }
        }
        return Optional.empty();
    }

    private static List<Expr> args(Op op, Random random) {
        var args = new ArrayList<Expr>();
        DataType dtype = DTYPES[random.nextInt(DTYPES.length)];
        long[] shape = SHAPES[random.nextInt(SHAPES.length)];
        for (Operand operand : op.operands()) {
            if (operand.optional() && !op.name().endsWith("sels") && random.nextBoolean()) {
                break;
            }
            DataType drawn = random.nextInt(3) == 0 ? DTYPES[random.nextInt(DTYPES.length)] : dtype;
            // Few draws would give both scales of a product their only type.
            DataType own = operand.name().endsWith("scale") ? DataType.FP8E8M0 : drawn;
            long[] extents = random.nextInt(3) == 0 ? SHAPES[random.nextInt(SHAPES.length)] : shape;
            args.add(arg(operand, own, extents, random));
        }
        return args;
    }

    private static Expr arg(Operand operand, DataType dtype, long[] shape, Random random) {
        return switch (operand.kind()) {
            case TENSOR -> variable(TensorType.of(dtype, shape));
            case TILE ->
                variable(TileType.of(
                        dtype,
                        operand.spaces().isEmpty()
                                ? MemorySpace.VEC
                                : operand.spaces().getFirst(),
                        shape));
            case WINDOW -> variable(DistributedTensorType.of(dtype, shape));
            case TENSOR_OR_WINDOW, SHAPED ->
                variable(random.nextBoolean() ? TensorType.of(dtype, shape) : DistributedTensorType.of(dtype, shape));
            case SCALAR ->
                random.nextBoolean() && dtype.isFloat()
                        ? new ConstFloat(2.5, dtype, Origin.none())
                        : variable(ScalarType.of(dtype));
            case INDEX ->
                random.nextBoolean()
                        ? ConstInt.index(random.nextInt(2))
                        : new ConstInt(1, DataType.INT32, Origin.none());
            case TUPLE -> tuple(operand, shape, random);
            case TASK -> variable(ScalarType.of(DataType.TASK_ID));
            case TASKS -> MakeTuple.of(List.of(variable(ScalarType.of(DataType.TASK_ID))));
            case ARRAY -> variable(new ArrayType(ConstInt.index(4), dtype));
            case COMM_CTX -> variable(HandleType.COMM_CTX);
            case WINDOW_BUFFER -> variable(HandleType.WINDOW_BUFFER);
            case PREFETCH_CONTEXT -> variable(new HandleType(HandleType.Kind.PREFETCH_CONTEXT));
            case PREFETCH_EVENT -> variable(new HandleType(HandleType.Kind.PREFETCH_EVENT));
            case PREFETCH_SESSION -> variable(new HandleType(HandleType.Kind.PREFETCH_SESSION));
        };
    }

    private static Expr tuple(Operand operand, long[] shape, Random random) {
        if (operand.name().startsWith("off")
                || operand.name().endsWith("off")
                || operand.name().endsWith("offset")
                || operand.name().equals("indices")) {
            return MakeTuple.ofInts(new long[shape.length]);
        }
        if (operand.name().equals("drop_dims")) {
            return MakeTuple.ofInts(random.nextInt(2));
        }
        return MakeTuple.ofInts(shape);
    }

    private static Var variable(Type type) {
        return new Var("v", type, Origin.none());
    }

    private static Attrs attrs(Op op, Random random) {
        var attrs = new TreeMap<String, Attr>();
        for (Attribute attribute : op.attributes()) {
            if (!attribute.required() && random.nextInt(3) != 0) {
                continue;
            }
            attrs.put(
                    attribute.name(),
                    switch (attribute.kind()) {
                        case AttrKind.OneOf oneOf ->
                            new Attr.Sym(oneOf.members()
                                    .get(random.nextInt(oneOf.members().size())));
                        case AttrKind.Plain plain ->
                            switch (plain) {
                                case INT -> new Attr.Int(random.nextInt(4) - 2);
                                case REAL -> new Attr.Real(random.nextInt(3) - 0.5);
                                case BOOL -> new Attr.Bool(random.nextBoolean());
                                case TEXT -> new Attr.Text(attribute.name().equals("mode") ? "hard" : "a\"b\\\n");
                                case ELEMENT -> new Attr.Element(DTYPES[random.nextInt(DTYPES.length)]);
                                case VALUE ->
                                    random.nextBoolean() ? new Attr.Int(1) : new Attr.Value(variable(ScalarType.INDEX));
                                case INTS -> new Attr.Items(List.of(new Attr.Int(1)));
                            };
                    });
        }
        return Attrs.of(attrs);
    }

    private static Program program(OpCall call) {
        var params = new ArrayList<Param>();
        sectile.ir.Walk.each(call, e -> {
            if (e instanceof Var variable && params.stream().noneMatch(p -> p.variable() == variable)) {
                params.add(new Param(variable, Direction.IN));
            }
        });
        params.sort(java.util.Comparator.comparing(p -> p.type() instanceof ScalarType));
        var body = call.type() instanceof VoidType
                ? new Eval(call, Origin.none())
                : new Assign(new Var("r", call.type(), Origin.none()), call, Origin.none());
        var function =
                new Function("f", FunctionKind.OPAQUE, null, null, params, List.of(), body, Attrs.EMPTY, Origin.none());
        return Program.of("P", List.of(function));
    }
}
