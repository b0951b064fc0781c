package sectile.ir.structural;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sectile.base.diag.SourceFile;
import sectile.ir.Mutator;
import sectile.ir.Program;
import sectile.ir.ProgramGenerator;
import sectile.ir.text.FrontEnd;

/// Any single change makes a program another one, is found where it was made, and changes the hash.
class MutationTest {
    /// What the examples do not have: views, memrefs, arrays, devices and windows with names.
    private static final String REST = """
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class Rest:
                comm_groups = [pld.CommGroup(devices=[0, 1], slots=[pld.WindowBuffer("w", 256, dtype=pl.FP32, load_from_host=True)])]

                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
                    x: pl.Tensor[[16, 16], pl.FP32, pl.TensorView(stride=[32, 1], layout=pl.TensorLayout.ND, valid_shape=[8, 16])],
                    w: pl.InOut[pld.DistributedTensor[[16, 16], pl.FP32, pld.WindowRef("w")]],
                    out: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
                ):
                    t: pl.Tile[[16, 16], pl.FP32, pl.MemRef("ub", 64, 1024), pl.Mem.Vec, pl.TileView(valid_shape=[8, 16])] = pl.load(x, [0, 0], [16, 16])
                    a: pl.Array[4, pl.INT32] = pl.array.create(4, dtype=pl.INT32)
                    n = a[1]
                    if n > 3 and not n == 7:
                        out = pl.store(t, [0, 0], out)
                    for (i,) in pl.while_(init_values=(n,)):
                        pl.cond(i < 9)
                        j = pl.yield_(i + 1)
                    out = pl.store(t * pl.cast(-j, pl.FP32), [0, 0], out)
                    return out
            """;

    private final Set<String> kinds = new TreeSet<>();

    private void check(Program program, int at, String replay) {
        Mutator.Mutant mutant = Mutator.mutate(program, at);
        kinds.add(mutant.what());
        String label = replay + " change " + at + ", " + mutant.what();
        assertThat(Structural.firstDifference(program, mutant.program()))
                .as(label)
                .hasValueSatisfying(d -> assertThat(d.path()).as(label).startsWith(mutant.path()));
        assertThat(Structural.firstDifference(mutant.program(), program))
                .as(label)
                .isPresent();
        assertThat(StructuralHash.of(mutant.program())).as(label).isNotEqualTo(StructuralHash.of(program));
    }

    private static List<Program> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "examples"))) {
            return files.filter(f -> f.toString().endsWith(".py"))
                    .sorted()
                    .map(MutationTest::read)
                    .toList();
        }
    }

    private static Program read(Path file) {
        try {
            return FrontEnd.parse(new SourceFile(file.toString(), Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyChangeOfEveryExampleIsFound() throws IOException {
        for (Program program : examples()) {
            int count = Mutator.count(program);
            assertThat(count).isGreaterThan(100);
            for (int at = 0; at < count; at++) {
                check(program, at, program.name());
            }
        }
        Program rest = FrontEnd.parse(new SourceFile("rest.py", REST));
        for (int at = 0; at < Mutator.count(rest); at++) {
            check(rest, at, "rest");
        }
        assertThat(kinds)
                .contains(
                        "dtype",
                        "dimension",
                        "op",
                        "attribute",
                        "constant",
                        "operand order",
                        "direction",
                        "on device",
                        "constant parameter",
                        "kind",
                        "window",
                        "view",
                        "memref",
                        "dropped",
                        "layout",
                        "pad",
                        "memref buffer",
                        "memref size",
                        "window name",
                        "window load",
                        "devices",
                        "window for tensor",
                        "tensor for window",
                        "unary op",
                        "scalar op",
                        "callee",
                        "cast dtype",
                        "loop kind",
                        "attribute gone",
                        "attribute new",
                        "space");
    }

    @Test
    void changesOfRandomProgramsAreFound() {
        for (long seed = 0; seed < 1_000; seed++) {
            Program program = ProgramGenerator.program(seed);
            int count = Mutator.count(program);
            var random = new Random(seed);
            for (int i = 0; i < 12; i++) {
                check(program, random.nextInt(count), "seed " + seed);
            }
        }
    }

    @Test
    void aCopyWithoutAChangeIsEqual() throws IOException {
        for (Program program : examples()) {
            Program again = FrontEnd.parse(new SourceFile("again.py", sectile.ir.text.Printer.print(program)));
            assertThat(Structural.firstDifference(program, again)).isEmpty();
            assertThat(StructuralHash.of(again)).isEqualTo(StructuralHash.of(program));
        }
    }
}
