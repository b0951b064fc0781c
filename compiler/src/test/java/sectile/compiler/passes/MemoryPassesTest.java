package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.compiler.Checkout;
import sectile.compiler.Compiler;
import sectile.compiler.PassCase;
import sectile.compiler.memory.Lifetimes;
import sectile.compiler.memory.MemoryMap;
import sectile.compiler.pass.PassContext;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Targets;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.text.Printer;

/// InitMemRef, MemoryReuse and AllocateAddresses, one after the other.
class MemoryPassesTest {
    private static final String CHAIN = """
        @pl.function(type=pl.FunctionType.InCore)
        def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
            t = pl.load(x, [0, 0], [16, 16])
            u = pl.exp(t)
            v = pl.tile.recip(u)
            s = pl.add(t, v)
            view = pl.tile.reshape(s, [16, 16])
            done = pl.store(view, [0, 0], out)
            return done
        """;

    @Test
    void everyTileHasABufferAndViewsShareIt() {
        Program after = PassCase.of(new InitMemRef()).given(CHAIN).result();
        assertThat(Lifetimes.of(after.function("kernel")))
                .extracting(Lifetimes.Lifetime::buffer)
                .containsExactly("t", "u", "v", "s");
    }

    /// `v` may not overwrite `u`, since pl.recip is not in-place safe; `s` may overwrite `t`.
    @Test
    void buffersAreSharedAsOpsAllow() {
        Program after = PassCase.of(new MemoryReuse())
                .after(new InitMemRef())
                .given(CHAIN)
                .result();
        assertThat(Lifetimes.of(after.function("kernel")))
                .extracting(Lifetimes.Lifetime::buffer)
                .containsExactly("t", "u", "v");
    }

    @Test
    void aBufferInUseAroundALoopIsKept() {
        Program after = PassCase.of(new MemoryReuse())
                .after(new InitMemRef())
                .given("""
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                        t = pl.load(x, [0, 0], [16, 16])
                        zero = pl.tile.full([16, 16], 0.0, dtype=pl.FP32)
                        for i, (acc,) in pl.range(4, init_values=(zero,)):
                            u = pl.mul(t, 2.0)
                            v = pl.mul(u, 3.0)
                            sum = pl.add(acc, v)
                            total = pl.yield_(sum)
                        done = pl.store(total, [0, 0], out)
                        return done
                    """)
                .result();
        // `zero` ends where the loop begins, `u` and `v` and `sum` follow each other; `t` and `acc` stay.
        assertThat(Lifetimes.of(after.function("kernel")))
                .extracting(Lifetimes.Lifetime::buffer)
                .containsExactly("t", "zero", "acc");
    }

    @Test
    void addressesAreAlignedAndDoNotOverlap() {
        Program after = PassCase.of(new AllocateAddresses())
                .after(new InitMemRef())
                .given(CHAIN)
                .result();
        MemoryMap map = MemoryMap.of(after.function("kernel"), Targets.builtIn("npu-gm"));
        assertThat(map.places())
                .extracting(p -> p.memory() + " " + p.buffer() + " " + p.address() + " " + p.bytes())
                .containsExactly("UB t 0 1024", "UB u 1024 1024", "UB v 2048 1024", "UB s 1024 1024");
        assertThat(map.text()).isEqualTo("""
            kernel
              UB
                       0     1024  .####..  t (line 8)
                    1024     1024  ..##...  u (line 9)
                    1024     1024  ....###  s (line 11)
                    2048     1024  ...##..  v (line 10)
            """);
    }

    @Test
    void whatDoesNotFitNamesTheLargestBuffers() {
        PassCase.of(new AllocateAddresses())
                .after(new InitMemRef())
                .given("""
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[256, 256], pl.FP32], out: pl.Out[pl.Tensor[[256, 256], pl.FP32]]):
                        t = pl.load(x, [0, 0], [128, 256])
                        small = pl.load(x, [0, 0], [8, 8])
                        u = pl.load(x, [128, 0], [128, 256])
                        done = pl.store(t, [0, 0], out)
                        all = pl.store(u, [128, 0], done)
                        last = pl.store(small, [0, 0], all)
                        return last
                    """)
                .fails(
                        "COMP-322",
                        8,
                        "`kernel` needs 262400 bytes of UB, which has 196608; the largest buffers are `t` (131072"
                                + " bytes, line 8), `u` (131072 bytes, line 10), `small` (256 bytes, line 9)");
    }

    /// `before` is larger than any other buffer, but no longer in use where the memory is exceeded.
    @Test
    void whatDoesNotFitNamesBuffersThatAreInUseTogether() {
        PassCase.of(new AllocateAddresses())
                .after(new InitMemRef())
                .given("""
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[256, 256], pl.FP32], out: pl.Out[pl.Tensor[[256, 256], pl.FP32]]):
                        before = pl.load(x, [0, 0], [160, 256])
                        first = pl.store(before, [0, 0], out)
                        t = pl.load(x, [0, 0], [128, 256])
                        u = pl.load(x, [128, 0], [128, 256])
                        done = pl.store(t, [0, 0], first)
                        all = pl.store(u, [128, 0], done)
                        return all
                    """)
                .fails(
                        "COMP-322",
                        10,
                        "`kernel` needs 262144 bytes of UB, which has 196608; the largest buffers are `t` (131072"
                                + " bytes, line 10), `u` (131072 bytes, line 11)");
    }

    @Test
    void aTileOfUnknownSizeIsAMistake() {
        var diagnostics = new Diagnostics();
        Program program = PassCase.program("""
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                t = pl.tile.full([n, 16], 0.0, dtype=pl.FP32)
                done = pl.store(t, [0, 0], out)
                return done
            """);
        new InitMemRef().run(program, new PassContext(Targets.builtIn("npu-gm"), diagnostics));
        assertThat(diagnostics.all()).extracting(d -> d.code()).containsExactly("COMP-321");
    }

