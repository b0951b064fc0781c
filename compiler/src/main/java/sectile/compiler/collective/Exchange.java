package sectile.compiler.collective;

import java.util.List;
import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Var;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;

/// Collectives whose target has a part for every rank: equal pieces in row-major order. Seen as one row per rank, so
/// that a target that cannot be divided is an error where the view is made.
final class Exchange {
    private final BodyBuilder f;
    private final Rounds rounds;
    private final Var parts;
    private final Var part;
    private final Object elements;
    private final DataType dtype;

    Exchange(BodyBuilder f, Rounds rounds, Expr target) {
        this.f = f;
        this.rounds = rounds;
        this.dtype = ((Shaped) target.type()).dtype();
        this.elements = Rounds.elements(f, target);
        this.part = f.let("part", f.floorDiv(elements, f.cast(rounds.ranks(), DataType.INDEX)));
        this.parts = f.let("parts", f.reshape(target, List.of(rounds.ranks(), part)));
    }

    private Chunks row(Object rank) {
        return Chunks.ofRow(f, rank, part, elements, dtype);
    }

    /// A rank overwrites only its own part, which no other rank reads; no rank leaves before all have read.
    void reduceScatter(BinaryOp function) {
        rounds.meet(0);
        row(rounds.me()).each(chunk -> chunk.store(AllReduce.reduced(f, rounds, chunk, parts, function), parts));
        rounds.meet(1);
        rounds.clear(2L);
    }

    /// Each rank puts its input into its part, then all read the parts of the others.
    void allGather(Expr input) {
        Var flat = f.let("flat", f.reshape(input, List.of(1, part)));
        row(rounds.me()).each(chunk -> chunk.store(chunk.ofRow(0).load(flat), parts));
        rounds.meet(0);
        rounds.eachPeer(peer -> row(peer).each(chunk -> chunk.store(chunk.loadFrom(parts, peer), parts)));
        rounds.meet(1);
        rounds.clear(2L);
    }

    /// From a window every rank reads its part; a tensor, which others cannot read, is written to them.
    void allToAll(Expr input) {
        Var rows = f.let("rows", f.reshape(input, List.of(rounds.ranks(), part)));
        boolean window = input.type() instanceof DistributedTensorType;
        rounds.meet(0);
        row(rounds.me()).each(chunk -> chunk.store(chunk.load(rows), parts));
        rounds.eachPeer(peer -> row(peer).each(chunk -> {
            if (window) {
                chunk.store(chunk.ofRow(rounds.me()).loadFrom(rows, peer), parts);
            } else {
                chunk.ofRow(rounds.me()).storeTo(chunk.load(rows), parts, peer);
            }
        }));
        rounds.meet(1);
        rounds.clear(2L);
    }
}
