package sectile.ir.expr;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.Symbol;

/// The operands and attributes of a call as its type rule sees them.
public final class OpArgs {
    private final Op op;
    private final List<Expr> args;
    private final Attrs attrs;
    private final Origin origin;
    private final List<Span> places;

    OpArgs(Op op, List<Expr> args, Attrs attrs, Origin origin, List<Span> places) {
        this.op = op;
        this.args = args;
        this.attrs = attrs;
        this.origin = origin;
        this.places = places;
    }

    void checkOperands() {
        long required = op.operands().stream().filter(o -> !o.optional()).count();
        if (args.size() > op.operands().size() || args.size() < required) {
            String expected = required == op.operands().size()
                    ? "" + required
                    : required + " to " + op.operands().size();
            throw error(
                    LanguageCode.ARGUMENT_COUNT,
                    origin.span(),
                    op.surface() + " takes " + expected + " operands, found " + args.size(),
                    signature());
        }
        for (int i = 0; i < args.size(); i++) {
            Operand operand = op.operands().get(i);
            Expr arg = args.get(i);
            if (operand.optional() && OpCall.isAbsent(arg)) {
                continue;
            }
            if (!operand.kind().accepts(arg.type())) {
                throw wrongKind(operand, arg, i);
            }
            if (arg.type() instanceof TileType tile
                    && tile.space() != null
                    && !operand.spaces().isEmpty()
                    && !operand.spaces().contains(tile.space())) {
                throw error(
                        LanguageCode.MEMORY_SPACE,
                        spanOf(i),
                        "`" + operand.name() + "` of " + op.surface() + " must lie in " + spaces(operand) + ", found "
                                + tile.space().surface(),
                        "copy it with pl.move(…, target_memory="
                                + operand.spaces().getFirst().surface() + ")");
            }
        }
    }

    private DiagnosticException wrongKind(Operand operand, Expr arg, int index) {
        String found = Describe.type(arg.type());
        if (operand.kind() == OperandKind.WINDOW && arg.type() instanceof TensorType) {
            return error(
                    LanguageCode.NOT_A_WINDOW,
                    spanOf(index),
                    "`" + operand.name() + "` of " + op.surface()
                            + " must be a window (DistributedTensor), found the plain " + found,
                    "peers only reach memory from pld.alloc_window_buffer; declare the parameter as pld.DistributedTensor");
        }
        if (arg.type() instanceof DistributedTensorType && operand.kind() == OperandKind.TENSOR) {
            return error(
                    LanguageCode.A_WINDOW,
                    spanOf(index),
                    "`" + operand.name() + "` of " + op.surface() + " must be a plain Tensor, found the window "
                            + found,
                    "load the local part of the window with pl.load first");
        }
        return error(
                LanguageCode.OPERAND_KIND,
                spanOf(index),
                "`" + operand.name() + "` of " + op.surface() + " must be "
                        + operand.kind().text() + ", found " + found,
                kindHint(operand, arg.type()));
    }

    private String kindHint(Operand operand, Type found) {
        if (operand.kind() == OperandKind.TILE && found instanceof Shaped) {
            return "load it into a tile with pl.load; the operands are " + signature();
        }
        if (found instanceof TileType) {
            return "store the tile with pl.store, or use the op on tiles; the operands are " + signature();
        }
        return "the operands are " + signature();
    }

    private static String spaces(Operand operand) {
        return String.join(
                " or ", operand.spaces().stream().map(MemorySpace::surface).toList());
    }

    private String signature() {
        return op.surface() + "("
                + String.join(
                        ", ",
                        op.operands().stream()
                                .map(o -> o.optional() ? "[" + o.name() + "]" : o.name())
                                .toList())
                + ")";
    }

    boolean hasUnknown() {
        return args.stream().anyMatch(a -> containsUnknown(a.type()));
    }

    private static boolean containsUnknown(Type type) {
        return type instanceof UnknownType
                || (type instanceof TupleType tuple && tuple.elements().stream().anyMatch(OpArgs::containsUnknown));
    }

    public Op op() {
        return op;
    }

    public Attrs attrs() {
        return attrs;
    }

    public boolean has(String operand) {
        int index = op.operandIndex(operand);
        return index < args.size() && !OpCall.isAbsent(args.get(index));
    }

    public Expr arg(String operand) {
        return args.get(op.operandIndex(operand));
    }

    public Type type(String operand) {
        return arg(operand).type();
    }

    public Shaped shaped(String operand) {
        return (Shaped) type(operand);
    }

    public TileType tile(String operand) {
        return (TileType) type(operand);
    }

    public DataType scalar(String operand) {
        return ScalarRules.dtypeOf(arg(operand));
    }

    /// The elements of a list operand such as a shape; of an operand that is not given, none.
    public List<Expr> list(String operand) {
        if (!has(operand)) {
            return List.of();
        }
        if (arg(operand) instanceof MakeTuple tuple) {
            return tuple.elements();
        }
        Expr tuple = arg(operand);
        int size = ((TupleType) tuple.type()).elements().size();
        return java.util.stream.IntStream.range(0, size)
                .mapToObj(i -> (Expr) new TupleGet(tuple, i, tuple.origin()))
                .toList();
    }

    public OptionalLong constant(String operand) {
        return has(operand) ? Dims.constant(arg(operand)) : OptionalLong.empty();
    }

    public Optional<Attr> attr(String name) {
        return attrs.find(name).or(() -> op.attribute(name).defaultValue());
    }

    public Optional<DataType> element(String name) {
        return attr(name).map(a -> ((Attr.Element) a).value());
    }

    public boolean flag(String name) {
        return attr(name).map(a -> ((Attr.Bool) a).value()).orElse(false);
    }

    public long integer(String name) {
        return attr(name)
                .map(a -> ((Attr.Int) a).value())
                .orElseThrow(() -> new IllegalStateException(op + " needs a default for " + name));
    }

    public <S extends Symbol> Optional<S> symbol(String name, Class<S> sort) {
        return attr(name).map(a -> sort.cast(((Attr.Sym) a).value()));
    }

    /// A diagnostic at an operand.
    public DiagnosticException at(String operand, DiagnosticCode code, String message, String hint) {
        return error(code, has(operand) ? spanOf(op.operandIndex(operand)) : origin.span(), message, hint);
    }

    /// A diagnostic at the whole call.
    public DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return error(code, origin.span(), message, hint);
    }

    private Span spanOf(int index) {
        if (index < places.size()) {
            return places.get(index);
        }
        Expr arg = args.get(index);
        return arg instanceof Var || arg.span().isNone() ? origin.span() : arg.span();
    }

    private static DiagnosticException error(DiagnosticCode code, Span span, String message, String hint) {
        Diagnostic diagnostic = Diagnostic.error(code, span, message);
        return new DiagnosticException(hint.isEmpty() ? diagnostic : diagnostic.hint(hint));
    }
}
