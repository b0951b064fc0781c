package sectile.check.explore;

import java.util.SplittableRandom;

/// Small random programs of a few ranks that signal, wait, store into each other's windows and read them; those with
/// transfers also put and get without waiting, put with a signal, fence and wait for completion. Many of them race or
/// get stuck in some orders.
final class RandomProtocols {
    private static final String HEAD = """
        import pypto.language as pl
        import pypto.language.distributed as pld

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def k(
                self,
                data: pl.InOut[pld.DistributedTensor[[1, 4], pl.INT32]],
                sig: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
                out: pl.Out[pl.Tensor[[1, 4], pl.INT32]],
            ):
                me = pld.rank(pld.get_comm_ctx(sig))
        """;

    private final SplittableRandom random;
    private final int ranks;
    private final boolean transfers;

    private RandomProtocols(long seed, int ranks, boolean transfers) {
        this.random = new SplittableRandom(seed);
        this.ranks = ranks;
        this.transfers = transfers;
    }

    /// @param operations the most of one rank
    static String draw(long seed, int ranks, int operations, boolean transfers) {
        return new RandomProtocols(seed, ranks, transfers).program(operations);
    }

    private String program(int operations) {
        var text = new StringBuilder(HEAD);
        boolean barrier = random.nextInt(5) == 0;
        int phases = barrier ? 2 : 1;
        for (int phase = 0; phase < phases; phase++) {
            if (phase > 0) {
                text.append("        sig = pld.tensor.barrier(sig)\n");
            }
            for (int rank = 0; rank < ranks; rank++) {
                text.append("        if me == ").append(rank).append(":\n");
                int count = 1 + random.nextInt(operations / phases);
                for (int i = 0; i < count; i++) {
                    text.append("            ").append(operation()).append('\n');
                }
            }
        }
        return text.append("        return out\n").toString();
    }

    private String operation() {
        return transfers && random.nextInt(2) == 0 ? transfer() : plain();
    }

    private String transfer() {
        int peer = random.nextInt(ranks);
        int cell = random.nextInt(2);
        int value = 1 + random.nextInt(2);
        int from = random.nextInt(2) * 2;
        int to = random.nextInt(2) * 2;
        String ranges = "data, dst_off=[0, %d], src_off=[0, %d], shape=[1, 2]".formatted(to, from);
        return switch (random.nextInt(10)) {
            case 0, 1 -> "data = pld.tensor.put(data, %d, %s, wait=False)".formatted(peer, ranges);
            case 2, 3 -> "data = pld.tensor.get(data, %d, %s, wait=False)".formatted(peer, ranges);
            case 4 -> "data = pld.tensor.put(data, %d, %s, signal=sig, cell=[%d, 0])".formatted(peer, ranges, cell);
            case 5 ->
                "data = pld.tensor.put(data, %d, %s, wait=False, signal=sig, cell=[%d, 0])"
                        .formatted(peer, ranges, cell);
            case 6 ->
                ("data = pld.tile.remote_store(pl.tile.full([1, 2], dtype=pl.INT32, value=%d), data, %d, [0, %d],"
                                + " atomic=pld.AtomicType.Add)")
                        .formatted(value, peer, to);
            case 7 -> "pld.system.fence()";
            default -> "pld.system.quiet()";
        };
    }

    private String plain() {
        int peer = random.nextInt(ranks);
        int cell = random.nextInt(2);
        int value = 1 + random.nextInt(2);
        int at = random.nextInt(2) * 2;
        return switch (random.nextInt(11)) {
            case 0, 1 -> "pld.system.notify(sig, %d, [%d, 0], 1, op=pld.NotifyOp.AtomicAdd)".formatted(peer, cell);
            case 2 -> "pld.system.notify(sig, %d, [%d, 0], %d, op=pld.NotifyOp.Set)".formatted(peer, cell, value);
            case 3 -> "pld.system.wait(sig, [%d, 0], 1, cmp=pld.WaitCmp.Ge)".formatted(cell);
            case 4 -> "pld.system.wait(sig, [%d, 0], %d, cmp=pld.WaitCmp.Eq)".formatted(cell, value);
            case 5, 6, 7 ->
                "data = pld.tile.remote_store(pl.tile.full([1, 2], dtype=pl.INT32, value=%d), data, %d, [0, %d])"
                        .formatted(value, peer, at);
            default ->
                "out = pl.store(pld.tile.remote_load(data, %d, [0, %d], [1, 2]), [0, %d], out)".formatted(peer, at, at);
        };
    }
}
