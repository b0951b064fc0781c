package sectile.runtime.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Program texts at tile level, drawn from a seed: kernels of elementwise ops, reductions and loops on one or several
/// blocks, and ranks that put rows into their neighbour's window and signal it.
public final class RandomTilePrograms {
    private static final List<String> FLOAT_UNARY = List.of("neg", "abs", "exp", "relu", "sqrt", "recip");
    private static final List<String> INTEGER_UNARY = List.of("neg", "abs", "relu");
    private static final List<String> BINARY = List.of("add", "sub", "mul", "maximum", "minimum");

    private final SplittableRandom random;
    private final String dtype;
    private final int rows;
    private final int columns;
    private final int blocks;
    private final List<String> lines = new ArrayList<>();
    private int names;

    private RandomTilePrograms(long seed) {
        random = new SplittableRandom(seed);
        dtype = pick(List.of("FP32", "FP16", "INT32"));
        rows = 8 << random.nextInt(2);
        columns = 16 << random.nextInt(2);
        blocks = 1 + random.nextInt(4);
    }

    /// A program, and on how many ranks it runs.
    public record Sample(String text, int ranks) {}

    public static Sample draw(long seed) {
        var programs = new RandomTilePrograms(seed);
        return seed % 3 == 0
                ? new Sample(programs.ranked(), 2 + (int) (seed / 3 % 3))
                : new Sample(programs.local(), 1);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /// Statements on tiles; gives the name of the last one.
    private String compute(String indent, List<String> given) {
        var tiles = new ArrayList<>(given);
        int count = 2 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            String name = "t" + names++;
            String tile = pick(tiles);
            String value = switch (random.nextInt(5)) {
                case 0 -> "pl." + pick(dtype.equals("INT32") ? INTEGER_UNARY : FLOAT_UNARY) + "(" + tile + ")";
                case 1, 2 -> "pl." + pick(BINARY) + "(" + tile + ", " + pick(tiles) + ")";
                case 3 -> "pl." + pick(BINARY) + "(" + tile + ", " + (1 + random.nextInt(5)) + ")";
                default ->
                    "pl.col_expand_" + pick(List.of("add", "mul", "max")) + "(" + tile + ", pl.col_"
                            + pick(List.of("max", "min", "sum")) + "(" + pick(tiles) + "))";
            };
            lines.add(indent + name + " = " + value);
            tiles.add(name);
        }
        return tiles.getLast();
    }

    private String local() {
        int steps = 1 + random.nextInt(3);
        String whole = "[" + blocks * steps * rows + ", " + columns + "]";
        String params = "a: pl.Tensor[" + whole + ", pl." + dtype + "], b: pl.Tensor[" + whole + ", pl." + dtype
                + "], out: pl.Out[pl.Tensor[" + whole + ", pl." + dtype + "]]";
        header();
        lines.add("    @pl.function(type=pl.FunctionType.InCore)");
        lines.add("    def k(self, " + params + "):");
        lines.add("        blk = pl.tile.get_block_idx()");
        lines.add("        for i in pl.range(" + steps + "):");
        lines.add("            at = (blk * " + steps + " + i) * " + rows);
        lines.add("            x = pl.load(a, [at, 0], [" + rows + ", " + columns + "])");
        lines.add("            y = pl.load(b, [at, 0], [" + rows + ", " + columns + "])");
        String last = compute("            ", List.of("x", "y"));
        lines.add("            out = pl.store(" + last + ", [at, 0], out)");
        lines.add("        return out");
        lines.add("    @pl.function(type=pl.FunctionType.Orchestration)");
        lines.add("    def main(self, " + params + "):");
        lines.add("        out, t = pl.spmd_submit(self.k, a, b, out, core_num=" + blocks + ")");
        lines.add("        return out");
        return String.join("\n", lines) + "\n";
    }

    private String ranked() {
        String row = "[" + rows + ", " + columns + "]";
        String params = "x: pl.Tensor[" + row + ", pl." + dtype + "], w: pl.InOut[pld.DistributedTensor[" + row
                + ", pl."
                + dtype + "]], s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]], out: pl.Out[pl.Tensor[" + row
                + ", pl." + dtype + "]]";
        header();
        lines.add("    @pl.function(type=pl.FunctionType.InCore)");
        lines.add("    def k(self, " + params + "):");
        lines.add("        ctx = pld.get_comm_ctx(w)");
        lines.add("        right = (pld.rank(ctx) + 1) % pld.nranks(ctx)");
        lines.add("        x0 = pl.load(x, [0, 0], " + row + ")");
        String sent = compute("        ", List.of("x0"));
        lines.add("        w = pld.tile.remote_store(" + sent + ", w, peer=right, offsets=[0, 0])");
        lines.add("        pld.system.notify(s, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp."
                + pick(List.of("AtomicAdd", "Set")) + ")");
        lines.add("        pld.system.wait(s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)");
        lines.add("        y0 = pl.load(w, [0, 0], " + row + ")");
        String last = compute("        ", List.of("x0", "y0"));
        lines.add("        out = pl.store(" + last + ", [0, 0], out)");
        lines.add("        return out");
        lines.add("    @pl.function(type=pl.FunctionType.Orchestration)");
        lines.add("    def chip(self, " + params + "):");
        lines.add("        return self.k(x, w, s, out)");
        lines.add("    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)");
        lines.add("    def host(self, x: pl.Tensor[[4, " + rows + ", " + columns + "], pl." + dtype
                + "], out: pl.Out[pl.Tensor[[4, " + rows + ", " + columns + "], pl." + dtype + "]]):");
        lines.add("        wb = pld.alloc_window_buffer(" + rows * columns + " * pl." + dtype + ".get_byte())");
        lines.add("        sb = pld.alloc_window_buffer(4)");
        lines.add("        for r in pl.range(pld.world_size()):");
        lines.add("            self.chip(x[r], pld.window(wb, " + row + ", dtype=pl." + dtype
                + "), pld.window(sb, [1, 1], dtype=pl.INT32), out[r], device=r)");
        lines.add("        return out");
        return String.join("\n", lines) + "\n";
    }

    private void header() {
        lines.add("import pypto.language as pl");
        lines.add("import pypto.language.distributed as pld");
        lines.add("@pl.program");
        lines.add("class P:");
    }
}
