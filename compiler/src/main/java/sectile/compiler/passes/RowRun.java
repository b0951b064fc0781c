package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.compiler.flow.Roots;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreeVariables;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Stmt;

/// Statements in a row that compute row by row, of tensors with the same number of rows.
final class RowRun {
    private final Roots roots;
    private final List<Assign> statements = new ArrayList<>();
    private final Set<Var> defined = new HashSet<>();
    /// The memory that is read, and that which is written.
    private final Set<Var> read = new HashSet<>();
    private final Set<Var> written = new HashSet<>();
    private long rows = -1;

    RowRun(Roots roots) {
        this.roots = roots;
    }

    boolean isEmpty() {
        return statements.isEmpty();
    }

    List<Assign> statements() {
        return statements;
    }

    long rows() {
        return rows;
    }

    /// Adds a statement if it can be part of the run.
    boolean add(Stmt statement) {
        if (!(statement instanceof Assign assign
                && assign.value() instanceof OpCall call
                && call.op().isTensor())) {
            return false;
        }
        long wanted = rowsOf(call);
        if (wanted < 2 || (rows >= 0 && rows != wanted) || !isRowByRow(call, wanted)) {
            return false;
        }
        boolean assembles = call.op().semantics() == Semantics.Move.ASSEMBLE;
        var reads = new HashSet<Var>();
        for (int i = assembles ? 1 : 0; i < call.args().size(); i++) {
            Var root = roots.of(call.args().get(i));
            if (root != null) {
                reads.add(root);
            }
        }
        if (reads.stream().anyMatch(written::contains)) {
            return false;
        }
        if (assembles) {
            Var root = roots.of(call.args().getFirst());
            if (root == null || read.contains(root) || reads.contains(root) || !written.add(root)) {
                return false;
            }
        }
        rows = wanted;
        read.addAll(reads);
        statements.add(assign);
        defined.add(assign.target());
        return true;
    }

    /// Whether a statement has no effect and may as well come before the run: scalars, views and new memory.
    boolean canPrecede(Stmt statement) {
        if (!(statement instanceof Assign assign)
                || FreeVariables.of(assign.value()).stream().anyMatch(defined::contains)) {
            return false;
        }
        return switch (assign.value()) {
            case OpCall call ->
                call.op().semantics() == Semantics.Create.UNDEFINED
                        || call.op().semantics() instanceof Semantics.View
                        || call.op().semantics() == Semantics.Query.EXTENT;
            case Expr other -> other.type() instanceof ScalarType && !Flattener.calls(other);
        };
    }

    /// The rows of what a call computes; -1 if they are not known.
    private static long rowsOf(OpCall call) {
        Expr value =
                call.op().semantics() == Semantics.Move.ASSEMBLE ? call.args().get(1) : call;
        return value.type() instanceof TensorType type && isKnown(type)
                ? Dims.constant(type.shape().getFirst()).orElse(-1)
                : -1;
    }

    private static boolean isKnown(TensorType type) {
        return type.rank() > 0
                && (type.view() == null || type.view().validShape().isEmpty())
                && Dims.elements(type.shape()).isPresent();
    }

    private static boolean isRowByRow(OpCall call, long rows) {
        return switch (call.op().semantics()) {
            case Semantics.CombineValid _ -> false;
            case Semantics.Elementwise _ ->
                operandsAreRowByRow(call, rows) && call.op().reuses() < 0;
            case Semantics.Reduce reduce -> {
                int rank = ((Shaped) call.args().getFirst().type()).rank();
                long axis = call.attrs().integer("axis").orElse((long) reduce.axis());
                yield (axis < 0 ? axis + rank : axis) > 0 && operandsAreRowByRow(call, rows);
            }
            case Semantics.Create create ->
                create == Semantics.Create.FULL && call.args().getFirst() instanceof MakeTuple;
            case Semantics.Move move -> {
                int rank = ((Shaped) call.args().getFirst().type()).rank();
                yield move == Semantics.Move.ASSEMBLE
                        && call.args().size() == 3
                        && call.args().get(2) instanceof MakeTuple offsets
                        && offsets.elements().size() == rank
                        && ((Shaped) call.args().get(1).type()).rank() == rank
                        && call.args().getFirst().type() instanceof TensorType
                        && !call.attrs().has("atomic");
            }
            case Semantics.Contract _,
                    Semantics.View _,
                    Semantics.Rearrange _,
                    Semantics.Index _,
                    Semantics.Remote _,
                    Semantics.Collective _,
                    Semantics.Synchronise _,
                    Semantics.Pipe _,
                    Semantics.Lanes _,
                    Semantics.Query _,
                    Semantics.Host _ -> false;
        };
    }

    /// Each tensor has either these rows, which are cut, or is the same for every row.
    private static boolean operandsAreRowByRow(OpCall call, long rows) {
        int rank = ((Shaped) call.type()).rank();
        boolean reduces = call.op().semantics() instanceof Semantics.Reduce;
        for (Expr arg : call.args()) {
            if (arg.type() instanceof Shaped shaped) {
                if (!(shaped instanceof TensorType type) || !isKnown(type)) {
                    return false;
                }
                boolean cut = isCut(shaped, rows);
                boolean same = shaped.rank() < rank || Dims.isOne(shaped.shape().getFirst());
                if (!cut && !same) {
                    return false;
                }
                if (cut && !reduces && shaped.rank() != rank) {
                    return false; // the rows of one are the columns of the other
                }
            } else if (!(arg.type() instanceof ScalarType)) {
                return false;
            }
        }
        return true;
    }

    /// Whether a tensor is cut with the rows.
    static boolean isCut(Shaped type, long rows) {
        return Dims.constant(type.shape().getFirst()).orElse(-1) == rows;
    }
}
