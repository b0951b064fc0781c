package sectile.compiler.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.compiler.CompiledProgram;
import sectile.compiler.PassCase;
import sectile.compiler.manifest.CommManifest;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.pass.PassDumps;
import sectile.compiler.pass.PassListener;
import sectile.compiler.pass.PassManager;
import sectile.compiler.pass.PassProfile;
import sectile.compiler.passes.CollectCommGroups;
import sectile.compiler.passes.InsertCommFences;
import sectile.compiler.passes.LowerCompositeOps;
import sectile.compiler.passes.LowerHostCollectives;
import sectile.compiler.passes.MaterializeCommCtx;
import sectile.compiler.passes.MaterializeCommDomains;
import sectile.compiler.passes.SynthesizeSignals;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.structural.Structural;
import sectile.ir.symbol.Level;

class ArtifactTest {
    private static final String SOURCE = """
        @pl.function(type=pl.FunctionType.InCore)
        def put(self, x: pl.Tensor[[1, 8], pl.FP32], w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]]):
            t = pl.load(x, [0, 0], [1, 8])
            w1 = pl.store(t, [0, 0], w)
            return w1

        @pl.function(type=pl.FunctionType.InCore)
        def take(self, w: pld.DistributedTensor[[1, 8], pl.FP32], out: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
            t = pl.load(w, [0, 0], [1, 8])
            out1 = pl.store(t, [0, 0], out)
            return out1

        @pl.function(type=pl.FunctionType.Orchestration)
        def give(self, x: pl.Tensor[[1, 8], pl.FP32], w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]]):
            w1 = self.put(x, w)
            return w1

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(self, x: pl.OnDevice[pl.Const[pl.Tensor[[4, 1, 8], pl.FP32]]], out: pl.Out[pl.Tensor[[4, 1, 8], pl.FP32]]):
            a = pld.alloc_window_buffer(32)
            w = pld.window(a, [1, 8], dtype=pl.FP32)
            for r in pl.range(pld.world_size()):
                part = x[r]
                self.give(part, w, device=r)
            v = pld.tensor.allreduce(w)
            for q in pl.range(pld.world_size()):
                place = out[q]
                self.take(v, place, device=q)
            return out
        """;

    private static final List<Pass> PASSES = List.of(
            new SynthesizeSignals(),
            new CollectCommGroups(),
            new MaterializeCommDomains(),
            new LowerHostCollectives(),
            new LowerCompositeOps(),
            new MaterializeCommCtx(),
            new InsertCommFences());

    @TempDir
    Path folder;

    private Path directory = Path.of("");
    private CompiledProgram compiled = compile(PassListener.NONE);

    private static CompiledProgram compile(PassListener listener) {
        Program source = PassCase.program(SOURCE);
        Target target = Targets.builtIn("npu-gm");
        var diagnostics = new Diagnostics();
        Program result = new PassManager(PASSES, listener).run(source, new PassContext(target, diagnostics));
        diagnostics.throwIfErrors();
        return new CompiledProgram(source, result, target, "communication");
    }

