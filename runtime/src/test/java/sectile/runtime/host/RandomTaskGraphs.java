package sectile.runtime.host;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Orchestrations drawn from a seed: calls and submissions of kernels on parts of a few tensors that overlap or not,
/// loops, values that the orchestrator reads itself, and scopes in which only declared dependencies count.
final class RandomTaskGraphs {
    private static final String KERNELS = """
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def add(self, a: pl.Tensor[[1, 8], pl.INT32], y: pl.InOut[pl.Tensor[[1, 8], pl.INT32]]):
                    y = pl.store(pl.add(pl.load(y, [0, 0], [1, 8]), pl.load(a, [0, 0], [1, 8])), [0, 0], y)
                    return y

                @pl.function(type=pl.FunctionType.InCore)
                def mix(self, a: pl.Tensor[[1, 8], pl.INT32], b: pl.Tensor[[1, 8], pl.INT32], y: pl.Out[pl.Tensor[[1, 8], pl.INT32]], f: pl.Scalar[pl.INT32]):
                    y = pl.store(pl.add(pl.mul(pl.load(a, [0, 0], [1, 8]), f), pl.load(b, [0, 0], [1, 8])), [0, 0], y)
                    return y

                @pl.function(type=pl.FunctionType.InCore)
                def shift(self, a: pl.Tensor[[4, 8], pl.INT32], y: pl.InOut[pl.Tensor[[4, 8], pl.INT32]]):
                    blk = pl.tile.get_block_idx()
                    y = pl.store(pl.add(pl.load(a, [blk, 0], [1, 8]), blk), [blk, 0], y)
                    return y

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[12, 8], pl.INT32], y: pl.InOut[pl.Tensor[[12, 8], pl.INT32]]):
                    t = pl.create_tensor([12, 8], dtype=pl.INT32)
                    t = self.copy(x, t)
                    m = pl.create_tensor([1, 8], dtype=pl.INT32)
                    m = self.zero(m)
            """;
    private static final String COPY = """
                @pl.function(type=pl.FunctionType.InCore)
                def copy(self, a: pl.Tensor[[12, 8], pl.INT32], y: pl.Out[pl.Tensor[[12, 8], pl.INT32]]):
                    y = pl.store(pl.load(a, [0, 0], [12, 8]), [0, 0], y)
                    return y

                @pl.function(type=pl.FunctionType.InCore)
                def zero(self, y: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
                    y = pl.store(pl.full([1, 8], dtype=pl.INT32, value=0), [0, 0], y)
                    return y
            """;

    private final SplittableRandom random;
    private final List<String> lines = new ArrayList<>();
    private final List<String> tasks = new ArrayList<>();
    private int names;
    private String last = "";

    private RandomTaskGraphs(long seed) {
        random = new SplittableRandom(seed);
    }

    static String draw(long seed) {
        var graph = new RandomTaskGraphs(seed);
        int count = 4 + graph.random.nextInt(12);
        for (int i = 0; i < count; i++) {
            graph.statement("        ");
        }
        String deps = graph.last.isEmpty() ? "" : ", deps=[" + graph.last + "]";
        graph.lines.add("        end = pl.tensor.slice(y, [1, 8], [0, 0])");
        graph.lines.add("        v, i = pl.submit(self.add, m, end" + deps + ")");
        String body = String.join("\n", graph.lines);
        return KERNELS + body + "\n        return y\n\n" + COPY;
    }

    /// A row of one of the tensors.
    private String row(String indent, String from) {
        String name = "r" + names++;
        int first = random.nextInt(12);
        lines.add(indent + name + " = pl.tensor.slice(" + from + ", [1, 8], [" + first + ", 0])");
        return name;
    }

    private String rows(String indent, String from) {
        String name = "r" + names++;
        lines.add(indent + name + " = pl.tensor.slice(" + from + ", [4, 8], [" + random.nextInt(9) + ", 0])");
        return name;
    }

    private String input() {
        return List.of("x", "y", "t").get(random.nextInt(3));
    }

    private String output() {
        return random.nextBoolean() ? "y" : "t";
    }

    private void statement(String indent) {
        int n = names++;
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                String a = row(indent, input());
                lines.add(indent + "v" + n + " = self.add(" + a + ", " + row(indent, output()) + ")");
            }
            case 2 -> {
                String a = row(indent, input());
                String b = row(indent, input());
                lines.add(indent + "v" + n + " = self.mix(" + a + ", " + b + ", " + row(indent, output()) + ", "
                        + (1 + random.nextInt(5)) + ")");
            }
            case 3 -> {
                // Blocks must not read what other blocks of the launch write: that would be a race.
                String to = output();
                String from = input();
                String a = rows(indent, from.equals(to) ? "x" : from);
                lines.add(indent + "v" + n + ", i" + n + " = pl.spmd_submit(self.shift, " + a + ", " + rows(indent, to)
                        + ", core_num=" + (1 + random.nextInt(4)) + ")");
                tasks.add("i" + n);
            }
            case 4 -> {
                String a = row(indent, input());
                String deps = tasks.isEmpty() || !indent.equals("        ")
                        ? ""
                        : ", deps=[" + tasks.get(random.nextInt(tasks.size())) + "]";
                lines.add(indent + "v" + n + ", i" + n + " = pl.submit(self.add, " + a + ", " + row(indent, output())
                        + deps + ")");
                if (indent.equals("        ")) {
                    tasks.add("i" + n);
                }
            }
            case 5 -> {
                lines.add(indent + "s" + n + " = pl.read(" + output() + ", [" + random.nextInt(12) + ", 0])");
                String a = row(indent, "x");
                String b = row(indent, input());
                lines.add(indent + "v" + n + " = self.mix(" + a + ", " + b + ", " + row(indent, output()) + ", s" + n
                        + ")");
            }
            case 6 -> {
                int tasksBefore = tasks.size();
                lines.add(indent + "for k" + n + " in pl.range(" + (2 + random.nextInt(40)) + "):");
                lines.add(indent + "    a" + n + " = pl.tensor.slice(x, [1, 8], [k" + n + " % 12, 0])");
                lines.add(indent + "    b" + n + " = pl.tensor.slice(" + output() + ", [1, 8], [k" + n + " % "
                        + (1 + random.nextInt(12)) + ", 0])");
                lines.add(indent + "    v" + n + " = self.add(a" + n + ", b" + n + ")");
                while (tasks.size() > tasksBefore) {
                    tasks.removeLast();
                }
            }
            default -> {
                // Nothing but declared dependencies orders these, so nothing else uses `m` before the end.
                String a = row(indent, "x");
                String first = last.isEmpty() ? "" : ", deps=[" + last + "]";
                lines.add(indent + "with pl.manual_scope():");
                lines.add(indent + "    u" + n + ", j" + n + " = pl.submit(self.add, " + a + ", m" + first + ")");
                lines.add(indent + "    w" + n + ", i" + n + " = pl.submit(self.add, " + a + ", m, deps=[j" + n + "])");
                last = "i" + n;
            }
        }
    }
}
