package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class MaterializeCommDomainsTest {
    private static final String KERNEL = """
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                s1 = pld.tensor.barrier(s)
                return s1

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(self):
            """;

    private static PassCase pass() {
        return PassCase.of(new MaterializeCommDomains()).after(new CollectCommGroups());
    }

    @Test
    void aLoopOfDispatchesIsInTheDomainOfItsGroup() {
        pass().given(KERNEL + """
                    a = pld.alloc_window_buffer(16)
                    s = pld.window(a, [4, 1], dtype=pl.INT32)
                    for r in pl.range(2):
                        self.k(s, device=r)
                """).becomes("""
                comm_groups = [pld.CommGroup(devices=[0, 1], slots=[pld.WindowBuffer("a", 4, dtype=pl.INT32)])]

                """ + KERNEL + """
                    a = pld.alloc_window_buffer(16, name="a")
                    s: pld.DistributedTensor[[4, 1], pl.INT32, pld.WindowRef("a")] = pld.window(a, [4, 1], dtype=pl.INT32)
                    with pld.comm_domain(devices=[0, 1], slots=["a"]):
                        for r in pl.range(2):
                            self.k(s, device=r)
                """);
    }

    @Test
    void aLoopThatServesTwoGroupsIsDivided() {
        pass().given(KERNEL + """
                    a = pld.alloc_window_buffer(16)
                    b = pld.alloc_window_buffer(16)
                    s = pld.window(a, [4, 1], dtype=pl.INT32)
                    t = pld.window(b, [4, 1], dtype=pl.INT32)
                    for r in pl.range(2):
                        self.k(s, device=r)
                        self.k(t, device=0)
                """).result();
    }
}
