package sectile.runtime.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.Programs;

/// Processes that fail, wait for each other or take too long: all of them end, and nothing is left.
class MpiTroubleTest {
    @TempDir
    private Path scratch;

    private static Program program(String body) {
        return Programs.parse("""
                import pypto.language as pl
                import pypto.language.distributed as pld

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.Tensor[[1, 8], pl.INT32],
                             sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                             out: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
                        me = pld.rank(pld.get_comm_ctx(sig))
                %s
                        return out
                """.formatted(body.indent(8).stripTrailing()));
    }

    private static Run run(Program program) {
        return Programs.run(program.function("main"), 3, 5);
    }

    private static Diagnostic problem(HostOptions options, Program program) {
        try (MpiDevice device = MpiExamplesTest.open(options);
                LoadedProgram loaded = device.load(program)) {
            return catchThrowableOfType(DiagnosticException.class, () -> loaded.run(run(program)))
                    .diagnostics()
                    .getFirst();
        }
    }

    /// Processes whose command line has a word.
    private static List<ProcessHandle> processes(String word) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(word))
                .toList();
    }

    private static List<String> names(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void aMissingMpiIsNamedWithItsPackage() throws IOException {
        HostOptions none = HostOptions.of(Map.of("PATH", scratch.toString()), scratch, System::nanoTime);
        assertThatExceptionOfType(MissingException.class)
                .isThrownBy(() -> MpiDevice.open(none))
                .withMessageContaining("RUN-350")
                .withMessageContaining("mpirun")
                .withMessageContaining("libopenmpi-dev");
        for (String name : List.of("mpirun", "mpicc")) {
            Path other = Files.writeString(scratch.resolve(name), "#!/bin/sh\necho HYDRA build details\n");
            Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwx------"));
        }
        assertThatExceptionOfType(MissingException.class)
                .isThrownBy(() -> MpiDevice.open(none))
                .withMessageContaining("HYDRA");
    }

    @Test
    void anErrorOfOneRankEndsAllAndHasItsLine() {
        Diagnostic found = problem(Hosts.options(), program("""
                t = pl.load(x, [0, 0], [1, 8])
                if me == 2:
                    t = pl.div(t, pl.sub(t, t))
                out = pl.store(t, [0, 0], out)
                pld.system.wait(sig, [0, 0], 100, cmp=pld.WaitCmp.Ge)
                """));
        assertThat(found.code()).isEqualTo("EXEC-103");
        assertThat(found.span().line()).isEqualTo(13);
    }

    @Test
    void ranksThatWaitForEachOtherAreFound() {
        Diagnostic found = problem(Hosts.options(), program("""
                if me > 0:
                    pld.system.wait(sig, [me, 0], 100, cmp=pld.WaitCmp.Ge)
                out = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], out)
                """));
        assertThat(found.code()).isEqualTo("EXEC-201");
        assertThat(found.message()).contains("rank 1 for a signal", "rank 2").doesNotContain("rank 0");
        assertThat(found.span().line()).isEqualTo(12);
        Diagnostic collective = problem(Hosts.options(), program("""
                if me < 2:
                    sig = pld.tensor.barrier(sig)
                out = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], out)
                """));
        assertThat(collective.code()).isEqualTo("EXEC-201");
    }

    /// Each process has a copy of the host's array: of two sums of the same moment one would be lost.
    @Test
    void sumsOfRanksThatWaitForEachOtherAreNotLostSilently() {
        Program program = Programs.parse("""
                import pypto.language as pl
                import pypto.language.distributed as pld

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[1, 8], pl.INT32],
                               sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                               out: pl.InOut[pl.Tensor[[1, 8], pl.INT32]]):
                        t = pl.load(x, [0, 0], [1, 8])
                        sig = pld.tensor.barrier(sig)
                        out = pl.store(t, [0, 0], out, atomic=pl.AtomicType.Add)
                        sig = pld.tensor.barrier(sig)
                        return out

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def each(self, x: pl.Tensor[[1, 8], pl.INT32],
                             sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                             out: pl.InOut[pl.Tensor[[1, 8], pl.INT32]]):
                        return self.kernel(x, sig, out)

                    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                    def main(self, x: pl.Tensor[[1, 8], pl.INT32], out: pl.InOut[pl.Tensor[[1, 8], pl.INT32]]):
                        cells = pld.alloc_window_buffer(4 * pl.INT32.get_byte())
                        sig = pld.window(cells, [4, 1], dtype=pl.INT32)
                        for r in pl.range(pld.world_size()):
                            self.each(x, sig, out, device=r)
                        return out
                """);
        Run run = run(program);
        String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
        assertThat(expected).startsWith("out ");
        assertThat(Hosts.outcome(() -> Hosts.run(program, run))).isEqualTo(expected);
        assertThat(problem(Hosts.options(), program).code()).isEqualTo("RUN-351");
    }

    @Test
    void aRunThatTakesTooLongIsKilledAndLeavesNothing() throws IOException {
        Program endless = program("""
                for i in pl.range(1000000000000):
                    out = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], out)
                """);
        Path odd = scratch.resolve("a \"b\" 'c'\nd");
        HostOptions options = HostOptions.of(System.getenv(), odd, System::nanoTime);
        Program short1 = program("out = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], out)");
        try (MpiDevice device = MpiExamplesTest.open(options);
                LoadedProgram loaded = device.load(short1)) {
            assertThat(loaded.run(run(short1)).output("out").elements()).isEqualTo(24);
        }
        assertThat(problem(options.withRunLimit(Duration.ofSeconds(2)), endless).code())
                .isEqualTo("RUN-314");
        assertThat(names(odd)).allMatch(name -> name.startsWith("program-") || name.startsWith("runtime-"));
        assertThat(names(scratch)).hasSize(1);
        List<ProcessHandle> left = processes(odd.getFileName().toString());
        left.forEach(process -> process.onExit().join());
        assertThat(processes(odd.getFileName().toString())).isEmpty();
    }
}
