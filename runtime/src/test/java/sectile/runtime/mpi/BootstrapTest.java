package sectile.runtime.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.NdArray;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.compiler.Compiler;
import sectile.compiler.artifact.Artifact;
import sectile.compiler.artifact.ArtifactWriter;
import sectile.compiler.manifest.CommManifest;
import sectile.compiler.pass.PassDumps;
import sectile.compiler.pass.PassProfile;
import sectile.compiler.target.Targets;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.SimulatedRun;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// Every executor sets its devices up as the manifest of the opened directory says, and not as the program would: with
/// another manifest the same program does something else, or is refused.
class BootstrapTest {
    private static final int RANKS = 3;

    /// Every device sends its rank and the number of ranks to the next one.
    private static final String SOURCE = """
            import pypto.language as pl
            import pypto.language.distributed as pld


            @pl.program
            class Ranks:
                @pl.function(type=pl.FunctionType.InCore)
                def send(self, data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
                         sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]]):
                    ctx = pld.get_comm_ctx(data)
                    me = pld.rank(ctx)
                    mine = pl.tile.full([1, 8], 0.0, dtype=pl.FP32) + pl.cast(me * 10 + pld.nranks(ctx), pl.FP32)
                    data = pld.tile.remote_store(mine, data, (me + 1) % pld.nranks(ctx), [0, 0])
                    sig = pld.tensor.barrier(sig)
                    return data, sig

                @pl.function(type=pl.FunctionType.InCore)
                def take(self, data: pld.DistributedTensor[[1, 8], pl.FP32], out: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                    out = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], out)
                    return out

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, out: pl.Out[pl.Tensor[[3, 1, 8], pl.FP32]]):
                    buf = pld.alloc_window_buffer(32)
                    data = pld.window(buf, [1, 8], dtype=pl.FP32)
                    cells = pld.alloc_window_buffer(64)
                    sig = pld.window(cells, [16, 1], dtype=pl.INT32)
                    for r in pl.range(3):
                        self.send(data, sig, device=r)
                    for q in pl.range(3):
                        self.take(data, out[q], device=q)
                    return out
            """;

    @TempDir
    Path folder;

    private Path directory = Path.of("");

    @BeforeEach
    void write() {
        directory = folder.resolve("out");
        Program source = FrontEnd.parse(new SourceFile("ranks.py", SOURCE));
        var profile = new PassProfile(() -> 0);
        ArtifactWriter.write(
                Compiler.compile(source, Targets.builtIn("npu-gm"), profile), profile, new PassDumps(), directory);
    }

    private interface Executor {
        Outcome run(Program program, Run run);
    }

    private static Map<String, Executor> executors() {
        Map<String, Executor> executors = new LinkedHashMap<>();
        executors.put("interpreter", (program, run) -> new Interpreter(program).run(run));
        executors.put("machine", (program, run) -> {
            try (Machine machine = Machine.open(Topologies.preset("default", List.of("system.sips.count=3")))) {
                return SimulatedRun.of(program, run).asWritten().on(machine).outcome();
            }
        });
        executors.put("host", Hosts::run);
        executors.put("mpi", (program, run) -> {
            try (MpiDevice device = MpiExamplesTest.open(Hosts.options());
                    LoadedProgram loaded = device.load(program)) {
                return loaded.run(run);
            }
        });
        return executors;
    }

    private static List<Double> received(Outcome outcome) {
        NdArray out = outcome.output("out");
        List<Double> found = new ArrayList<>();
        for (int device = 0; device < RANKS; device++) {
            found.add(out.getDoubleAt(device * 8L));
        }
        return found;
    }

    private void everywhere(List<Double> expected) {
        Artifact artifact = Artifact.open(directory);
        artifact.prepare("host", RANKS);
        executors()
                .forEach((name, executor) -> assertThat(received(
                                executor.run(artifact.program(), Run.of("host").on(RANKS))))
                        .as(name)
                        .isEqualTo(expected));
    }

    /// Writes another manifest, and what the index says about it.
    private void change(UnaryOperator<CommManifest.Group> change) throws IOException {
        Path file = directory.resolve(CommManifest.FILE);
        CommManifest old = CommManifest.parse(new SourceFile(file.toString(), Files.readString(file)));
        String text = new CommManifest(old.groups().stream().map(change).toList(), Span.none()).toJson();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Files.write(file, bytes);
        var sum = new CRC32();
        sum.update(bytes);
        Path index = directory.resolve("artifact.json");
        Matcher entry = Pattern.compile(
                        "\"bytes\": \\d+,\\s+\"crc32\": \\d+,\\s+\"path\": \"" + CommManifest.FILE + "\"")
                .matcher(Files.readString(index));
        assertThat(entry.find()).isTrue();
        Files.writeString(
                index,
                entry.replaceFirst("\"bytes\": " + bytes.length + ", \"crc32\": " + sum.getValue() + ", \"path\": \""
                        + CommManifest.FILE + "\""));
    }

