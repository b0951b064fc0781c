package sectile.runtime.c;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.diag.Span;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Reduction;
import sectile.base.number.UnaryFunction;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Call;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.AtomicType;
import sectile.runtime.c.FusedNode.Extent;
import sectile.runtime.device.FusedOps;

/// Statements that can be one loop over rows of f32: loads, functions of elements, reductions of rows, and a store at
/// the end. [FusedCode] prints the loop, [FusedKernel] a kernel.
///
/// Statements are added one by one while they fit. Nothing between the first and the last of them has another effect,
/// so that a value which nothing outside reads need not exist in memory.
final class FusedRegion {
    private final Uses uses;
    private final Dialect dialect;
    private final List<Assign> statements = new ArrayList<>();
    private final List<FusedNode> nodes = new ArrayList<>();
    private final Map<Var, FusedNode> defined = new HashMap<>();
    private final Map<Var, FusedNode> sources = new HashMap<>();
    /// Tiles that an op uses as room to work in, and nothing else does.
    private final List<Var> rooms = new ArrayList<>();
    private @Nullable List<Expr> shape;
    private @Nullable Assign storing;
    private @Nullable FusedNode stored;

    FusedRegion(Uses uses, Dialect dialect) {
        this.uses = uses;
        this.dialect = dialect;
    }

    /// Adds a statement if it fits; false if not, and then nothing has changed.
    boolean add(Stmt statement) {
        if (!(statement instanceof Assign assign)
                || !(assign.value() instanceof OpCall call)
                || storing != null
                || nodes.size() > dialect.mostFused()) {
            return false;
        }
        int before = nodes.size();
        List<Expr> shapeBefore = shape;
        boolean fits = isStore(call) ? addStore(assign, call) : addValue(assign, call);
        if (fits) {
            statements.add(assign);
        } else {
            while (nodes.size() > before) {
                FusedNode removed = nodes.removeLast();
                sources.values().remove(removed);
            }
            shape = shapeBefore;
        }
        return fits;
    }

    private boolean addValue(Assign assign, OpCall call) {
        if (call.op().semantics() == Semantics.Create.UNDEFINED && call.op().isTile()) {
            rooms.add(assign.target());
            return true;
        }
        FusedNode node = node(call);
        if (node == null || uses.writes(assign.target()) != 1 || !(call.type() instanceof Shaped type)) {
            return false;
        }
        defined.put(assign.target(), node);
        node.stored = assign.target();
        node.type = type;
        return true;
    }

    private static boolean isStore(OpCall call) {
        return call.op().semantics() == Semantics.Move.STORE || call.op().semantics() == Semantics.Move.ASSEMBLE;
    }

    private boolean addStore(Assign assign, OpCall call) {
        boolean store = call.op().semantics() == Semantics.Move.STORE;
        boolean adds = call.attrs().asMap().values().stream().anyMatch(new Attr.Sym(AtomicType.ADD)::equals);
        if (adds
                || (store && call.arg("shapes").isPresent())
                || (!store && call.op().isTile())) {
            return false;
        }
        Expr target = call.operand(store ? "out_tensor" : "target");
        Expr value = call.operand(store ? "tile" : "source");
        if (!(target instanceof Var to)
                || defined.containsKey(to)
                || !(to.type() instanceof Shaped into)
                || into.dtype().storage() != DType.F32
                || !(value.type() instanceof Shaped shaped)
                || into.rank() != shaped.rank()
                || hasCall(call.operand(store ? "offsets" : "offset"))) {
            return false;
        }
        FusedNode node = node(value);
        if (node == null || node.extent != Extent.FULL) {
            return false;
        }
        storing = assign;
        stored = node;
        return true;
    }

    private @Nullable FusedNode node(Expr expr) {
        if (expr instanceof Var variable) {
            FusedNode known = defined.get(variable);
            return known != null ? known : source(variable);
        }
        if (expr.type() instanceof ScalarType) {
            return hasCall(expr) ? null : made(new FusedNode.Single(expr), Extent.ONE, List.of(), expr);
        }
        return expr instanceof OpCall call ? computed(call) : null;
    }

    private @Nullable FusedNode source(Var variable) {
        FusedNode known = sources.get(variable);
        if (known != null) {
            return known;
        }
        if (rooms.contains(variable)) {
            return null;
        }
        Extent extent = extent(variable.type());
        if (extent == null) {
            return null;
        }
        FusedNode node = made(new FusedNode.Source(variable), extent, List.of(), variable);
        sources.put(variable, node);
        return node;
    }

