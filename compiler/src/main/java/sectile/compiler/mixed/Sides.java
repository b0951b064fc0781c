package sectile.compiler.mixed;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.symbol.MemorySpace;

/// On which core of a group ops run: where their tiles lie. Ops without tiles run on both cores if they have no effect
/// or order the effects of others; any other effect happens once, on the vector core of a mixed kernel.
public final class Sides {
    /// Where one op runs.
    sealed interface Place {
        record On(Side side) implements Place {}

        record Both() implements Place {}

        record Once() implements Place {}

        /// A tile leaves one core and arrives at the other.
        record Across(Side from) implements Place {}
    }

    private Sides() {}

    static Optional<Side> of(Type type) {
        if (!(type instanceof TileType tile)) {
            return Optional.empty();
        }
        MemorySpace space = tile.space();
        if (space == null) {
            throw new IllegalStateException("a tile without a memory: " + tile);
        }
        return Side.of(space);
    }

    static Place of(OpCall call) {
        Set<Side> operands = EnumSet.noneOf(Side.class);
        for (Expr arg : call.args()) {
            of(arg.type()).ifPresent(operands::add);
        }
        Optional<Side> result = of(call.type());
        if (call.op().semantics() == Semantics.Move.RELOCATE && operands.size() == 1) {
            Side from = operands.iterator().next();
            return result.isPresent() && result.get() != from ? new Place.Across(from) : new Place.On(from);
        }
        Set<Side> all = EnumSet.copyOf(operands);
        result.ifPresent(all::add);
        if (all.size() > 1) {
            throw new DiagnosticException(Diagnostic.error(
                            CompilerCode.OP_ON_BOTH_CORES,
                            call.span(),
                            call.op().surface() + " uses a tile of the matrix core and one of the vector core")
                    .hint("move one of them with pl.move first"));
        }
        return all.isEmpty() ? withoutTiles(call) : new Place.On(all.iterator().next());
    }

    private static Place withoutTiles(OpCall call) {
        for (Side side : Side.values()) {
            if (call.op().affinity() == side.affinity() && call.op().isTile()) {
                return new Place.On(side);
            }
        }
        boolean both = call.op().isPure(call.attrs()) || call.op().semantics() instanceof Semantics.Synchronise;
        return both ? new Place.Both() : new Place.Once();
    }

    /// The cores that a function needs; none if it only computes scalars.
    public static Set<Side> of(Function function) {
        Set<Side> sides = EnumSet.noneOf(Side.class);
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call) {
                switch (of(call)) {
                    case Place.On on -> sides.add(on.side());
                    case Place.Across _ -> sides.addAll(EnumSet.allOf(Side.class));
                    case Place.Both _, Place.Once _ -> {}
                }
            }
        });
        return sides;
    }
}
