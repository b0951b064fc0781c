package sectile.interp.ops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Programs for the ops that need more than one core, rank or task. Those in files also run on the machine, in a test
/// of `runtime`.
final class OtherPrograms {
    private static final String HEADER = """
        import pypto.language as pl
        import pypto.language.distributed as pld

        """;

    /// One kernel on one core: events, barriers, positions, arrays, tasks, prefetches.
    static final String SYSTEM = read("system.py");

    /// A matrix core and two vector cores with pipes both ways: out = 2 · exp(a) summed up by the matrix core.
    static final String PIPES = read("pipes.py");

    /// Halves for each vector core and back.
    static final String LANES = read("lanes.py");

    private static final String RANKS_PARAMETERS = """
        x: pl.Tensor[[4, 8], pl.FP32],
                  data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                  inbox: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                  sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                  counts: pl.Tensor[[4], pl.INT32],
                  got: pl.Out[pl.Tensor[[4], pl.INT32]],
                  out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]\
        """;

    /// A kernel of four ranks around some statements; `me` is the rank, `n` how many there are.
    static String onRanks(String body) {
        return HEADER + """
            @pl.program
            class Ranks:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, %s):
                    ctx = pld.get_comm_ctx(data)
                    me = pld.rank(ctx)
                    n = pld.nranks(ctx)
                    t = pl.load(x, [0, 0], [4, 8])
                    data = pl.store(t, [0, 0], data)
            %s
                    return out, got
            """.formatted(RANKS_PARAMETERS, body.indent(8).stripTrailing());
    }

    static final String COPY = "out = pl.store(pl.load(%s, [0, 0], [4, 8]), [0, 0], out)\n";

    static final String BUILTINS = read("builtins.py");
    static final String INTERNALS = read("internals.py");
    static final String DISTRIBUTED = read("distributed.py");

    /// The host's side: windows, workers, futures.
    static final String HOST = read("host.py");

    static final List<String> ALL = List.of(SYSTEM, PIPES, LANES, BUILTINS, HOST, DISTRIBUTED, INTERNALS);

    private OtherPrograms() {}

    private static String read(String name) {
        try (InputStream in = OtherPrograms.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
