package sectile.ir.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;

/// The entry of one op: all that printer, parser, verifier, executors, passes and documentation know about it.
///
/// `formula` states the reference semantics in one line; executors attach code to the entry and prove in a test that
/// they cover every one. Define ops with [OpBuilder].
public final class Op {
    private final String name;
    private final String doc;
    private final String formula;
    private final List<Operand> operands;
    private final List<Attribute> attributes;
    private final TypeRule rule;
    private final CoreAffinity affinity;
    private final boolean inPlaceSafe;
    private final boolean duplicable;
    private final boolean internal;
    private final int reuses;
    private final boolean hostOnly;
    private final Semantics semantics;
    private final String operator;
    private final List<String> aliases;
    private final Map<String, Integer> operandIndex;

    Op(OpBuilder builder, TypeRule rule) {
        this.name = builder.name;
        this.doc = builder.doc;
        this.formula = builder.formula;
        this.operands = List.copyOf(builder.operands);
        this.attributes = List.copyOf(builder.attributes);
        this.rule = rule;
        this.affinity = builder.affinity;
        this.inPlaceSafe = builder.inPlaceSafe;
        this.duplicable = builder.duplicable;
        this.internal = builder.internal;
        this.hostOnly = builder.hostOnly;
        if (builder.semantics == null) {
            throw new IllegalStateException(name + " has no semantics");
        }
        this.semantics = builder.semantics;
        this.operator = builder.operator;
        this.aliases = List.copyOf(builder.aliases);
        this.operandIndex = new TreeMap<>();
        for (int i = 0; i < operands.size(); i++) {
            operandIndex.put(operands.get(i).name(), i);
        }
        this.reuses = builder.reuses.isEmpty() ? -1 : operandIndex(builder.reuses);
    }

    /// The full name, `tile.add`; a program writes `pl.tile.add` (names that begin with `pld.` are written as they
    /// are).
    public String name() {
        return name;
    }

    public String surface() {
        return name.startsWith("pld.") ? name : "pl." + name;
    }

    /// The part of the name in front of the last dot, such as `tile`.
    public String namespace() {
        return name.substring(0, name.lastIndexOf('.'));
    }

    /// The part of the name after the last dot.
    public String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /// Whether it works on tiles, which only kernels have.
    public boolean isTile() {
        return namespace().endsWith("tile");
    }

    /// Whether it works on tensors.
    public boolean isTensor() {
        return namespace().endsWith("tensor");
    }

    /// Other spellings of the name in a program.
    public List<String> aliases() {
        return aliases;
    }

    /// The operator that a call can be written with, or an empty text.
    public String operator() {
        return operator;
    }

    /// Whether its second operand is a scalar.
    public boolean takesScalar() {
        return operands.size() > 1 && operands.get(1).kind() == OperandKind.SCALAR;
    }

    /// What the op is; executors and passes read this, never the name.
    public Semantics semantics() {
        return semantics;
    }

    public String doc() {
        return doc;
    }

    public String formula() {
        return formula;
    }

    public List<Operand> operands() {
        return operands;
    }

    public List<Attribute> attributes() {
        return attributes;
    }

    public CoreAffinity affinity() {
        return affinity;
    }

    /// Whether the result may overwrite an operand of the same size.
    public boolean inPlaceSafe() {
        return inPlaceSafe;
    }

    /// Whether a pass may copy the call; a notify, for example, must happen exactly once.
    public boolean duplicable() {
        return duplicable;
    }

    /// Produced by passes, never written by users.
    public boolean internal() {
        return internal;
    }

    /// The operand whose memory the result is, or -1.
    public int reuses() {
        return reuses;
    }

    /// The operand that the result is a view of, or -1.
    public int viewOf() {
        return semantics instanceof Semantics.View ? 0 : -1;
    }

    /// Whether only a host function may call it.
    public boolean hostOnly() {
        return hostOnly;
    }

    /// Whether it works on tensors and does more than say where something is: work for a kernel.
    public boolean computes() {
        return isTensor()
                && switch (semantics) {
                    case Semantics.Elementwise e -> true;
                    case Semantics.Reduce r -> true;
                    case Semantics.Contract c -> true;
                    case Semantics.Move m -> true;
                    case Semantics.Rearrange r -> true;
                    case Semantics.Create create -> create != Semantics.Create.UNDEFINED;
                    case Semantics.Gather g -> true;
                    case Semantics.Scatter s -> true;
                    case Semantics.Sort s -> true;
                    case Semantics.Lanes l -> true;
                    case Semantics.View v -> false;
                    case Semantics.Element e -> false;
                    case Semantics.Remote r -> false;
                    case Semantics.Collective c -> false;
                    case Semantics.Synchronise s -> false;
                    case Semantics.Pipe p -> false;
                    case Semantics.Query q -> false;
                    case Semantics.Host h -> false;
                };
    }

    /// Whether all ranks of a group take part.
    public boolean isCollective() {
        return semantics instanceof Semantics.Collective;
    }

    /// Whether a call may wait for another core, rank or task.
    public boolean mayBlock() {
        return semantics.mayBlock();
    }

