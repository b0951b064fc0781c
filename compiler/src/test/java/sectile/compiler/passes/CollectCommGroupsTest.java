package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;
import sectile.ir.CommGroup;
import sectile.ir.Program;
import sectile.ir.text.Printer;

class CollectCommGroupsTest {
    private static final String KERNELS = """
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, w: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                  s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                v = pld.tensor.allreduce(w, s)
                return v

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(self):
                a = pld.alloc_window_buffer(128)
                b = pld.alloc_window_buffer(16)
                w = pld.window(a, [4, 8], dtype=pl.FP32)
                s = pld.window(b, [4, 1], dtype=pl.INT32)
            """;

    private static PassCase pass() {
        return PassCase.of(new CollectCommGroups());
    }

    private static List<CommGroup> groups(String dispatches) {
        return pass().given(KERNELS + dispatches.indent(4)).result().commGroups();
    }

    private static String text(List<CommGroup> groups) {
        return String.join(
                "; ",
                groups.stream()
                        .map(g -> g.devices() + " "
                                + g.slots().stream()
                                        .map(s -> s.name() + " " + s.dtype() + " " + s.size())
                                        .toList())
                        .toList());
    }

    @Test
    void aLoopOverAllDevices() {
        assertThat(text(groups("for r in pl.range(pld.world_size()):\n    self.k(w, s, device=r)\n")))
                .isEqualTo("[] [a FP32 32, b INT32 4]");
        assertThat(text(groups("n = pld.world_size()\nfor r in pl.range(n):\n    self.k(w, s, device=r)\n")))
                .isEqualTo("[] [a FP32 32, b INT32 4]");
    }

    @Test
    void aConstantRangeAndSingleDevices() {
        assertThat(text(groups("for r in pl.range(0, 2):\n    self.k(w, s, device=r)\n")))
                .isEqualTo("[0, 1] [a FP32 32, b INT32 4]");
        assertThat(text(groups("for r in pl.range(0, 5, 2):\n    self.k(w, s, device=r)\n")))
                .isEqualTo("[0, 2, 4] [a FP32 32, b INT32 4]");
        assertThat(text(groups("self.k(w, s, device=1)\nself.k(w, s, device=0)\n")))
                .isEqualTo("[0, 1] [a FP32 32, b INT32 4]");
    }

    @Test
    void severalGroups() {
        assertThat(text(groups("""
                c = pld.alloc_window_buffer(128)
                d = pld.alloc_window_buffer(16)
                v = pld.window(c, [4, 8], dtype=pl.FP32)
                t = pld.window(d, [4, 1], dtype=pl.INT32)
                self.k(w, s, device=0)
                for r in pl.range(1, 2):
                    self.k(v, t, device=r)
                """))).isEqualTo("[0] [a FP32 32, b INT32 4]; [1] [c FP32 32, d INT32 4]");
    }

    @Test
    void buffersAndWindowsAreNamed() {
        Program program = pass().given(KERNELS + "    self.k(w, s, device=0)\n").result();
        assertThat(Printer.print(program))
                .contains("alloc_window_buffer(128, name=\"a\")")
                .contains("comm_groups = [pld.CommGroup(devices=[0], slots=[");
    }

    @Test
    void aBufferSeenAsTwoTypesIsOfBytes() {
        assertThat(text(groups("""
                other = pld.window(a, [64], dtype=pl.FP16)
                self.k(w, s, device=0)
                """))).isEqualTo("[0] [a UINT8 128, b INT32 4]");
    }

    @Test
    void programsWithoutWindowsHaveNoGroups() {
        pass().given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[4, 16], pl.FP32], out: pl.Out[pl.Tensor[[4, 16], pl.FP32]]):
                    t = pl.load(x, [0, 0], [4, 16])
                    done = pl.store(t, [0, 0], out)
                    return done
                """).stays();
    }

    @Test
    void devicesThatAreNotKnown() {
        pass().given(KERNELS + """
                    for r in pl.range(1, pld.world_size()):
                        self.k(w, s, device=r)
                """)
                .fails("COMP-501", 19, "the devices that this dispatch of `k` sends windows to are not known");
    }

    @Test
    void aSizeThatIsNotConstant() {
        pass().given(KERNELS + """
                    n = pld.world_size()
                    c = pld.alloc_window_buffer(n * 128)
                    v = pld.window(c, [4, 8], dtype=pl.FP32)
                    for r in pl.range(2):
                        self.k(v, s, device=r)
                """).fails("COMP-511", 19, "the size of the window `c` is not constant");
    }
}
