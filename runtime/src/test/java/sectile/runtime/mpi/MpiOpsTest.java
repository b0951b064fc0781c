package sectile.runtime.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.Programs;

/// Every distributed op, and what a host sends to devices, when every rank is a process.
class MpiOpsTest {
    private static final String WINDOWS = "sig = pld.tensor.barrier(sig)\n";

    /// Statements that leave an array of 4×8 in a window or in a tile.
    private static final List<String> OPS = List.of(
            "data = pld.tensor.allreduce(data, sig)\ny = pl.load(data, [0, 0], [4, 8])",
            "data = pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Max, mode=\"ring\")\ny = pl.load(data, [0, 0], [4, 8])",
            "data = pld.tensor.broadcast(data, sig, root=2)\ny = pl.load(data, [0, 0], [4, 8])",
            "data = pld.tensor.reduce_scatter(data, sig)\ny = pl.load(data, [0, 0], [4, 8])",
            "part = pl.slice(x, [1, 8], [1, 0])\ninbox = pld.tensor.allgather(part, inbox, sig)\n"
                    + "y = pl.load(inbox, [0, 0], [4, 8])",
            "inbox = pld.tensor.all_to_all(data, inbox, sig)\ny = pl.load(inbox, [0, 0], [4, 8])",
            "inbox = pld.tensor.all_to_all_v(data, inbox, sig, counts, got)\ny = pl.load(inbox, [0, 0], [4, 8])",
            "y = pld.tile.remote_load(data, (me + 1) % n, [0, 0], [4, 8])",
            "y = pl.tile.full([4, 8], pl.FP32, 0.0)\ny = pl.assemble(y, pld.tile.remote_load(data, (me + 1) % n, [1, 2], [2, 4]), [0, 0])",
            "inbox = pld.tile.remote_store(t, inbox, (me + 1) % n, [0, 0])\n" + WINDOWS
                    + "y = pl.load(inbox, [0, 0], [4, 8])",
            "inbox = pld.tile.remote_store(pl.slice(t, [2, 4], [1, 1]), inbox, (me + 1) % n, [1, 3])\n" + WINDOWS
                    + "y = pl.load(inbox, [0, 0], [4, 8])",
            "inbox = pld.tensor.remote_store(x, inbox, 0, [0, 0], atomic=pld.AtomicType.Add)\n" + WINDOWS
                    + "y = pl.load(inbox, [0, 0], [4, 8])",
            "inbox = pld.tensor.put(inbox, (me + 2) % n, x)\n" + WINDOWS + "y = pl.load(inbox, [0, 0], [4, 8])",
            """
            inbox = pld.tensor.put(inbox, (me + 1) % n, x, signal=cell, cell=[0, 0], value=3)
            pld.system.wait(cell, [0, 0], 3, cmp=pld.WaitCmp.Eq)
            y = pl.load(inbox, [0, 0], [4, 8])""",
            """
            inbox = pld.tile.remote_store(t, inbox, (me + 1) % n, [0, 0])
            pld.system.notify(cell, (me + 1) % n, [1, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(cell, [1, 0], 1, cmp=pld.WaitCmp.Ge)
            y = pl.load(inbox, [0, 0], [4, 8])""");

    private static String kernel() {
        var text = new StringBuilder();
        for (int i = 0; i < OPS.size(); i++) {
            text.append("data = pl.store(t, [0, 0], data)\n")
                    .append("inbox = pl.store(t, [0, 0], inbox)\n")
                    .append(WINDOWS)
                    .append(OPS.get(i))
                    .append("\nout = pl.store(y, [")
                    .append(4 * i)
                    .append(", 0], out)\n")
                    .append(WINDOWS);
        }
        return """
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def main(self, x: pl.Tensor[[4, 8], pl.FP32],
                         data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                         inbox: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                         sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                         cell: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                         counts: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                         got: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                         out: pl.Out[pl.Tensor[[ROWS, 8], pl.FP32]]):
                    ctx = pld.get_comm_ctx(data)
                    me = pld.rank(ctx)
                    n = pld.nranks(ctx)
                    t = pl.add(pl.load(x, [0, 0], [4, 8]), me * 2)
                    for r in pl.range(n):
                        pl.write(counts, [r, 0], r % 2)
                        pl.write(cell, [r, 0], 0)
            BODY
                    return out, got
            """.replace("ROWS", "" + 4 * OPS.size())
                .replace("BODY\n", text.toString().indent(8));
    }

