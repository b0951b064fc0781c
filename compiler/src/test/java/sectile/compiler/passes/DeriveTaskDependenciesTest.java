package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.compiler.PassCase;
import sectile.compiler.task.TaskGraph;
import sectile.ir.Program;
import sectile.ir.text.Printer;

class DeriveTaskDependenciesTest {
    private static final PassCase CASE = PassCase.of(new DeriveTaskDependencies());

    private static String program(String body) {
        return """
                @pl.function(type=pl.FunctionType.InCore)
                def double(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                    t = pl.load(x, [0, 0], [16, 16])
                    u = pl.mul(t, 2.0)
                    done = pl.store(u, [0, 0], y)
                    return done

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.InOut[pl.Tensor[[64, 16], pl.FP32]]):
                """ + body.indent(4);
    }

    private static TaskGraph graph(String body) {
        Program program = PassCase.program(program(body));
        return TaskGraph.of(program.function("main"), program);
    }

    private static final String OVERLAP = """
            a = pl.tensor.slice(out, [16, 16], [0, 0])
            b = pl.tensor.slice(out, [16, 16], [16, 0])
            c = pl.tensor.slice(out, [16, 16], [8, 0])
            first, t0 = pl.submit(self.double, x, a)
            second, t1 = pl.submit(self.double, x, b)
            third, t2 = pl.submit(self.double, b, c)
            return out
            """;

    @Test
    void disjointSlicesAreIndependent() {
        TaskGraph graph = graph(OVERLAP);
        assertThat(graph.tasks()).hasSize(3);
        assertThat(graph.edges())
                .extracting(e -> e.earlier().number() + " " + e.later().number() + " " + e.reasons())
                .containsExactly("0 2 [WAW]", "1 2 [RAW, WAW]");
    }

