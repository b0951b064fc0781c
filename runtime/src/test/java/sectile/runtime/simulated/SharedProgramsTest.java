package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import sectile.base.array.NdArray;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.ops.Ops;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// The programs that test the interpreter's ops of several cores, ranks and tasks give the same bits on the machine.
class SharedProgramsTest {
    /// Operands of these are results of other ops, so that [OpKernels] does not find any.
    private static final String CHAINS = """
        import pypto.language as pl

        @pl.program
        class Chains:
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, x: pl.Tensor[[8, 8], pl.FP32], row: pl.Tensor[[1, 8], pl.FP32],
                  keys: pl.Tensor[[1, 64], pl.FP32], ids: pl.Tensor[[1, 64], pl.UINT32],
                  out: pl.Out[pl.Tensor[[8, 8], pl.FP32]], sorted: pl.Out[pl.Tensor[[1, 128], pl.FP32]]):
                a = pl.load(x, [0, 0], [8, 8])
                r = pl.load(row, [0, 0], [1, 8])
                s = pl.tile.matmul(a, a)
                s = pl.tile.matmul_acc(s, a, a)
                s = pl.tile.batch_matmul_acc(s, a, a)
                g = pl.tile.gemv(r, a)
                g = pl.tile.gemv_acc(g, r, a)
                e = pl.tile.cast(a, target_type=pl.FP8E4M3FN)
                left = pl.tile.full([8, 1], 4.0, dtype=pl.FP8E8M0)
                right = pl.tile.full([1, 8], 0.5, dtype=pl.FP8E8M0)
                m = pl.tile.matmul_mx(e, left, e, right)
                m = pl.tile.matmul_mx_acc(m, e, left, e, right)
                m = pl.tile.add(m, pl.tile.matmul_mx_bias(e, left, e, right, r))
                moved = pl.move(a, target_memory=pl.Mem.Mat)
                turned = pl.tile.transpose_view(moved)
                u = pl.tile.add(pl.tile.add(s, m), pl.tile.col_expand(s, g))
                out = pl.store(pl.tile.add(u, pl.move(turned, target_memory=pl.Mem.Vec)), [0, 0], out)
                k = pl.load(keys, [0, 0], [1, 64])
                i = pl.load(ids, [0, 0], [1, 64])
                runs = pl.tile.sort32(k, i)
                merged = pl.tile.mrgsort_format1(runs, 64)
                sorted = pl.store(merged, [0, 0], sorted)
                return out, sorted
        """;

    private static final String SORTS = """
        import pypto.language as pl

        @pl.program
        class Sorts:
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, keys: pl.Tensor[[1, 64], pl.FP32], ids: pl.Tensor[[1, 64], pl.UINT32]):
                runs = pl.tensor.sort32(keys, ids)
                merged = pl.tensor.mrgsort_format1(runs, 64)
                return merged
        """;

    private static Path directory() {
        return Programs.examples().resolveSibling("interp/src/test/resources/sectile/interp/ops");
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.sorted().toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> sameBitsOnTheMachine() throws IOException {
        return files().stream().flatMap(file -> {
            String text = read(file);
            return (isDistributed(text) ? Stream.of(2, 4, 9) : Stream.of(1))
                    .map(ranks -> DynamicTest.dynamicTest(
                            file.getFileName() + " on " + ranks, () -> check(onRanks(text, ranks), ranks)));
        });
    }

    private static boolean isDistributed(String text) {
        return text.contains("DistributedTensor");
    }

    /// The programs are written for four ranks: extents and neighbours follow the number of ranks.
    private static String onRanks(String text, int ranks) {
        return text.replaceAll("\\[4\\b", "[" + ranks)
                .replace("[" + ranks + ", 4, 8]", "[" + ranks + ", " + ranks + ", 8]")
                .replace("(4 * 8", "(" + ranks + " * 8")
                .replace("(me + 3) % n", "(me + n - 1) % n")
                .replace("root=2", "root=1")
                // With two ranks both signals of a rank go to one cell.
                .replace("cmp=pld.WaitCmp.Eq", "cmp=pld.WaitCmp.Ge");
    }

    @Test
    void chainsOfOps() {
        check(CHAINS, 1);
        check(SORTS, 1);
    }

    @Test
    void everyOpRunsOnTheMachineInSomeTest() throws IOException {
        Set<String> used = new TreeSet<>();
        var texts = new ArrayList<String>(List.of(CHAINS, SORTS));
        files().forEach(file -> texts.add(read(file)));
        for (String text : texts) {
            for (Function function : Programs.parse(text).functions()) {
                Walk.eachExpression(function.body(), e -> {
                    if (e instanceof OpCall call) {
                        used.add(call.op().name());
                    }
                });
            }
        }
        assertThat(Ops.standard().all().stream()
                        .filter(op ->
                                !OpKernels.isPossible(op) || EveryOpOnTheMachineTest.ELSEWHERE.contains(op.name()))
                        .map(Op::name)
                        .filter(name -> !used.contains(name)))
                .isEmpty();
    }

    private static void check(String text, int ranks) {
        Program program = Programs.parse(text);
        Function entry = Programs.entries(program).stream()
                .filter(function -> !function.name().equals("nothing"))
                .findFirst()
                .orElseThrow();
        Run run = Programs.run(entry, ranks, 3);
        if (entry.params().stream().anyMatch(param -> param.name().equals("counts"))) {
            int[] counts = new int[ranks];
            Arrays.setAll(counts, i -> 1 - i % 2);
            run = run.with("counts", NdArray.of(counts));
        }
        Outcome expected = new Interpreter(program).run(run);
        Outcome actual;
        try (Machine machine = Machine.open(Topologies.preset("default", List.of("system.sips.count=" + ranks)))) {
            actual = SimulatedRun.of(program, run).on(machine).outcome();
        }
        assertThat(expected.results().size() + expected.outputs().size()).isPositive();
        assertThat(actual.results()).isEqualTo(expected.results());
        expected.outputs()
                .forEach(
                        (name, want) -> assertThat(actual.output(name)).as(name).isEqualTo(want));
    }
}