    /// A ring has all its slots in memory, and the index of a slot becomes an address. Other buffers lie beside it.
    @Test
    void placesThatTheProgramChoseKeepTheirDistance() {
        Program after = PassCase.of(new AllocateAddresses())
                .after(new ConvertToSsa(), new InferMemorySpace(), new InitMemRef(), new MemoryReuse())
                .given("""
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
                        ring = pl.MemRef("ring", slots=2)
                        for i in pl.range(4):
                            t: pl.Tile[[16, 16], pl.FP32, ring[i % 2], pl.Mem.Vec] = pl.load(x, [i * 16, 0], [16, 16])
                            u = pl.exp(t)
                            out = pl.store(u, [i * 16, 0], out)
                        a: pl.Tile[[8, 16], pl.FP32, pl.MemRef("two", 0, 512), pl.Mem.Vec] = pl.load(x, [0, 0], [8, 16])
                        b: pl.Tile[[8, 16], pl.FP32, pl.MemRef("two", 512, 512), pl.Mem.Vec] = pl.load(x, [8, 0], [8, 16])
                        out = pl.store(a, [8, 0], out)
                        out = pl.store(b, [0, 0], out)
                        return out
                    """)
                .result();
        String text = Printer.print(after);
        assertThat(text)
                .contains("pl.MemRef(\"ring\", 0 + i % 2 * 1024, 2048)")
                .contains("pl.MemRef(\"u\", 2048, 1024)")
                .contains("pl.MemRef(\"two\", 0, 512)")
                .contains("pl.MemRef(\"two\", 512, 512)");
    }

    /// What is in use at the same time lies at different addresses, in every kernel of every example.
    @Test
    void buffersInUseAtTheSameTimeDoNotOverlap() {
        int compared = 0;
        for (String example : Checkout.examples()) {
            Program compiled = Compiler.compile(Checkout.example(example), Targets.builtIn("npu-gm"), PassListener.NONE)
                    .program();
            for (Function function : compiled.functions()) {
                List<MemoryMap.Place> places =
                        MemoryMap.of(function, Targets.builtIn("npu-gm")).places();
                for (MemoryMap.Place a : places) {
                    for (MemoryMap.Place b : places) {
                        boolean together =
                                a != b && a.memory().equals(b.memory()) && a.start() <= b.end() && b.start() <= a.end();
                        if (together) {
                            compared++;
                            assertThat(a.address() >= b.address() + b.bytes() || b.address() >= a.address() + a.bytes())
                                    .as("%s: %s and %s", function.name(), a, b)
                                    .isTrue();
                        }
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(100);
    }

    private static final String PARTS = """
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, x: pl.Tensor[[60, 20], pl.FP16], y: pl.InOut[pl.Tensor[[60, 20], pl.FP16]],
                       n: pl.Scalar[pl.INDEX]):
                m = pl.load(x, [0, 0], [60, 20], target_memory=pl.Mem.Mat)
                a = pl.slice(m, [4, 20], [OFFSET, 0])
                done = pl.store(a, [0, 0], y)
                return done
            """;

    /// 60 × 20 elements take 64 × 32, where blocks have 16 × 16.
    @Test
    void tilesOfTheMatrixCoreTakeWholeBlocks() {
        Program after = PassCase.of(new InitMemRef())
                .given(PARTS.replace("OFFSET", "16"))
                .result();
        assertThat(Printer.print(after)).contains("pl.MemRef(\"m\", 0, 4096)");
        Program machine = PassCase.of(new InitMemRef())
                .on(Targets.builtIn("machine"))
                .given(PARTS.replace("OFFSET", "3"))
                .result();
        assertThat(Printer.print(machine)).contains("pl.MemRef(\"m\", 0, 2400)");
    }

    /// Only what is known to begin inside a block is a mistake.
    @Test
    void partsMayBeginWhereTheRunSays() {
        for (String offset : List.of("n", "n * 16", "0")) {
            PassCase.of(new InitMemRef()).given(PARTS.replace("OFFSET", offset)).result();
        }
        PassCase.of(new InitMemRef())
                .given(PARTS.replace("OFFSET", "4"))
                .fails(
                        "COMP-324",
                        10,
                        "a part of a tile in pl.Mem.Mat begins at row 4, inside a block of the matrix core:"
                                + " blocks of FP16 are 16 × 16 on npu-gm");
    }

    /// `a` and `c` have the same size, but if they shared a buffer, it would be occupied while `b` is in use.
    @Test
    void sharingDoesNotLengthenTheUseOfMemory() {
        Program after = PassCase.of(new MemoryReuse())
                .after(new InitMemRef())
                .given("""
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[32, 16], pl.FP32], out: pl.InOut[pl.Tensor[[32, 16], pl.FP32]]):
                        a = pl.load(x, [0, 0], [16, 16])
                        first = pl.store(a, [0, 0], out)
                        b = pl.load(x, [0, 0], [32, 16])
                        second = pl.store(b, [0, 0], first)
                        c = pl.load(x, [16, 0], [16, 16])
                        third = pl.store(c, [16, 0], second)
                        return third
                    """)
                .result();
        var diagnostics = new Diagnostics();
        MemoryMap map = MemoryMap.allocated(after.function("kernel"), Targets.builtIn(Targets.MACHINE), diagnostics);
        assertThat(diagnostics.all()).isEmpty();
        assertThat(map.places()).extracting(MemoryMap.Place::address).containsOnly(0L);
    }
}