    /// Whether a call does different things on the vector cores of a group.
    public boolean isLaneAware(Attrs attrs) {
        return switch (semantics) {
            case Semantics.Lanes lanes -> true;
            case Semantics.Query query -> query == Semantics.Query.LANE_INDEX;
            case Semantics.Pipe pipe ->
                attrs.find("split").orElse(null) instanceof Attr.Int division && division.value() != 0;
            case Semantics.Elementwise e -> false;
            case Semantics.Reduce r -> false;
            case Semantics.Contract c -> false;
            case Semantics.View v -> false;
            case Semantics.Move m -> false;
            case Semantics.Rearrange r -> false;
            case Semantics.Create c -> false;
            case Semantics.Index i -> false;
            case Semantics.Remote r -> false;
            case Semantics.Collective c -> false;
            case Semantics.Synchronise s -> false;
            case Semantics.Host h -> false;
        };
    }

    /// Whether a call does nothing but compute its result.
    public boolean isPure(Attrs attrs) {
        return duplicable && operands.stream().noneMatch(o -> effect(o, attrs).writes());
    }

    public int operandIndex(String operand) {
        Integer index = operandIndex.get(operand);
        if (index == null) {
            throw new IllegalArgumentException(name + " has no operand " + operand);
        }
        return index;
    }

    public Optional<Operand> findOperand(String operand) {
        return Optional.ofNullable(operandIndex.get(operand)).map(operands::get);
    }

    public Optional<Attribute> findAttribute(String attribute) {
        return attributes.stream().filter(a -> a.name().equals(attribute)).findFirst();
    }

    public Attribute attribute(String attribute) {
        return findAttribute(attribute)
                .orElseThrow(() -> new IllegalArgumentException(name + " has no attribute " + attribute));
    }

    /// What the op does with an operand, given its attributes.
    public Effect effect(Operand operand, Attrs attrs) {
        for (Operand.ConditionalEffect conditional : operand.conditional()) {
            Optional<Attr> value = attrs.find(conditional.attribute())
                    .or(() -> attribute(conditional.attribute()).defaultValue());
            if (value.equals(Optional.of(new Attr.Sym(conditional.value())))) {
                return conditional.effect();
            }
        }
        return operand.effect();
    }

    /// The type a bare literal takes as the given operand.
    public DataType literalType(Operand operand, List<@Nullable Type> argTypes, Attrs attrs) {
        if (operand.literal() != null) {
            return operand.literal();
        }
        if (operand.kind() != OperandKind.SCALAR) {
            return DataType.INDEX;
        }
        if (attrs.find("dtype").orElse(null) instanceof Attr.Element element) {
            return element.value();
        }
        for (Type type : argTypes) {
            if (type instanceof Shaped shaped) {
                return shaped.dtype();
            }
            if (type instanceof ArrayType array) {
                return array.dtype();
            }
        }
        return findAttribute("dtype").flatMap(Attribute::defaultValue).orElse(null) instanceof Attr.Element element
                ? element.value()
                : DataType.INDEX;
    }

    /// Checks operands and attributes and derives the type.
    ///
    /// @throws DiagnosticException when the call is wrong
    public OpCall call(List<? extends Expr> args, Attrs attrs, Origin origin) {
        return call(args, attrs, origin, List.of());
    }

    /// With the places where the operands were written, since a variable only knows where it was defined.
    ///
    /// @throws DiagnosticException when the call is wrong
    public OpCall call(List<? extends Expr> args, Attrs attrs, Origin origin, List<Span> places) {
        var given = new ArrayList<Expr>(args);
        while (!given.isEmpty() && OpCall.isAbsent(given.getLast()) && optionalAt(given.size() - 1)) {
            given.removeLast();
        }
        Attrs normal = withoutDefaults(attrs, origin);
        OpArgs checked = new OpArgs(this, given, normal, origin, places);
        checked.checkOperands();
        Type type = checked.hasUnknown() ? UnknownType.INSTANCE : rule.result(checked);
        return new OpCall(this, given, normal, type, origin);
    }

    private boolean optionalAt(int index) {
        return index < operands.size() && operands.get(index).optional();
    }

    private Attrs withoutDefaults(Attrs attrs, Origin origin) {
        Attrs result = attrs;
        for (String key : attrs.names()) {
            Attribute attribute = findAttribute(key).orElseThrow(() -> unknownAttribute(key, origin));
            Attr value = attrs.find(key).orElseThrow();
            if (!attribute.kind().accepts(value)) {
                throw new DiagnosticException(Diagnostic.error(
                        LanguageCode.BAD_ARGUMENT,
                        origin.span(),
                        "`" + key + "` of " + surface() + " must be "
                                + attribute.kind().text() + ", found " + Describe.attr(value)));
            }
            if (value.equals(attribute.fallback())) {
                result = result.without(key);
            }
        }
        for (Attribute attribute : attributes) {
            if (attribute.required() && !attrs.has(attribute.name())) {
                throw new DiagnosticException(Diagnostic.error(
                                LanguageCode.MISSING_ARGUMENT,
                                origin.span(),
                                surface() + " needs `" + attribute.name() + "`")
                        .hint("`" + attribute.name() + "=` takes "
                                + attribute.kind().text()));
            }
        }
        return result;
    }

    private DiagnosticException unknownAttribute(String key, Origin origin) {
        List<String> known = Stream.concat(
                        operands.stream().map(Operand::name),
                        attributes.stream().map(Attribute::name))
                .toList();
        return new DiagnosticException(Diagnostic.error(
                        LanguageCode.UNKNOWN_ARGUMENT, origin.span(), surface() + " takes no argument `" + key + "`")
                .hint(known.isEmpty() ? "it takes no arguments" : Nearest.hint(key, known)));
    }

    @Override
    public String toString() {
        return name;
    }
}