    private static final String HOST = """
            import pypto.language as pl
            import pypto.language.distributed as pld

            RANKS = 3

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def fill(self, x: pl.Tensor[[RANKS, 64], pl.FP32], row: pl.Scalar[pl.INT32],
                         w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
                         out: pl.Out[pl.Tensor[[RANKS, 64], pl.FP32]]):
                    t = pl.load(x, [row, 0], [1, 64])
                    w = pl.store(t, [0, 0], w)
                    out = pl.store(pl.mul(t, 2.0), [row, 0], out)
                    return out

                @pl.function(type=pl.FunctionType.Orchestration)
                def per_rank(self, x: pl.Tensor[[RANKS, 64], pl.FP32], row: pl.Scalar[pl.INT32],
                             w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
                             out: pl.Out[pl.Tensor[[RANKS, 64], pl.FP32]]):
                    return self.fill(x, row, w, out)

                @pl.function(type=pl.FunctionType.InCore)
                def read(self, w: pld.DistributedTensor[[1, 64], pl.FP32],
                         row: pl.Scalar[pl.INT32], given: pl.Tensor[[RANKS, 64], pl.FP32],
                         out: pl.Out[pl.Tensor[[RANKS, 64], pl.FP32]]):
                    t = pl.load(w, [0, 0], [1, 64])
                    old = pl.load(given, [(row + 1) % RANKS, 0], [1, 64])
                    out = pl.store(pl.add(t, old), [row, 0], out)
                    return out

                @pl.function(type=pl.FunctionType.Orchestration)
                def then(self, w: pld.DistributedTensor[[1, 64], pl.FP32],
                         row: pl.Scalar[pl.INT32], given: pl.Tensor[[RANKS, 64], pl.FP32],
                         out: pl.Out[pl.Tensor[[RANKS, 64], pl.FP32]]):
                    return self.read(w, row, given, out)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.Tensor[[RANKS, 64], pl.FP32], out: pl.Out[pl.Tensor[[RANKS, 64], pl.FP32]],
                         mid: pl.Out[pl.Tensor[[RANKS, 64], pl.FP32]], last: pl.Out[pl.Tensor[[RANKS, 64], pl.FP32]]):
                    buffer = pld.alloc_window_buffer(64 * pl.FP32.get_byte())
                    w = pld.window(buffer, [1, 64], dtype=pl.FP32)
                    for r in pl.range(pld.world_size()):
                        self.per_rank(x, r, w, out, device=r)
                    v = pld.tensor.allreduce(w, op=pld.ReduceOp.Sum)
                    self.then(w, 1, out, mid, device=2)
                    self.then(w, 0, out, mid, device=1)
                    self.then(w, 2, out, mid, device=0)
                    for q in pl.range(pld.world_size()):
                        self.per_rank(mid, q, w, last, device=q)
                    return out, mid, last
            """;

    private static void check(Program program, String entry, int ranks, HostOptions options) {
        Run run = Programs.run(program.function(entry), ranks, 11);
        String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
        assertThat(expected).contains("out ");
        try (MpiDevice device = MpiExamplesTest.open(options);
                LoadedProgram loaded = device.load(program)) {
            assertThat(Hosts.outcome(() -> loaded.run(run))).isEqualTo(expected);
        }
    }

    @Test
    void everyOpOfRanks() {
        check(Programs.parse(kernel()), "main", 4, Hosts.options());
    }

    /// As between two machines: messages over sockets, and no memory that processes share.
    @Test
    void everyOpOfRanksOverANetwork() {
        var environment = new HashMap<>(System.getenv());
        environment.put("OMPI_MCA_osc", "pt2pt");
        environment.put("OMPI_MCA_btl", "self,tcp");
        check(Programs.parse(kernel()), "main", 4, Hosts.options().withEnvironment(environment));
    }

    @Test
    void arraysOfTheHostAreSharedByAllDevices() {
        check(Programs.parse(HOST), "host", 3, Hosts.options());
    }

    /// Code of the host copies a window to an array of the host again and again, while tasks change the window; all
    /// processes must read the same, because tasks of each device use the array afterwards.
    @Test
    void codeOfTheHostReadsAndWritesWindows() {
        check(Programs.parse("""
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def add(self, x: pl.Tensor[[1, 64], pl.FP32], w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
                    w = pl.store(pl.add(pl.load(x, [0, 0], [1, 64]), pl.load(w, [0, 0], [1, 64])), [0, 0], w)
                    return w

                @pl.function(type=pl.FunctionType.Orchestration)
                def each(self, x: pl.Tensor[[1, 64], pl.FP32], w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
                    return self.add(x, w)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.Tensor[[1, 64], pl.FP32], out: pl.Out[pl.Tensor[[12, 64], pl.FP32]]):
                    buffer = pld.alloc_window_buffer(64 * pl.FP32.get_byte())
                    w = pld.window(buffer, [1, 64], dtype=pl.FP32)
                    row = pl.create_tensor([1, 64], dtype=pl.FP32)
                    row[:] = x
                    for k in pl.range(12):
                        for r in pl.range(pld.world_size()):
                            self.each(row, w, device=r)
                        row[:] = w
                        row[:, 0:8] = w[:, 8:16]
                        pl.write(w, [0, 5], pl.read(w, [0, 7]))
                        out = pl.assemble(out, row, [k, 0])
                    return out
            """), "host", 3, Hosts.options());
    }
}
