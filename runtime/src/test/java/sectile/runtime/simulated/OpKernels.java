package sectile.runtime.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.ir.expr.Attr;
import sectile.ir.expr.AttrKind;
import sectile.ir.expr.Attribute;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.Symbol;

/// Makes a kernel of one call from the entry of an op alone: operands of the shapes, types and values that its rule
/// accepts are found by trying.
final class OpKernels {
    /// Element types that a tensor may have.
    static final List<DataType> TYPES = List.of(DataType.values()).stream()
            .filter(type -> type != DataType.INDEX && type != DataType.TASK_ID)
            .toList();

    private static final int TRIES = 10_000;
    private static final List<List<Long>> SHAPES = List.of(List.of(8L, 8L), List.of(8L, 1L), List.of(1L, 8L));
    private static final List<List<Long>> TUPLES =
            List.of(List.of(0L, 0L), List.of(8L, 8L), List.of(2L, 4L), List.of(1L));
    private static final List<DataType> OTHERS =
            List.of(DataType.INT32, DataType.FP32, DataType.UINT8, DataType.UINT32, DataType.FP8E8M0);

    /// One operand: its value for the rule, and its text in the kernel.
    private record Choice(Expr value, String text, @Nullable Shaped type) {}

    /// A value of an attribute, and its text.
    private record Setting(String name, Attr value, String text) {}

    private final Op op;
    private final DataType dtype;
    private int tries = TRIES;

    private OpKernels(Op op, DataType dtype) {
        this.op = op;
        this.dtype = dtype;
    }

    /// Whether the op can be called in a kernel of one core with operands that a kernel has.
    static boolean isPossible(Op op) {
        return (op.isTile() || op.isTensor())
                && !op.name().startsWith("pld.")
                && !op.hostOnly()
                && op.operands().stream().allMatch(operand -> operand.optional() || isPossible(operand.kind()));
    }

    private static boolean isPossible(OperandKind kind) {
        return switch (kind) {
            case TENSOR, TILE, TENSOR_OR_WINDOW, SHAPED, SCALAR, INDEX, TUPLE -> true;
            case WINDOW,
                    TASK,
                    TASKS,
                    ARRAY,
                    COMM_CTX,
                    WINDOW_BUFFER,
                    PREFETCH_CONTEXT,
                    PREFETCH_EVENT,
                    PREFETCH_SESSION -> false;
        };
    }

    /// Kernels whose first operand has elements of this type: one, and one more for every member of an enumeration
    /// that an attribute may be.
    static List<String> of(Op op, DataType dtype) {
        var texts = new ArrayList<String>();
        for (List<Setting> settings : settings(op, dtype)) {
            var search = new OpKernels(op, dtype);
            search.find(new ArrayList<>(), settings).ifPresent(text -> {
                if (!texts.contains(text)) {
                    texts.add(text);
                }
            });
        }
        return texts;
    }

    private static List<List<Setting>> settings(Op op, DataType dtype) {
        var all = new ArrayList<List<Setting>>();
        all.add(List.of());
        for (Attribute attribute : op.attributes()) {
            var next = new ArrayList<List<Setting>>();
            boolean needed = attribute.required();
            for (List<Setting> before : all) {
                if (!needed) {
                    next.add(before);
                }
                // The members of one enumeration at a time.
                if (needed || (before.isEmpty() && attribute.kind() instanceof AttrKind.OneOf)) {
                    for (Setting setting : values(attribute, dtype)) {
                        var longer = new ArrayList<>(before);
                        longer.add(setting);
                        next.add(longer);
                    }
                }
            }
            all = next;
        }
        return all;
    }

    private static List<Setting> values(Attribute attribute, DataType dtype) {
        String name = attribute.name();
        return switch (attribute.kind()) {
            case AttrKind.OneOf one ->
                one.members().stream()
                        .map(member -> new Setting(name, new Attr.Sym((Symbol) member), member.surface()))
                        .toList();
            case AttrKind.Plain plain ->
                switch (plain) {
                    case INT ->
                        List.of(new Setting(name, new Attr.Int(1), "1"), new Setting(name, new Attr.Int(0), "0"));
                    case REAL -> List.of(new Setting(name, new Attr.Real(1.5), "1.5"));
                    case BOOL -> List.of(new Setting(name, new Attr.Bool(true), "True"));
                    case TEXT -> List.of(new Setting(name, new Attr.Text("buffer"), "\"buffer\""));
                    case ELEMENT ->
                        dtype == DataType.FP32
                                ? TYPES.stream()
                                        .map(type -> new Setting(name, new Attr.Element(type), type.surface()))
                                        .toList()
                                : List.of(
                                        new Setting(name, new Attr.Element(dtype), dtype.surface()),
                                        new Setting(name, new Attr.Element(DataType.FP32), DataType.FP32.surface()));
                    case VALUE -> List.of(new Setting(name, new Attr.Int(1), "1"));
                    case INTS ->
                        List.of(new Setting(name, new Attr.Items(List.of(new Attr.Int(8), new Attr.Int(8))), "[8, 8]"));
                };
        };
    }