    @BeforeEach
    void write() {
        directory = folder.resolve("out");
        var profile = new PassProfile(() -> 0);
        var dumps = new PassDumps();
        compiled = compile(PassListener.all(List.of(profile, dumps)));
        ArtifactWriter.write(compiled, profile, dumps, directory);
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static Run run() {
        NdArray x = NdArray.zeros(DType.F32, Shape.of(4, 1, 8));
        for (long i = 0; i < x.elements(); i++) {
            x.setDoubleAt(i, i * 0.1);
        }
        return Run.of("host").with("x", x).on(4);
    }

    @Test
    void everyPartIsWritten() throws IOException {
        assertThat(files(directory))
                .containsExactly(
                        "artifact.json",
                        "compile_profile.json",
                        "host/host.py",
                        "host/kernel_config.json",
                        "kernel_config.json",
                        "kernels/incore/allreduce_kernel.py",
                        "kernels/incore/kernel_config.json",
                        "kernels/incore/put.py",
                        "kernels/incore/take.py",
                        "memory_map.json",
                        "memory_map.svg",
                        "orchestration/comm_manifest.json",
                        "orchestration/give.py",
                        "orchestration/kernel_config.json",
                        "passes/00_frontend.py",
                        "passes/01_SynthesizeSignals.py",
                        "passes/02_CollectCommGroups.py",
                        "passes/03_MaterializeCommDomains.py",
                        "passes/04_LowerHostCollectives.py",
                        "passes/05_LowerCompositeOps.py",
                        "passes/06_MaterializeCommCtx.py",
                        "passes/07_InsertCommFences.py",
                        "program.py",
                        "program.sir",
                        "task_graph.svg");
    }

    /// Every level above the chip has a directory of its own, with its configuration.
    @Test
    void functionsOfEveryLevelAreWritten() throws IOException {
        var text = new StringBuilder();
        var expected = new ArrayList<String>();
        for (Level level : Level.values()) {
            if (level.ordinal() > Level.CHIP.ordinal()) {
                String name = "at_" + level.name().toLowerCase(Locale.ROOT);
                text.append("""
                        @pl.function(level=pl.Level.%s, role=pl.Role.Orchestrator)
                        def %s(self, n: pl.Scalar[pl.INDEX]):
                            return n + 1

                        """.formatted(level.name(), name));
                String directory = level == Level.HOST ? "host" : "levels/" + name.substring(3);
                expected.add(directory + "/" + name + ".py");
                expected.add(directory + "/kernel_config.json");
            }
        }
        Program source = PassCase.program(text.toString());
        Path all = folder.resolve("all");
        ArtifactWriter.write(
                new CompiledProgram(source, source, Targets.builtIn("npu-gm"), "none"),
                new PassProfile(() -> 0),
                new PassDumps(),
                all);
        assertThat(expected).hasSizeGreaterThan(6);
        assertThat(files(all)).containsAll(expected);
        for (Function function : source.functions()) {
            Object result = Artifact.open(all)
                    .run(Run.of(function.name()).with("n", 41))
                    .results()
                    .getFirst();
            assertThat(result).as(function.name()).hasToString("42");
        }
    }

    @Test
    void marksOfParametersAreInTheTextAndInTheConfiguration() throws IOException {
        assertThat(Files.readString(directory.resolve("host/host.py"))).contains("x: pl.OnDevice[pl.Const[pl.Tensor[");
        assertThat(Files.readString(directory.resolve("host/kernel_config.json"))
                        .replaceAll("\\s+", ""))
                .contains("\"constant\":true,\"direction\":\"IN\",\"name\":\"x\",\"on_device\":true")
                .contains("\"constant\":false,\"direction\":\"OUT\",\"name\":\"out\",\"on_device\":false");
    }

    @Test
    void openedItIsTheProgramThatWasCompiled() {
        Artifact artifact = Artifact.open(directory);
        assertThat(Structural.firstDifference(artifact.program(), compiled.program()))
                .isEmpty();
        assertThat(artifact.target()).isEqualTo("npu-gm");
        assertThat(artifact.manifest().orElseThrow().toJson())
                .isEqualTo(CommManifest.of(compiled.program()).orElseThrow().toJson());
    }

    @Test
    void runFromTheDirectoryEqualsRunInMemory() throws IOException {
        NdArray source = new Interpreter(PassCase.program(SOURCE)).run(run()).output("out");
        assertThat(new Interpreter(compiled.program()).run(run()).output("out")).isEqualTo(source);
        assertThat(Artifact.open(directory).run(run()).output("out")).isEqualTo(source);
        Path moved = folder.resolve("elsewhere/copy");
        Files.createDirectories(moved.getParent());
        Files.move(directory, moved);
        assertThat(Artifact.open(moved).run(run()).output("out")).isEqualTo(source);
    }

    @Test
    void writtenAgainItReplacesTheOldOneAndNothingElse() throws IOException {
        List<String> before = files(directory);
        ArtifactWriter.write(compiled, new PassProfile(() -> 0), new PassDumps(), directory);
        assertThat(files(directory)).isSubsetOf(before).doesNotContain("passes/00_frontend.py");
        try (Stream<Path> rest = Files.list(folder)) {
            assertThat(rest).containsExactly(directory);
        }
        Path other = Files.createDirectory(folder.resolve("mine"));
        Files.writeString(other.resolve("notes.txt"), "keep");
        fails(
                () -> ArtifactWriter.write(compiled, new PassProfile(() -> 0), new PassDumps(), other),
                "COMP-521",
                "is not a compiled program");
        assertThat(other.resolve("notes.txt")).hasContent("keep");
    }

    private static void fails(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable action, String code, String message) {
        assertThatThrownBy(action)
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining(code)
                .hasMessageContaining(message);
    }

    @Test
    void withoutItsManifestItFailsBeforeItIsLaunched() throws IOException {
        Files.delete(directory.resolve(CommManifest.FILE));
        Artifact artifact = Artifact.open(directory);
        fails(
                () -> artifact.run(run()),
                "COMP-513",
                "`host` needs communication contexts, but there is no orchestration/comm_manifest.json");
    }

    @Test
    void everyMissingTruncatedOrChangedFileIsNamed() throws IOException {
        for (String file : files(directory)) {
            Path path = directory.resolve(file);
            byte[] bytes = Files.readAllBytes(path);
            if (!file.equals("artifact.json") && !file.equals(CommManifest.FILE)) {
                Files.delete(path);
                fails(() -> Artifact.open(directory), "COMP-522", file + "` is missing");
            }
            Files.write(path, java.util.Arrays.copyOf(bytes, bytes.length / 2));
            assertThatThrownBy(() -> Artifact.open(directory))
                    .as("truncated %s", file)
                    .isInstanceOf(DiagnosticException.class)
                    .hasMessageContaining(file.equals("artifact.json") ? "BASE-150" : file + "` is damaged");
            if (!file.equals("artifact.json")) {
                byte[] changed = bytes.clone();
                changed[bytes.length / 2] ^= 1;
                Files.write(path, changed);
                fails(() -> Artifact.open(directory), "COMP-524", "its check sum differs");
            }
            Files.write(path, bytes);
        }
        Artifact.open(directory);
        fails(() -> Artifact.open(folder), "COMP-522", "is not the directory of a compiled program");
    }

    @Test
    void anotherVersion() throws IOException {
        Path index = directory.resolve("artifact.json");
        Files.writeString(index, Files.readString(index).replace("\"version\": 1", "\"version\": 9"));
        fails(() -> Artifact.open(directory), "COMP-523", "has version 9, expected 1");
    }

    @Test
    void aProgramWithoutGroupsHasNoManifestAndRunsWhereItIsCopied() throws IOException {
        Program source = PassCase.program("""
                @pl.function(type=pl.FunctionType.InCore)
                def double(self, x: pl.InOut[pl.Tensor[[1, 8], pl.FP32]]):
                    t = pl.load(x, [0, 0], [1, 8])
                    u = pl.add(t, t)
                    x_1 = pl.store(u, [0, 0], x)
                    return x_1
                """);
        Target target = Targets.builtIn("npu-gm");
        Path plain = folder.resolve("plain");
        ArtifactWriter.write(
                new CompiledProgram(source, source, target, "none"), new PassProfile(() -> 0), new PassDumps(), plain);
        assertThat(files(plain)).contains("program.sir").noneMatch(file -> file.contains("comm_manifest"));
        Path copy = folder.resolve("a/b/copy");
        for (String file : files(plain)) {
            Path to = copy.resolve(file);
            Files.createDirectories(to.getParent());
            Files.copy(plain.resolve(file), to);
        }
        NdArray x = NdArray.full(DType.F32, Shape.of(1, 8), 1.5);
        assertThat(Artifact.open(copy).run(Run.of("double").with("x", x)).output("x"))
                .isEqualTo(NdArray.full(DType.F32, Shape.of(1, 8), 3));
    }
}
