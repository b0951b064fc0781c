package sectile.compiler.mixed;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TileType;
import sectile.ir.ops.Ops;

/// The pipe of an expanded kernel: both directions of pipe 0, with slots that hold its largest tile.
///
/// There are as many slots as places in the program that send in one direction, and at least two: a received tile keeps
/// its slot until its last use, so with fewer slots both cores could wait for each other.
///
/// @param mask the directions in use: 1 to the vector core, 2 to the matrix core
public record Pipes(long mask, long slotSize, long slots) {
    private static final long ALIGNMENT = 32;

    /// The pipe that a mixed kernel needs; a mask of 0 if its halves exchange no tiles.
    static Pipes of(Function function) {
        var transfers = new ArrayList<OpCall>();
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call && Sides.of(call) instanceof Sides.Place.Across) {
                transfers.add(call);
            }
        });
        long mask = 0;
        long size = ALIGNMENT;
        long[] count = new long[Side.values().length];
        for (OpCall call : transfers) {
            Side from = ((Sides.Place.Across) Sides.of(call)).from();
            mask |= from == Side.MATRIX ? 1 : 2;
            count[from.ordinal()]++;
            size = Math.max(size, bytes(call));
        }
        long wanted = function.attrs().integer("slot_num").orElse(2L);
        long slots = Math.max(wanted, Math.max(count[0], count[1]));
        return new Pipes(mask, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, slots);
    }

    private static long bytes(OpCall call) {
        TileType tile = (TileType) call.args().getFirst().type();
        OptionalLong elements = Dims.elements(tile.shape());
        if (elements.isEmpty()) {
            throw new DiagnosticException(Diagnostic.error(
                            CompilerCode.DYNAMIC_TILE_CROSSES,
                            call.span(),
                            "a tile of " + tile.shape() + " goes from one core to the other, but its size is not known")
                    .hint("give the tile constant extents and a valid shape"));
        }
        return tile.dtype().storage().bytesFor(elements.getAsLong());
    }

    /// Sets up the end of a core.
    OpCall open(Side side, Origin origin) {
        Attrs attrs = Attrs.of("dir_mask", new Attr.Int(mask))
                .with("slot_size", new Attr.Int(slotSize))
                .with("slot_num", new Attr.Int(slots));
        Op op = Ops.standard().all().stream()
                .filter(o -> o.semantics() instanceof Semantics.Open && o.affinity() == side.affinity())
                .findFirst()
                .orElseThrow();
        return op.call(List.of(), attrs, origin);
    }

    static OpCall push(Side to, Expr tile, Origin origin) {
        return Ops.standard().of(new Semantics.Push(to.flow())).call(List.of(tile), Attrs.EMPTY, origin);
    }

    static OpCall pop(Side at, TileType tile, Origin origin) {
        return Ops.standard()
                .of(new Semantics.Pop(at.flow()))
                .call(List.of(MakeTuple.of(tile.shape())), Attrs.of("dtype", new Attr.Element(tile.dtype())), origin);
    }

    static OpCall free(Side at, Expr tile, Origin origin) {
        return Ops.standard().of(new Semantics.Free(at.flow())).call(List.of(tile), Attrs.EMPTY, origin);
    }
}