    private static CommManifest.Group on(CommManifest.Group group, Integer... devices) {
        return new CommManifest.Group(List.of(devices), group.slots(), group.span());
    }

    private static CommManifest.Group slot(CommManifest.Group group, String name, long size) {
        return new CommManifest.Group(
                group.devices(),
                group.slots().stream()
                        .map(old -> old.name().equals("cells")
                                ? old
                                : new CommManifest.Slot(name, old.dtype(), size, old.loadFromHost(), old.storeToHost()))
                        .toList(),
                group.span());
    }

    @Test
    void ranksAreInTheOrderOfTheManifest() throws IOException {
        everywhere(List.of(23.0, 3.0, 13.0));
        // Device 0 is rank 1 now, device 1 is rank 2 and device 2 is rank 0.
        change(group -> on(group, 2, 0, 1));
        everywhere(List.of(3.0, 13.0, 23.0));
    }

    @Test
    void aLargerWindowIsReserved() throws IOException {
        change(group -> slot(group, "buf", 1000));
        Artifact artifact = Artifact.open(directory);
        assertThat(artifact.manifest()
                        .orElseThrow()
                        .bootstrap(List.of(0, 1, 2))
                        .firstEntry()
                        .getValue())
                .singleElement()
                .satisfies(config -> assertThat(config.windowSize()).isEqualTo(4064));
        everywhere(List.of(23.0, 3.0, 13.0));
    }

    private void refused(String code, String message, int ranks) {
        assertThatThrownBy(() -> Artifact.open(directory).prepare("host", ranks))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining(code)
                .hasMessageContaining(message);
    }

    @Test
    void aManifestOfAnotherProgramIsRefused() throws IOException {
        refused("COMP-512", "group 0 needs device 2, the run has devices [0, 1]", 2);
        change(group -> slot(group, "buf", 4));
        refused("COMP-517", "needs 32 bytes, its window `buf` has 16", RANKS);
        change(group -> slot(group, "other", 8));
        refused("COMP-517", "is a window of `buf`, which no group of devices has", RANKS);
        change(group -> on(slot(group, "buf", 8), 0, 1));
        refused("COMP-517", "this domain is for the devices [0, 1, 2], the group of `buf` has [0, 1]", RANKS);
    }

    /// The size of the group counts, not that of the allocation.
    @Test
    void theMemoryOfAWindowIsThatOfItsGroup() {
        String text = SOURCE.replace("class Ranks:\n", """
                class Ranks:
                    comm_groups = [pld.CommGroup(devices=[0, 1, 2], slots=[pld.WindowBuffer("buf", %d, dtype=pl.FP32), pld.WindowBuffer("cells", 16, dtype=pl.INT32)])]

                """)
                .replace("alloc_window_buffer(32)", "alloc_window_buffer(%d, name=\"buf\")")
                .replace("alloc_window_buffer(64)", "alloc_window_buffer(64, name=\"cells\")");
        Run run = Run.of("host").on(RANKS);
        Program larger = FrontEnd.parse(
                new SourceFile("larger.py", text.replaceFirst("%d", "8").replace("%d", "4")));
        Program smaller = FrontEnd.parse(
                new SourceFile("smaller.py", text.replaceFirst("%d", "4").replace("%d", "64")));
        Program elsewhere = larger.withCommGroups(List.of(new sectile.ir.CommGroup(
                List.of(0, 1, 7), larger.commGroups().getFirst().slots())));
        executors().forEach((name, executor) -> {
            assertThat(received(executor.run(larger, run))).as(name).isEqualTo(List.of(23.0, 3.0, 13.0));
            assertThatThrownBy(() -> executor.run(smaller, run))
                    .as(name)
                    .hasMessageContaining("EXEC-101")
                    .hasMessageContaining("takes 32 bytes, the buffer has 16");
            assertThatThrownBy(() -> executor.run(elsewhere, run))
                    .as(name)
                    .hasMessageContaining("EXEC-110")
                    .hasMessageContaining("group 0 needs device 7");
        });
    }
}
