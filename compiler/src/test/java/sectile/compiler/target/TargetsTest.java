package sectile.compiler.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

class TargetsTest {
    @Test
    void theTargetsThatComeWithTheCompilerDifferInTheirPipes() {
        assertThat(Targets.all()).extracting(Target::name).isEqualTo(Targets.names());
        Target gm = Targets.builtIn("npu-gm");
        Target direct = Targets.builtIn("npu-direct");
        assertThat(gm.routesPipesThroughGm()).isTrue();
        assertThat(direct.routesPipesThroughGm()).isFalse();
        assertThat(gm.memories()).isEqualTo(direct.memories());
        assertThat(gm.capacity(MemorySpace.VEC)).isEqualTo(192 << 10);
        assertThat(gm.capacity(MemorySpace.SCALAR)).isZero();
        assertThat(gm.casts(DataType.FP32, DataType.BF16)).isTrue();
        assertThat(gm.casts(DataType.BF16, DataType.FP16)).isFalse();
        assertThat(gm.fractal().k(DataType.FP16)).isEqualTo(16);
        assertThat(gm.fractal().k(DataType.INT8)).isEqualTo(32);
    }

    @Test
    void thePesOfTheMachineHaveOneMemory() {
        Target machine = Targets.builtIn(Targets.MACHINE);
        assertThat(machine.memory(MemorySpace.LEFT)).isEqualTo(machine.memory(MemorySpace.VEC));
        assertThat(machine.withCapacity("TCM", 4096).capacity(MemorySpace.ACC)).isEqualTo(4096);
        assertThat(machine.casts(DataType.FP4, DataType.UINT64)).isTrue();
    }

    @Test
    void everyMistakeInADescriptionIsReportedAtItsPlace() {
        var problems = new Diagnostics();
        var source = new SourceFile("own.yaml", """
                name: own
                cores: {groups: 0}
                pipes: gm
                memories:
                  - {name: A, spaces: [Vec, Left], capacity: 12 parsecs}
                  - {name: B, spaces: [Vect], capacity: 1KiB, alignment: 3}
                  - {name: C, spaces: [Vec], capacity: 1KiB}
                casts: {FP33: [FP16]}
                cots: 3
                costs: {load_bytes: 1, move_bytes: 1, macs: 0, start_cycles: 1}
                """);
        assertThat(Targets.read(source, problems)).isEmpty();
        List<String> found = problems.all().stream()
                .map(d -> d.code() + " " + d.span().line() + " " + d.message())
                .toList();
        assertThat(found)
                .anyMatch(m -> m.contains(" 2 ") && m.contains("groups"))
                .anyMatch(m -> m.startsWith("COMP-103 5 expected a number of bytes, found"))
                .anyMatch(m -> m.startsWith("COMP-104 6 expected a memory space, found"))
                .anyMatch(m -> m.contains(" 6 ") && m.contains("a power of 2"))
                .anyMatch(m -> m.equals("COMP-102 7 the space Vec lies in two memories"))
                .anyMatch(m -> m.startsWith("COMP-104 8 expected a dtype, found"))
                .anyMatch(m -> m.contains(" 9 ") && m.contains("unknown key `cots`"))
                .anyMatch(m -> m.contains(" 10 ") && m.contains("a number above 0"));
    }

    @Test
    void anUnknownTargetIsRefusedWithTheNearestName() {
        assertThatExceptionOfType(DiagnosticException.class)
                .isThrownBy(() -> Targets.named("npu-mg", Span.none()))
                .satisfies(e -> assertThat(e.diagnostics().getFirst().toString())
                        .contains("COMP-101", "there is no target `npu-mg`"))
                .satisfies(e -> assertThat(e.diagnostics().getFirst().hint()).contains("npu-gm"));
    }
}