    private @Nullable FusedNode computed(OpCall call) {
        return switch (call.op().semantics()) {
            case Semantics.Apply apply -> vector(apply.function()) ? applied(call, apply) : null;
            case Semantics.Combine combine ->
                combine.operands() == 2 && vector(combine.function()) ? combined(call, combine) : null;
            case Semantics.Broadcast broadcast -> {
                Extent extent = extent(call.type());
                FusedNode value = extent == Extent.FULL ? node(call.args().get(broadcast.value())) : null;
                yield value == null ? null : made(new FusedNode.Expand(), Extent.FULL, List.of(value), call);
            }
            case Semantics.Reduce reduce -> folded(call, reduce);
            case Semantics.Move move -> move == Semantics.Move.LOAD ? loaded(call) : null;
            case Semantics.CombineValid _, Semantics.Convert _, Semantics.Compare _, Semantics.Select _ -> null;
            case Semantics.Contract _, Semantics.View _, Semantics.Rearrange _, Semantics.Create _ -> null;
            case Semantics.Element _, Semantics.Gather _, Semantics.Scatter _, Semantics.Sort _ -> null;
            case Semantics.Access _, Semantics.Signal _, Semantics.Collective _, Semantics.Synchronise _ -> null;
            case Semantics.Pipe _, Semantics.Lanes _, Semantics.Query _, Semantics.Task _ -> null;
            case Semantics.Scalars _, Semantics.Prefetch _, Semantics.Window _, Semantics.Reserve _ -> null;
        };
    }

    private @Nullable FusedNode applied(OpCall call, Semantics.Apply apply) {
        Extent extent = extent(call.type());
        FusedNode a = extent == null ? null : node(call.args().getFirst());
        return extent == null || extent == Extent.COLUMN || a == null || a.extent != extent
                ? null
                : made(new FusedNode.Apply(apply.function()), extent, List.of(a), call);
    }

    private @Nullable FusedNode combined(OpCall call, Semantics.Combine combine) {
        Extent extent = extent(call.type());
        FusedNode a = extent == null ? null : node(call.args().get(0));
        FusedNode b = a == null ? null : node(call.args().get(1));
        if (extent == null || a == null || b == null || extent == Extent.COLUMN) {
            return null;
        }
        // Values of a row are scalars of C; a column next to them has no place there.
        boolean fits = extent == Extent.FULL
                || (a.extent != Extent.FULL
                        && b.extent != Extent.FULL
                        && a.extent != Extent.COLUMN
                        && b.extent != Extent.COLUMN);
        return fits ? made(new FusedNode.Combine(combine.function()), extent, List.of(a, b), call) : null;
    }

    private @Nullable FusedNode folded(OpCall call, Semantics.Reduce reduce) {
        if (reduce.function().isPosition() || call.type() instanceof ScalarType) {
            return null;
        }
        if (!(call.args().getFirst().type() instanceof Shaped operand)
                || extent(operand) != Extent.FULL
                || !isRow(call.type())) {
            return null;
        }
        FusedNode a = node(call.args().getFirst());
        return a == null || a.extent != Extent.FULL
                ? null
                : made(new FusedNode.Fold(reduce.function()), Extent.ROW, List.of(a), call);
    }

    private @Nullable FusedNode loaded(OpCall call) {
        if (call.arg("valid_shape").isPresent()
                || (call.attr("clamp").orElse(null) instanceof Attr.Bool(boolean clamp) && clamp)
                || !(call.operand("tensor") instanceof Var from)
                || defined.containsKey(from)
                || !(from.type() instanceof Shaped of)
                || of.dtype().storage() != DType.F32
                || of.rank() != ((Shaped) call.type()).rank()
                || hasCall(call.operand("offsets"))
                || hasCall(call.operand("shapes"))) {
            return null;
        }
        Extent extent = extent(call.type());
        return extent == null ? null : made(new FusedNode.Load(call), extent, List.of(), call);
    }

    private FusedNode made(FusedNode.Kind kind, Extent extent, List<FusedNode> operands, Expr at) {
        var node = new FusedNode(nodes.size(), kind, extent, operands, at.span());
        nodes.add(node);
        return node;
    }

    private static boolean hasCall(Expr expr) {
        var found = new boolean[1];
        Walk.each(expr, part -> found[0] |= part instanceof Call || part instanceof Submit);
        return found[0];
    }

    private static boolean vector(UnaryFunction function) {
        return function != UnaryFunction.NOT;
    }

    private static boolean vector(BinaryFunction function) {
        return switch (function) {
            case ADD, SUB, MUL, DIV, MAXIMUM, MINIMUM, EXPDIF, PRELU -> true;
            case FLOOR_DIV, FMOD, REM, POW, AND, OR, XOR, SHL, SHR -> false;
        };
    }

