package sectile.compiler.collective;

import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.symbol.BinaryOp;

/// The reduction of a window over all ranks, on all ranks.
final class AllReduce {
    private final BodyBuilder f;
    private final Rounds rounds;
    private final Expr target;
    private final BinaryOp function;
    private final Chunks chunks;

    AllReduce(BodyBuilder f, Rounds rounds, Expr target, BinaryOp function) {
        this.f = f;
        this.rounds = rounds;
        this.target = target;
        this.function = function;
        this.chunks = Chunks.of(f, target);
    }

    /// The reduction of one piece over all ranks, in the order of ranks.
    static Var reduced(BodyBuilder f, Rounds rounds, Chunks.Chunk chunk, Expr window, BinaryOp function) {
        return f.reduce(
                "total",
                1,
                rounds.ranks(),
                piece(f, rounds, chunk, window, 0),
                (rank, total) -> f.binary(function, total, piece(f, rounds, chunk, window, rank)));
    }

    private static Var piece(BodyBuilder f, Rounds rounds, Chunks.Chunk chunk, Expr window, Object rank) {
        return f.select("piece", f.eq(rounds.me(), rank), () -> chunk.load(window), () -> chunk.loadFrom(window, rank));
    }

    /// Every rank reads all others. A piece is overwritten only after all ranks have read it.
    void mesh() {
        Object count = chunks.count();
        rounds.meet(0);
        chunks.each(count, chunk -> {
            Var total = reduced(f, rounds, chunk, target, function);
            rounds.meet(1, chunk.plus(2));
            chunk.store(total, target);
        });
        rounds.clear(count instanceof Long number ? (Object) (number + 1) : f.add(count, 1));
    }

    /// Pieces go from rank 0 to the last, each adding its own, and on to rank 0 and all others. A rank reads only its
    /// left neighbour; when the final piece comes to it, all have read what it overwrites.
    void ring() {
        f.when(f.gt(rounds.ranks(), 1), () -> {
            Object count = chunks.count();
            Var me = rounds.me();
            Var last = f.let("last", f.sub(rounds.ranks(), 1));
            Var left = f.let("left", f.mod(f.add(me, last), rounds.ranks()));
            Var right = f.let("right", f.mod(f.add(me, 1), rounds.ranks()));
            f.when(
                    f.eq(me, 0),
                    () -> rounds.send(right, count),
                    () -> chunks.each(count, chunk -> {
                        rounds.await(left, chunk.plus(1));
                        Var before = chunk.loadFrom(target, left);
                        Var mine = chunk.load(target);
                        chunk.store(f.let("partial", f.binary(function, before, mine)), target);
                        rounds.send(right, 1);
                    }));
            Var partials = f.select("partials", f.eq(me, 0), () -> 0, () -> count);
            f.when(
                    f.ne(me, last),
                    () -> chunks.each(count, chunk -> {
                        rounds.await(left, f.add(partials, chunk.plus(1)));
                        chunk.store(chunk.loadFrom(target, left), target);
                        f.when(f.ne(right, last), () -> rounds.send(right, 1));
                    }));
            Var finals = f.select("finals", f.eq(me, last), () -> 0, () -> count);
            Var all = f.let("all", f.add(f.add(partials, finals), 1));
            rounds.eachPeer(peer -> rounds.send(peer, 1));
            rounds.eachPeer(peer -> rounds.await(peer, sent(peer, left, all)));
            rounds.eachPeer(peer -> rounds.clear(peer, sent(peer, left, all)));
        });
    }

    private Var sent(Var peer, Var left, Var all) {
        return f.select("sent", f.eq(peer, left), () -> all, () -> 1);
    }
}
