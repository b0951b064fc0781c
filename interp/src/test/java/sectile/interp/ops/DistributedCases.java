package sectile.interp.ops;

import java.util.LinkedHashMap;
import java.util.Map;

/// Kernels of four ranks, one for every distributed op. Element k of rank r's output, in terms of the ranks'
/// inputs `x`.
final class DistributedCases {
    /// Element k of a rank's output.
    interface Expected {
        double at(double[][] x, int rank, int k);
    }

    /// @param body statements of a kernel, see [OtherPrograms#onRanks]
    record Case(String body, Expected expected) {}

    private DistributedCases() {}

    private static String copy(String window) {
        return OtherPrograms.COPY.formatted(window);
    }

    private static double sum(double[][] x, int k) {
        return (float) ((float) ((float) (x[0][k] + x[1][k]) + x[2][k]) + x[3][k]);
    }

    static Map<String, Case> all() {
        var cases = new LinkedHashMap<String, Case>();
        String barrier = "sig = pld.tensor.barrier(sig)\n";
        for (String mode : new String[] {"mesh", "ring"}) {
            cases.put(
                    "allreduce " + mode,
                    new Case(
                            "data = pld.tensor.allreduce(data, sig, mode=\"" + mode + "\")\n" + copy("data"),
                            (x, r, k) -> sum(x, k)));
        }
        cases.put(
                "allreduce in a loop",
                new Case(
                        """
                            for i in pl.range(3):
                                data = pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Max)
                            """ + copy("data"),
                        (x, r, k) -> Math.max(Math.max(x[0][k], x[1][k]), Math.max(x[2][k], x[3][k]))));
        cases.put(
                "broadcast",
                new Case("data = pld.tensor.broadcast(data, sig, root=2)\n" + copy("data"), (x, r, k) -> x[2][k]));
        cases.put(
                "reduce_scatter",
                new Case(
                        "data = pld.tensor.reduce_scatter(data, sig)\n" + copy("data"),
                        (x, r, k) -> k / 8 == r ? sum(x, k) : x[r][k]));
        cases.put(
                "allgather",
                new Case(
                        "part = pl.slice(x, [1, 8], [1, 0])\ninbox = pld.tensor.allgather(part, inbox, sig)\n"
                                + copy("inbox"),
                        (x, r, k) -> x[k / 8][8 + k % 8]));
        cases.put(
                "all_to_all",
                new Case(
                        "inbox = pld.tensor.all_to_all(data, inbox, sig)\n" + copy("inbox"),
                        (x, r, k) -> x[k / 8][r * 8 + k % 8]));
        cases.put(
                "all_to_all_v",
                new Case(
                        "inbox = pld.tensor.all_to_all_v(data, inbox, sig, counts, got)\n" + copy("inbox"),
                        (x, r, k) -> r % 2 == 0 ? x[k / 8][r * 8 + k % 8] : 0));
        cases.put(
                "remote_load",
                new Case(
                        barrier + "y = pld.tile.remote_load(data, (me + 1) % n, [0, 0], [4, 8])\n" + barrier
                                + "out = pl.store(y, [0, 0], out)\n",
                        (x, r, k) -> x[(r + 1) % 4][k]));
        cases.put(
                "tile.remote_store",
                new Case(
                        "inbox = pld.tile.remote_store(t, inbox, (me + 1) % n, [0, 0])\n" + barrier + copy("inbox"),
                        (x, r, k) -> x[(r + 3) % 4][k]));
        cases.put(
                "tensor.remote_store",
                new Case(
                        "inbox = pld.tensor.remote_store(x, inbox, 0, [0, 0], atomic=pld.AtomicType.Add)\n" + barrier
                                + copy("inbox"),
                        (x, r, k) -> r == 0 ? x[0][k] + x[1][k] + x[2][k] + x[3][k] : 0));
        cases.put(
                "put",
                new Case(
                        "inbox = pld.tensor.put(inbox, (me + 2) % n, x)\n" + barrier + copy("inbox"),
                        (x, r, k) -> x[(r + 2) % 4][k]));
        cases.put(
                "get",
                new Case(
                        barrier + "out = pld.tensor.get(out, (me + 3) % n, data)\n" + barrier,
                        (x, r, k) -> x[(r + 3) % 4][k]));
        cases.put("put and get without waiting", new Case("""
            inbox = pld.tensor.put(inbox, (me + 1) % n, x, wait=False)
            pld.system.fence()
            pld.system.notify(sig, (me + 1) % n, [0, 0], 1)
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            out = pld.tensor.get(out, me, inbox, wait=False)
            pld.system.quiet()
            """, (x, r, k) -> x[(r + 3) % 4][k]));
        cases.put("put with a signal", new Case("""
            inbox = pld.tensor.put(inbox, (me + 1) % n, x, signal=sig, cell=[0, 0], value=3)
            pld.system.wait(sig, [0, 0], 3, cmp=pld.WaitCmp.Eq)
            """ + copy("inbox"), (x, r, k) -> x[(r + 3) % 4][k]));
        cases.put("notify and wait", new Case("""
            inbox = pld.tile.remote_store(t, inbox, (me + 1) % n, [0, 0])
            pld.system.notify(sig, (me + 1) % n, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            """ + copy("inbox"), (x, r, k) -> x[(r + 3) % 4][k]));
        cases.put("notify sets", new Case("""
            inbox = pld.tile.remote_store(t, inbox, (me + 1) % n, [0, 0])
            pld.system.notify(sig, (me + 1) % n, [me, 0], 5, op=pld.NotifyOp.Set)
            pld.system.wait(sig, [(me + 3) % n, 0], 5, cmp=pld.WaitCmp.Eq)
            """ + copy("inbox"), (x, r, k) -> x[(r + 3) % 4][k]));
        cases.put("defer_wait", new Case("""
            pld.system.notify(sig, (me + 1) % n, [0, 0], 1)
            pld.system.defer_wait(sig, [0, 0], 1)
            out = pl.store(t, [0, 0], out)
            """, (x, r, k) -> x[r][k]));
        return cases;
    }
}