    /// How a value of a type lies in the region; absent if it does not. The first full one decides what the region is.
    private @Nullable Extent extent(Type type) {
        if (!(type instanceof Shaped shaped) || shaped.dtype().storage() != DType.F32 || shaped.rank() < 1) {
            return null;
        }
        List<Expr> given = shaped.shape();
        boolean narrow = isOne(given.getLast());
        List<Expr> known = shape;
        if (known == null) {
            if (narrow) {
                return null;
            }
            shape = given;
            return Extent.FULL;
        }
        if (known.size() != given.size()) {
            return null;
        }
        boolean sameRows = true;
        boolean oneRow = true;
        for (int i = 0; i < given.size() - 1; i++) {
            sameRows &= same(known.get(i), given.get(i));
            oneRow &= isOne(given.get(i));
        }
        if (sameRows && same(known.getLast(), given.getLast())) {
            return Extent.FULL;
        }
        if (sameRows && narrow) {
            return Extent.ROW;
        }
        return oneRow && same(known.getLast(), given.getLast()) ? Extent.COLUMN : null;
    }

    private boolean isRow(Type type) {
        return extent(type) == Extent.ROW;
    }

    private static boolean isOne(Expr extent) {
        return Dims.constant(extent).equals(OptionalLong.of(1));
    }

    private static boolean same(Expr a, Expr b) {
        OptionalLong x = Dims.constant(a);
        OptionalLong y = Dims.constant(b);
        return (x.isPresent() || y.isPresent()) ? x.equals(y) : a.toString().equals(b.toString());
    }

    /// Whether a loop or a kernel of its own is better than what the runtime does. A device has a kernel for every op,
    /// which is built already.
    boolean isWorthwhile() {
        return computed() >= (dialect.printsLoops() ? 1 : 2) && nodes.stream().anyMatch(n -> n.extent == Extent.FULL);
    }

    private int computed() {
        return (int) nodes.stream().filter(FusedNode::isComputed).count();
    }

    /// What becomes of it.
    FusedOps made() {
        List<Span> spans = nodes.stream()
                .filter(FusedNode::isComputed)
                .map(node -> node.span)
                .filter(span -> !span.isNone())
                .sorted(Comparator.comparingInt(Span::line))
                .toList();
        return new FusedOps(
                spans.isEmpty() ? Span.none() : spans.getFirst(),
                spans.isEmpty() ? Span.none() : spans.getLast(),
                computed(),
                !dialect.printsLoops());
    }

    /// Decides which values are in memory: those that statements outside of the region read, that a later walk over the
    /// columns reads, or that are summed in order.
    void finish() {
        Uses inside = new Uses();
        statements.forEach(inside::count);
        for (FusedNode node : nodes) {
            Var variable = node.stored;
            if (variable != null && inside.reads(variable) == uses.reads(variable)) {
                node.stored = null;
            }
        }
        for (FusedNode node : nodes) {
            for (FusedNode operand : node.operands) {
                boolean inOrder = node.kind instanceof FusedNode.Fold(var function) && isInOrder(function);
                boolean later = operand.extent == Extent.FULL && node.extent == Extent.FULL && operand.pass < node.pass;
                if (operand.isComputed() && operand.extent == Extent.FULL && (inOrder || later)) {
                    operand.kept = true;
                }
            }
        }
        FusedNode last = stored;
        if (last != null && last.isComputed() && last.pass < passes() - 1) {
            last.kept = true;
        }
    }

    static boolean isInOrder(Reduction function) {
        return switch (function) {
            case SUM, PROD -> true;
            case MAX, MIN, ARGMAX, ARGMIN -> false;
        };
    }

    /// How many walks over the columns there are.
    int passes() {
        int last = 0;
        for (FusedNode node : nodes) {
            if (node.extent == Extent.FULL) {
                last = Math.max(last, node.pass);
            }
        }
        return last + 1;
    }

    List<Assign> statements() {
        return List.copyOf(statements);
    }

    /// In an order in which operands come first.
    List<FusedNode> nodes() {
        return List.copyOf(nodes);
    }

    Optional<Assign> storing() {
        return Optional.ofNullable(storing);
    }

    /// What is stored at the end.
    Optional<FusedNode> stored() {
        return Optional.ofNullable(stored);
    }

    /// Variables that exist only as room to work in, and are still read outside.
    List<Var> rooms() {
        Uses inside = new Uses();
        statements.forEach(inside::count);
        return rooms.stream().filter(v -> inside.reads(v) != uses.reads(v)).toList();
    }
}