    @Test
    void theDependenciesAreWrittenAtTheSubmission() {
        String text = Printer.print(CASE.given(program(OVERLAP)).result());
        assertThat(text.lines().filter(l -> l.contains("deps=")).toList())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("self.double, b, c"));
    }

    @Test
    void slicesOfLoopsAreComparedByArithmetic() {
        TaskGraph graph = graph("""
                for i in pl.range(2):
                    a = pl.tensor.slice(out, [16, 16], [i * 32, 0])
                    b = pl.tensor.slice(out, [16, 16], [i * 32 + 16, 0])
                    first, t0 = pl.submit(self.double, x, a)
                    second, t1 = pl.submit(self.double, x, b)
                    third, t2 = pl.submit(self.double, a, b)
                return out
                """);
        assertThat(graph.edges())
                .extracting(e -> e.earlier().number() + " " + e.later().number() + " " + e.reasons())
                .containsExactly("0 2 [RAW]", "1 2 [WAW]");
    }

    @Test
    void aReadBeforeAWriteIsADependency() {
        assertThat(graph("""
                a = pl.tensor.slice(out, [16, 16], [0, 0])
                b = pl.tensor.slice(out, [16, 16], [16, 0])
                first, t0 = pl.submit(self.double, a, b)
                second, t1 = pl.submit(self.double, x, a)
                return out
                """).edges()).extracting(e -> e.reasons().toString()).containsExactly("[WAR]");
    }

    @Test
    void declaredDependenciesAreKept() {
        String body = """
                a = pl.tensor.slice(out, [16, 16], [0, 0])
                b = pl.tensor.slice(out, [16, 16], [16, 0])
                first, t0 = pl.submit(self.double, x, a)
                second, t1 = pl.submit(self.double, x, b, deps=[t0])
                return out
                """;
        assertThat(graph(body).edges()).extracting(e -> e.reasons().toString()).containsExactly("[DECLARED]");
        CASE.given(program(body)).stays();
    }

    @Test
    void theGraphIsAPicture() {
        assertThat(graph(OVERLAP).dot()).isEqualTo("""
                digraph tasks {
                  node [shape=box];
                  t0 [label="double\\nline 18"];
                  t1 [label="double\\nline 19"];
                  t2 [label="double\\nline 20"];
                  t0 -> t2 [label="WAW"];
                  t1 -> t2 [label="RAW, WAW"];
                }
                """);
    }

    /// A result is the parameter that the function returns, not the one that comes first.
    @Test
    void aResultIsWhatTheFunctionReturns() {
        Program program = PassCase.program("""
                @pl.function(type=pl.FunctionType.InCore)
                def both(self, x: pl.Tensor[[8], pl.FP32], a: pl.Out[pl.Tensor[[8], pl.FP32]],
                         b: pl.Out[pl.Tensor[[8], pl.FP32]]):
                    t = pl.load(x, [0], [8])
                    a_1 = pl.store(t, [0], a)
                    b_1 = pl.store(t, [0], b)
                    return b_1

                @pl.function(type=pl.FunctionType.InCore)
                def double(self, y: pl.InOut[pl.Tensor[[8], pl.FP32]]):
                    t = pl.load(y, [0], [8])
                    u = pl.mul(t, 2.0)
                    y_1 = pl.store(u, [0], y)
                    return y_1

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[8], pl.FP32], a: pl.Out[pl.Tensor[[8], pl.FP32]],
                         b: pl.Out[pl.Tensor[[8], pl.FP32]]):
                    r = self.both(x, a, b)
                    p, t0 = pl.submit(self.double, r)
                    q, t1 = pl.submit(self.double, b)
                    s, t2 = pl.submit(self.double, a)
                    return a, b
                """);
        assertThat(TaskGraph.of(program.function("main"), program).edges())
                .extracting(e -> e.earlier().number() + " " + e.later().number())
                .contains("1 2")
                .doesNotContain("1 3", "2 3");
        CASE.given(program).result();
    }

    @Test
    void whatATaskInBetweenCoversHasNoEdge() {
        assertThat(edges(graph("""
                a = pl.tensor.slice(out, [16, 16], [0, 0])
                first, t0 = pl.submit(self.double, x, a)
                second, t1 = pl.submit(self.double, x, a)
                third, t2 = pl.submit(self.double, a, x)
                return out
                """))).containsExactly("0 1 [WAW]", "0 2 [WAR]", "1 2 [RAW, WAR]");
    }

    @Test
    void aTaskOfABranchCoversNothingAfterIt() {
        assertThat(edges(graph("""
                a = pl.tensor.slice(out, [16, 16], [0, 0])
                first, t0 = pl.submit(self.double, x, a)
                for i in pl.range(4):
                    second, t1 = pl.submit(self.double, x, a)
                third, t2 = pl.submit(self.double, x, a)
                return out
                """))).containsExactly("0 1 [WAW]", "0 2 [WAW]");
    }

    @Test
    void anArgumentThatOrdersNothingIsNoDependency() {
        assertThat(edges(graph("""
                a = pl.tensor.slice(out, [16, 16], [0, 0])
                first, t0 = pl.submit(self.double, x, a)
                second, t1 = pl.submit(self.double, x, pl.no_dep(a))
                return out
                """))).isEmpty();
    }

    private static List<String> edges(TaskGraph graph) {
        return graph.edges().stream()
                .map(e -> e.earlier().number() + " " + e.later().number() + " " + e.reasons())
                .toList();
    }

    /// A range of rows that a task reads, and one that it writes.
    private record Rows(int read, int written) {
        boolean conflicts(Rows later) {
            return meet(written, later.written) || meet(written, later.read) || meet(read, later.written);
        }

        private static boolean meet(int a, int b) {
            return Math.abs(a - b) < 16;
        }
    }

    /// The same order as when every pair of tasks is compared.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void equalsAllPairs(long seed) {
        var random = new SplittableRandom(seed);
        List<Rows> tasks = new ArrayList<>();
        var body = new StringBuilder();
        for (int i = 0; i < 24; i++) {
            var rows = new Rows(random.nextInt(7) * 8, random.nextInt(7) * 8);
            tasks.add(rows);
            body.append("r%1$d = pl.tensor.slice(out, [16, 16], [%2$d, 0])\n".formatted(i, rows.read));
            body.append("w%1$d = pl.tensor.slice(out, [16, 16], [%2$d, 0])\n".formatted(i, rows.written));
            body.append("y%1$d, t%1$d = pl.submit(self.double, r%1$d, w%1$d)\n".formatted(i));
        }
        TaskGraph graph = graph(body + "return out\n");
        boolean[][] direct = new boolean[24][24];
        graph.edges().forEach(e -> direct[e.earlier().number()][e.later().number()] = true);
        boolean[][] pairs = new boolean[24][24];
        for (int i = 0; i < 24; i++) {
            for (int j = i + 1; j < 24; j++) {
                pairs[i][j] = tasks.get(i).conflicts(tasks.get(j));
                assertThat(!direct[i][j] || pairs[i][j]).isTrue();
            }
        }
        assertThat(closure(direct)).isEqualTo(closure(pairs));
    }

    private static boolean[][] closure(boolean[][] edges) {
        for (int k = 0; k < edges.length; k++) {
            for (boolean[] row : edges) {
                for (int j = 0; row[k] && j < edges.length; j++) {
                    row[j] |= edges[k][j];
                }
            }
        }
        return edges;
    }
}
