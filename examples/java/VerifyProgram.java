import java.util.List;
import sectile.base.diag.SourceFile;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.interp.Run;
import sectile.ir.text.FrontEnd;

/// A protocol between two ranks, verified in every order of their steps: with its wait it is proved right, without it a
/// race is found.
///
/// Needs: dev.sectile:sectile-check
public final class VerifyProgram {
    private static final String TEXT = """
        import pypto.language as pl
        import pypto.language.distributed as pld


        @pl.program
        class Publish:
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, data: pl.InOut[pld.DistributedTensor[[1, 8], pl.INT32]],
                       ready: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
                       out: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
                me = pld.rank(pld.get_comm_ctx(data))
                peer = 1 - me
                tile = pl.tile.full([1, 8], 7, dtype=pl.INT32)
                pld.tile.remote_store(tile, data, peer=peer, offsets=[0, 0])
                pld.system.notify(ready, peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        WAIT
                out = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], out)
                return out

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(self, data: pl.InOut[pld.DistributedTensor[[1, 8], pl.INT32]],
                     ready: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
                     out: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
                return self.kernel(data, ready, out)

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(self, out: pl.Out[pl.Tensor[[2, 1, 8], pl.INT32]]):
                data = pld.alloc_window_buffer(32)
                ready = pld.alloc_window_buffer(4)
                for r in pl.range(pld.world_size()):
                    self.chip(pld.window(data, [1, 8], dtype=pl.INT32), pld.window(ready, [1, 1], dtype=pl.INT32),
                              out[r], device=r)
                return out
        """;

    private VerifyProgram() {}

    public static void main(String[] args) {
        String wait = "        pld.system.wait(ready, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)";
        for (String line : List.of(wait, "")) {
            var source = new SourceFile("publish.py", TEXT.replace("WAIT", line));
            var verifier = new Verifier(FrontEnd.parse(source), Run.of("host").on(2));
            Verification done = verifier.explore(10_000, 10_000, () -> false);
            System.out.println(done.verdict() + " after " + done.executions() + " executions");
            done.findings()
                    .forEach(finding ->
                            System.out.println("  " + finding.diagnostic().message()));
        }
    }
}