    /// The first choice of operands that the rule accepts.
    private Optional<String> find(List<Choice> chosen, List<Setting> settings) {
        int next = chosen.size();
        if (next == op.operands().size() || op.operands().get(next).optional()) {
            Optional<String> found = text(chosen, settings);
            if (found.isPresent() || next == op.operands().size()) {
                return found;
            }
        }
        if (!isPossible(op.operands().get(next).kind())) {
            return Optional.empty();
        }
        for (Choice choice : choices(op.operands().get(next), next)) {
            chosen.add(choice);
            Optional<String> found = find(chosen, settings);
            chosen.removeLast();
            if (found.isPresent() || tries <= 0) {
                return found;
            }
        }
        return Optional.empty();
    }

    private List<Choice> choices(Operand operand, int position) {
        var choices = new ArrayList<Choice>();
        String name = "v" + position;
        switch (operand.kind()) {
            case TENSOR, TENSOR_OR_WINDOW -> shaped(choices, name, position, false);
            case TILE -> shaped(choices, name, position, true);
            case SHAPED -> {
                shaped(choices, name, position, true);
                shaped(choices, name, position, false);
            }
            case SCALAR -> {
                if (dtype.isFloat()) {
                    choices.add(new Choice(new ConstFloat(1.5, dtype, Origin.none()), "1.5", null));
                }
                for (DataType type : new DataType[] {dtype, DataType.INT32, DataType.INDEX}) {
                    if (type.isInteger()) {
                        choices.add(new Choice(new ConstInt(1, type, Origin.none()), "1", null));
                    }
                }
                choices.add(new Choice(new ConstFloat(1.5, DataType.FP32, Origin.none()), "1.5", null));
            }
            case INDEX -> {
                for (long value : new long[] {0, 1, 8}) {
                    choices.add(new Choice(ConstInt.index(value), Long.toString(value), null));
                }
            }
            case TUPLE -> {
                for (List<Long> tuple : TUPLES) {
                    choices.add(new Choice(
                            MakeTuple.of(tuple.stream().map(ConstInt::index).toList()), tuple.toString(), null));
                }
            }
            case WINDOW,
                    TASK,
                    TASKS,
                    ARRAY,
                    COMM_CTX,
                    WINDOW_BUFFER,
                    PREFETCH_CONTEXT,
                    PREFETCH_EVENT,
                    PREFETCH_SESSION -> {}
        }
        return choices;
    }

    private void shaped(List<Choice> choices, String name, int position, boolean tile) {
        var types = new ArrayList<DataType>();
        types.add(dtype);
        if (position > 0) {
            OTHERS.stream().filter(type -> type != dtype).forEach(types::add);
        }
        for (DataType type : types) {
            for (List<Long> shape : SHAPES) {
                long[] dims = shape.stream().mapToLong(Long::longValue).toArray();
                Shaped shapedType = tile ? TileType.of(type, MemorySpace.VEC, dims) : TensorType.of(type, dims);
                choices.add(new Choice(new Var(name, shapedType, Origin.none()), name, shapedType));
            }
        }
    }

    private Optional<String> text(List<Choice> chosen, List<Setting> settings) {
        tries--;
        Attrs attrs = Attrs.EMPTY;
        for (Setting setting : settings) {
            attrs = attrs.with(setting.name(), setting.value());
        }
        OpCall call;
        try {
            call = op.call(chosen.stream().map(Choice::value).toList(), attrs, Origin.none());
        } catch (DiagnosticException e) {
            return Optional.empty();
        }
        return Optional.of(text(call, chosen, settings));
    }

    private String text(OpCall call, List<Choice> chosen, List<Setting> settings) {
        var parameters = new ArrayList<String>();
        var body = new ArrayList<String>();
        var arguments = new ArrayList<String>();
        for (Choice choice : chosen) {
            arguments.add(choice.text());
            Shaped type = choice.type();
            if (type != null) {
                String tensor = type instanceof TileType ? "x" + choice.text() : choice.text();
                parameters.add("%s: pl.InOut[pl.Tensor[%s, %s]]"
                        .formatted(tensor, shape(type), type.dtype().surface()));
                if (type instanceof TileType) {
                    body.add("%s = pl.load(%s, [0, 0], %s)".formatted(choice.text(), tensor, shape(type)));
                }
            }
        }
        settings.forEach(setting -> arguments.add(setting.name() + "=" + setting.text()));
        boolean nothing = call.type() instanceof sectile.ir.expr.VoidType;
        body.add((nothing ? "" : "r = ") + op.surface() + "(" + String.join(", ", arguments) + ")");
        if (!nothing) {
            body.add("return r");
        }
        return """
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self%s):
            %s\
            """.formatted(
                        parameters.isEmpty() ? "" : ", " + String.join(", ", parameters),
                        String.join("\n", body).indent(8));
    }

    private static String shape(Shaped type) {
        return type.shape().stream()
                .map(extent -> String.format(Locale.ROOT, "%d", ((ConstInt) extent).value()))
                .toList()
                .toString();
    }
}
