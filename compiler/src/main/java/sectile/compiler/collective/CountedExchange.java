package sectile.compiler.collective;

import java.util.List;
import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;

/// The exchange in which every rank says how many rows it has for each. Rows are written to their receiver, and the
/// signal that follows them carries their count: a round adds 2²⁴, so that the count, which is below that, can be read
/// from the cell as its remainder. A third round lets no rank leave, and signal anew, before the counts are read; it
/// has a cell of its own, so that nothing changes the others while they are read.
final class CountedExchange {
    private static final long ROUND = 1L << 24;

    private final BodyBuilder f;
    private final Rounds rounds;
    private final Var rows;
    private final Var parts;
    private final Object elements;
    /// How many elements a row has.
    private final Object width;

    private final DataType dtype;

    CountedExchange(BodyBuilder f, Rounds rounds, Expr input, Expr target) {
        this.f = f;
        this.rounds = rounds;
        this.dtype = ((Shaped) target.type()).dtype();
        this.elements = Rounds.elements(f, input);
        Object height = Rounds.extent(f, input, 0);
        this.width = elements instanceof Long all && height instanceof Long high
                ? (Object) (all / high)
                : f.let("width", f.floorDiv(elements, height));
        this.rows = f.let("rows", divided(input, elements));
        this.parts = f.let("parts", divided(target, Rounds.elements(f, target)));
    }

    /// A row for every rank.
    private Expr divided(Expr whole, Object count) {
        Var part = f.let("part", f.floorDiv(count, f.cast(rounds.ranks(), DataType.INDEX)));
        return f.reshape(whole, List.of(rounds.ranks(), part));
    }

    void run(Expr sendCounts, Expr receiveCounts) {
        Var me = rounds.me();
        rounds.meet(ROUND, ROUND);
        Var kept = count("kept", sendCounts, me);
        copy(me, kept, chunk -> chunk.store(chunk.load(rows), parts));
        f.run(f.write(receiveCounts, List.of(me), kept));
        rounds.eachPeer(peer -> {
            Var sent = count("sent", sendCounts, peer);
            copy(peer, sent, chunk -> chunk.ofRow(me).storeTo(chunk.load(rows), parts, peer));
            rounds.send(peer, f.add(f.cast(sent, DataType.INDEX), ROUND));
        });
        rounds.eachPeer(peer -> {
            rounds.await(peer, 2 * ROUND);
            Var got = f.let("got", f.mod(rounds.count(peer), (int) ROUND));
            f.run(f.write(receiveCounts, List.of(peer), got));
            rounds.clear(peer, got);
        });
        rounds.meetAside();
        rounds.clear(2 * ROUND);
    }

    /// How many rows go to a rank. A negative count would never wake its receiver, and the language has no assertion:
    /// it is read again at an index before the first, which no executor allows.
    private Var count(String name, Expr sendCounts, Expr rank) {
        Var stated = f.let("stated", f.read(sendCounts, List.of(rank)));
        Expr before = f.mul(f.cast(f.min(stated, 0), DataType.INDEX), f.cast(rounds.ranks(), DataType.INDEX));
        Expr index = f.add(f.cast(rank, DataType.INDEX), before);
        return f.let(name, f.read(sendCounts, List.of(index)));
    }

    private void copy(Expr rank, Var count, java.util.function.Consumer<Chunks.Chunk> move) {
        Expr moved = f.let("moved", f.mul(f.cast(count, DataType.INDEX), width));
        Chunks.ofRow(f, rank, moved, elements, dtype).each(move);
    }
}
