package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.io.Npz;

/// `sectile run FILE.py`, and collectives whose algorithm is a file.
class RunKernelTest {
    @TempDir
    Path directory;

    private static String example(String name) {
        return Checkout.root().resolve("examples/kernels").resolve(name).toString();
    }

    private static Result run(String example, String... more) {
        return InProcess.kernel(example(example), List.of(more));
    }

    private Path expecting(String name, NdArray array) {
        Map<String, NdArray> arrays = new LinkedHashMap<>();
        arrays.put(name, array);
        Path file = directory.resolve("expect.npz");
        Npz.write(file, arrays);
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--on=functional"})
    void vectorsAreAdded(String mode) {
        NdArray sum = NdArray.zeros(DType.F32, Shape.of(1000));
        for (int i = 0; i < 1000; i++) {
            sum.setDoubleAt(i, i + 1.0);
        }
        Path expected = expecting("out", sum);
        String[] words = {
            "--topology",
            "small",
            "--cubes",
            "all",
            "--kernel-args",
            "x=arange:1000:f32,y=ones:1000:f32",
            "--kernel-args",
            "out=zeros:1000:f32,n=1000",
            "--expect",
            expected.toString(),
            "--json",
            mode.isEmpty() ? "--seed=3" : mode
        };
        Result result = run("vector_add.py", words);
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("\"ok\": true")
                .contains("\"checked\": 1000")
                .contains("\"wrong\": 0")
                .contains("\"largest_error\": 0");
    }

    @Test
    void aWrongValueIsFound() {
        Path expected = expecting("out", NdArray.zeros(DType.F32, Shape.of(64)));
        Result result = run(
                "vector_add.py",
                "--kernel-args=x=arange:64:f32,y=zeros:64:f32,out=zeros:64:f32,n=64",
                "--pes=0",
                "--expect=" + expected);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).contains("63 of 64 elements are wrong, the first at [1]: 1.0 instead of 0.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"False", "True"})
    void matricesAreMultiplied(String stream) {
        Path both = directory.resolve("both.npz");
        String args = "a=2:96x32:f16,b=3:32x16:f16,out=zeros:96x16:f32,m=96,n=16,k=32,stream=" + stream;
        Result result = run("gemm_tiles.py", "--kernel-args", args, "--output", both.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(Npz.read(both).get("out")).isEqualTo(NdArray.full(DType.F32, Shape.of(96, 16), 192));
    }

    @Test
    void softmaxIsThatOfTheMachine() {
        Path ours = directory.resolve("ours.npz");
        String args = "x=randn:10x64:f32,rows=10,columns=64";
        assertThat(run("softmax.py", "--kernel-args", args, "--output", ours.toString())
                        .exitCode())
                .isZero();
        Result builtin = run(
                "softmax.py",
                "--kernel-args",
                args + ",builtin=True",
                "--expect",
                ours.toString(),
                "--rtol",
                "1e-4",
                "--on=functional");
        assertThat(builtin.err()).isEmpty();
        assertThat(builtin.out()).contains("640 values checked, 0 wrong");
    }

    @Test
    void neighboursOfTheFileAndBuffersOfEachPe() {
        Path expected = expecting("t_ptr", NdArray.full(DType.F32, Shape.of(8, 50), 8));
        for (String mode : new String[] {"--buffer=tcm", "--on=functional"}) {
            Result result = run(
                    "ring_allreduce.py",
                    "--topology=small",
                    "--sips=all",
                    "--cubes=0-1",
                    "--kernel-args=t_ptr=ones:50:f32@each,n_elem=50,dtype=f32,segment=16",
                    "--expect=" + expected,
                    mode);
            assertThat(result.err()).isEmpty();
            assertThat(result.out()).contains("400 values checked, 0 wrong");
        }
    }

    @Test
    void printsWithWiringOfTheCommandLine() {
        Result result = run("hello_ring.py", "--wiring=ring_1d", "--pes=0-2", "--on=functional");
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("sip0.cube0.pe0: rank 0 got 2\n")
                .contains("rank 2 got 1\n")
                .contains("hello_ring.py on 3 PEs, functional");
        assertThat(run("hello_ring.py", "--wiring=ring_2d").err())
                .contains("`--wiring` cannot be `ring_2d`")
                .contains("did you mean `ring_1d`?");
    }

    @Test
    void recordingsHoldLinesOfTheText() throws IOException {
        Path log = directory.resolve("ops.csv");
        Path trace = directory.resolve("t.pftrace");
        Path report = directory.resolve("r.html");
        Result result =
                run("hello_ring.py", "--wiring=ring_1d", "--op-log=" + log, "--trace=" + trace, "--report=" + report);
        assertThat(result.exitCode()).isZero();
        assertThat(Files.readString(log)).contains("hello_ring.py:8").contains("hello_ring.py:9");
        assertThat(Files.size(trace)).isPositive();
        assertThat(Files.size(report)).isPositive();
    }

    @Test
    void splitBuffers() throws IOException {
        Path file = directory.resolve("double.py");
        Files.writeString(file, """
                def kernel(x, rows, rank, tl, words=('a',)):
                    own = x + rank * rows * 2 * 4
                    tl.store(own, tl.load(own, (rows, 2), 'f32') * 2 + len(words))
                """);
        Path out = directory.resolve("out.npz");
        Result result = InProcess.sectile(
                "run",
                file.toString(),
                "--pes=0-3",
                "--kernel-args=x=arange:8x2:f32@split,rows=2,words=('p', \"q,r\")",
                "--output=" + out);
        assertThat(result.err()).isEmpty();
        double[] values = Objects.requireNonNull(Npz.read(out).get("x")).toDoubles();
        for (int i = 0; i < 16; i++) {
            assertThat(values[i]).isEqualTo(2.0 * i + 2);
        }
        assertThat(InProcess.sectile("run", file.toString(), "--kernel-args=x=zeros:3x2:f32@split,rows=2")
                        .err())
                .contains("error[TL-404]");
    }

    @Test
    void theFunctionalRunCountsPesAsTheMachineDoes() {
        String[] words = {
            "--sips=1",
            "--cubes=1,3",
            "--pes=2-4",
            "--kernel-args=x=arange:100:f32,y=ones:100:f32,out=zeros:100:f32,n=100",
            "--output=" + directory.resolve("out.npz")
        };
        assertThat(run("vector_add.py", words).exitCode()).isZero();
        String[] functional = java.util.Arrays.copyOf(words, words.length + 1);
        functional[words.length] = "--on=functional";
        functional[words.length - 1] = "--expect=" + directory.resolve("out.npz");
        Result result = run("vector_add.py", functional);
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("300 values checked, 0 wrong");
        assertThat(Objects.requireNonNull(Npz.read(directory.resolve("out.npz")).get("out"))
                        .getDoubleAt(99))
                .isEqualTo(100);
    }

    @Test
    void timingOnly() {
        String args = "x=arange:64:f32,y=zeros:64:f32,out=zeros:64:f32,n=64";
        String with = run("vector_add.py", "--kernel-args", args, "--json").out();
        String without = run("vector_add.py", "--kernel-args", args, "--json", "--no-data")
                .out();
        assertThat(line(without, "latency_ps")).isEqualTo(line(with, "latency_ps"));
        assertThat(line(without, "trace_hash")).isEqualTo(line(with, "trace_hash"));
    }

    /// What type, shape and constants decide, every kind of run decides alike.
    @ParameterizedTest
    @ValueSource(strings = {"--json", "--no-data", "--on=functional"})
    void everyKindOfRunRefusesTheSame(String mode) {
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("tl.max(tl.zeros((2, 0), 'i32'), 1)", "KER-109");
        wrong.put("tl.min(tl.zeros((0,), 'f32'), 0)", "KER-109");
        wrong.put("tl.full((2,), 0.5, 'i32')", "KER-106");
        wrong.put("tl.full((2,), 300, 'u8')", "KER-106");
        wrong.put("tl.zeros((2,), 'i32') + 0.5", "KER-106");
        wrong.put("tl.clamp(tl.zeros((2,), 'i32'), 0, 1e30)", "KER-106");
        wrong.put("tl.zeros((2,), 'i64') < float('nan')", "KER-106");
        wrong.put("tl.div(tl.zeros((2,), 'i32'), 0)", "KER-107");
        wrong.forEach((expression, code) -> {
            Result result = text("def kernel(tl):\n    x = " + expression + "\n", "--pes=0", mode);
            assertThat(result.exitCode()).as(expression).isEqualTo(2);
            assertThat(result.err()).as(expression).contains("error[" + code + "]");
        });
        Result empty = text("def kernel(tl):\n    x = tl.max(tl.zeros((0, 0), 'i32') / 0, 1)\n", "--pes=0", mode);
        assertThat(empty.err()).isEmpty();
    }

    /// Runs a text of its own.
    private Result text(String text, String... more) {
        Path file = directory.resolve("text.py");
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return InProcess.kernel(file.toString(), List.of(more));
    }

    @Test
    void intsOfTheCommandLineHaveAnySize() {
        String text = "def kernel(n, tl):\n    print(n)\n";
        for (String n : new String[] {"99999999999999999999", "(1, 2)", "-9223372036854775808", "word"}) {
            assertThat(text(text, "--pes=0", "--on=functional", "--kernel-args=n=" + n)
                            .out())
                    .contains("sip0.cube0.pe0: " + n + "\n");
        }
    }

    @Test
    void buffersHoldTheNumberTheyAreMadeOf() {
        String text = "def kernel(x, tl):\n    print(tl.load(x, (1,), 'i64')[0])\n";
        assertThat(text(text, "--pes=0", "--on=functional", "--kernel-args=x=9007199254740993:1:i64")
                        .out())
                .contains("sip0.cube0.pe0: 9007199254740993\n");
        assertThat(text(text, "--pes=0", "--kernel-args=x=0.5:1:i64").err())
                .contains("error[TL-401]: `x` cannot be `0.5:1:i64`: the number 0.5 is not a value of i64");
        assertThat(text(text, "--pes=0", "--kernel-args=x=300:1:u8").err()).contains("300 is not a value of u8");
    }

    @Test
    void everySeedHasNumbersOfItsOwn() {
        Map<Double, String> seen = new LinkedHashMap<>();
        for (String source : new String[] {"randn", "uniform"}) {
            for (int seed = 0; seed < 4; seed++) {
                Path out = directory.resolve(source + seed + ".npz");
                Result result = text(
                        "def kernel(x, y, tl):\n    pass\n",
                        "--pes=0",
                        "--on=functional",
                        "--seed=" + seed,
                        "--kernel-args=x=" + source + ":6:f64,y=" + source + ":6:f64",
                        "--output=" + out);
                assertThat(result.err()).isEmpty();
                Npz.read(out).forEach((name, array) -> {
                    for (double value : array.toDoubles()) {
                        assertThat(seen.put(value, name)).isNull();
                    }
                });
            }
        }
        assertThat(seen).hasSize(96);
    }

    private static String line(String text, String key) {
        return text.lines()
                .filter(line -> line.contains("\"" + key + "\""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void errorsShowTheText() throws IOException {
        Path file = directory.resolve("bad.py");
        Files.writeString(file, "def kernel(x, tl):\n    y = tl.lod(x, (4,))\n    z = lambda: y\n");
        Result result = InProcess.sectile("run", file.toString(), "--kernel-args=x=1");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("error[TL-113]: there is no operation `tl.lod`")
                .contains("bad.py:2:12")
                .contains("    y = tl.lod(x, (4,))")
                .contains("error[TL-110]: a lambda cannot be used in a kernel");
        Files.writeString(file, "def kernel(x, tl):\n    y = tl.load(x, (4,))\n");
        assertThat(InProcess.sectile("run", file.toString(), "--kernel-args=x=1")
                        .err())
                .contains("bad.py:2:9")
                .contains("in kernel kernel at bad.py:2, in load");
    }

    @Test
    void mistakesOnTheCommandLine() {
        assertThat(run("vector_add.py", "--kernel-args=x=1,z=2").err())
                .contains("error[TL-402]: kernel `kernel` has no parameter `z`");
        assertThat(run("vector_add.py", "--kernel-args=x=1").err())
                .contains("error[TL-403]: parameter `y` has no argument")
                .contains("parameter `out` has no argument");
        assertThat(run("vector_add.py", "--kernel-args=x=rand:4").err()).contains("error[TL-401]");
        assertThat(run("vector_add.py", "--kernel-args=x").err()).contains("error[TL-401]");
        assertThat(run("vector_add.py", "--kernel-args=x=ones:4@every").err()).contains("`x` cannot be @every");
        assertThat(run("vector_add.py", "--no-data", "--output=x.npz").err()).contains("error[TL-405]");
        assertThat(run("vector_add.py", "--rtol=1").err())
                .contains("error[CLI-115]")
                .contains("--expect FILE.npz");
        assertThat(run("vector_add.py", "--pes=8").err()).contains("`--pes` cannot be `8`: there are 0 to 7");
        assertThat(run("vector_add.py", "--kernel=nothing").err()).contains("error[TL-116]");
        assertThat(run("no_such_file.py").exitCode()).isEqualTo(2);
        assertThat(InProcess.sectile("run", "--json", "x.py").err()).contains("write `sectile run x.py` first");
        assertThat(InProcess.sectile("help", "run", "FILE.py").out()).contains("--kernel-args");
        assertThat(InProcess.sectile("help", "run", "PROGRAM.py").out()).contains("--placement");
    }

    @Test
    void everyDirectionHasAnAnswer() {
        String kernel = "def kernel(tl):\n    pass\n";
        String ring = "{'E': (rank + 1) % world_size, 'W': (rank - 1) % world_size}";
        String neighbors = "def neighbors(rank, world_size):\n    return ";
        assertThat(text(neighbors + "{'E': (rank + 1) % world_size}\n" + kernel, "--pes=0-3")
                        .err())
                .contains("error[TL-303]: neighbors of rank 0 leads `E` to sip0.cube0.pe1, but no direction of that")
                .contains("name both ends: {\"E\": (rank + 1) % world_size, \"W\": (rank - 1) % world_size}");
        assertThat(text(neighbors + "1\n" + kernel).err())
                .contains("error[TL-303]: neighbors of rank 0 is not a dict")
                .contains("{\"E\": (rank + 1) % world_size, \"W\": (rank - 1) % world_size}");
        for (String pes : new String[] {"0", "0-1", "0-3"}) {
            assertThat(text(neighbors + ring + "\n" + kernel, "--pes=" + pes).err())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--on=functional"})
    void queuesThatAreNotThere(String mode) {
        Result result = text("def kernel(tl):\n    tl.recv('W', (4,), 'f32')\n", "--pes=0-1", mode);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("error[IPC-20")
                .contains("text.py:2:5")
                .contains("such as --wiring ring_1d, or with a function `neighbors` in the file")
                .doesNotContain("install a plan");
    }

    @Test
    void optionsOfQueuesThatAreNotThere() {
        for (String option : new String[] {"--slots=2", "--slot-size=64", "--buffer=sram"}) {
            String name = option.substring(0, option.indexOf('='));
            Result result = text("def kernel(tl):\n    pass\n", option);
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).contains("error[CLI-115]: `" + name + "` has no effect without --wiring");
            assertThat(text("def kernel(tl):\n    pass\n", option, "--wiring=ring_1d")
                            .err())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring_allreduce.py", "cube_tree_allreduce.py"})
    void collectivesAsFiles(String name) {
        for (String op : new String[] {"sum", "max", "min", "prod"}) {
            Result result = InProcess.sectile(
                    "run",
                    "allreduce",
                    "--topology=small",
                    "--ranks=4",
                    "--algorithm=" + example(name),
                    "--elements=300",
                    "--op=" + op,
                    "--dtype=f32");
            assertThat(result.err()).isEmpty();
            assertThat(result.exitCode()).isZero();
            assertThat(result.out()).containsPattern("algorithm +" + name).contains(", 0 wrong");
        }
    }

    @Test
    void collectivesOfACclFile() throws IOException {
        Path kernel = directory.resolve("mine.py");
        Files.copy(Path.of(example("ring_allreduce.py")), kernel);
        Path ccl = directory.resolve("ccl.yaml");
        Files.writeString(ccl, """
                defaults: { algorithm: mine }
                algorithms:
                  mine: { kernel: mine.py, buffer_kind: tcm, slot_size: 256, n_elem: 99 }
                """);
        Result result = InProcess.sectile("run", "allreduce", "--topology=small", "--ccl=" + ccl);
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .containsPattern("algorithm +mine")
                .containsPattern("count +99")
                .contains(", 0 wrong");
        Result wrong = InProcess.sectile("run", "broadcast", "--topology=small", "--algorithm=" + kernel);
        assertThat(wrong.err()).contains("error[DIST-313]").contains("cannot do broadcast");
    }

    @Test
    void sweepsCompareFilesWithOthers() {
        Result result = InProcess.sectile(
                "sweep",
                "allreduce",
                "-b=64",
                "-e=64",
                "--topology=flat",
                "--ranks=3",
                "--algorithm=ring," + example("ring_allreduce.py"),
                "--json");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("\"algorithm\": \"ring\"").contains("\"algorithm\": \"ring_allreduce.py\"");
    }

    @Test
    void mistakesInCollectives() throws IOException {
        Path file = directory.resolve("c.py");
        assertThat(collective(file, "TOPOLOGY = 'ring_2d'\ndef kernel(t_ptr, tl):\n    pass\n"))
                .contains("error[TL-304]: TOPOLOGY cannot be 'ring_2d'")
                .contains("c.py:1:1");
        assertThat(collective(file, "COLLECTIVES = 'reduce_all'\ndef kernel(t_ptr, tl):\n    pass\n"))
                .contains("error[TL-304]: there is no collective 'reduce_all'");
        assertThat(collective(file, "def kernel(t_ptr, worldsize, tl):\n    pass\n"))
                .contains("error[TL-305]: the kernel's parameter `worldsize` has no value")
                .contains("did you mean `world_size`?");
        assertThat(collective(file, "def kernel(t_ptr, tl):\n    pass\n")).contains("error[TL-303]");
        assertThat(collective(
                        file,
                        "def neighbors(rank, world_size):\n    return {'E': 7}\ndef kernel(t_ptr, tl):\n    pass\n"))
                .contains("error[TL-303]: neighbors of rank 0 leads `E` to 7");
        assertThat(collective(file, "def neighbors(me):\n    return {}\ndef kernel(t_ptr, tl):\n    pass\n"))
                .contains("error[TL-301]: `neighbors` asks for `me`");
        String ring = "TOPOLOGY = 'ring_1d'\n";
        assertThat(
                        collective(
                                file,
                                ring
                                        + "def kernel_args(n_elem):\n    return (1, n_elem)\ndef kernel(t_ptr, n_elem, tl):\n    pass\n"))
                .contains("error[TL-302]: kernel_args gives 2 values for 1 parameters");
        assertThat(collective(
                        file, ring + "def kernel_args():\n    return {'b': 1}\ndef kernel(t_ptr, a, tl):\n    pass\n"))
                .contains("error[TL-302]: kernel_args gives `b`");
        assertThat(collective(file, ring + "def kernel_args():\n    return {}\ndef kernel(t_ptr, a, tl):\n    pass\n"))
                .contains("error[TL-302]: kernel_args gives nothing for `a`");
    }

    private static String collective(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Result result = InProcess.sectile("run", "allreduce", "--topology=small", "--algorithm=" + file);
        assertThat(result.exitCode()).isEqualTo(2);
        return result.err();
    }

    @Test
    void theCollectiveContract() throws IOException {
        Path file = directory.resolve("c.py");
        Files.writeString(file, """
                TOPOLOGY = "ring_1d"
                def kernel_args(world_size, n_elem, collective, n_sips, n_cubes, n_pes, cube_w, cube_h):
                    return n_elem, world_size, (collective, n_sips * n_cubes == n_sips * cube_w * cube_h), None
                def kernel(t_ptr, n_elem, world_size, facts, nothing, rank, tl):
                    if rank == 0:
                        print(n_elem, world_size, facts, nothing)
                """);
        Result result = InProcess.sectile(
                "run", "allreduce", "--topology=small", "--ranks=2", "--elements=12", "--algorithm=" + file);
        assertThat(result.out()).contains("sip0.cube0.pe0: 12 2 ('all_reduce', True) None\n");
        // It reduces nothing, and that is noticed.
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void aRecordingDoesNotDestroyTheKernel() throws IOException {
        Path kernel = Files.copy(Path.of(example("vector_add.py")), directory.resolve("mine.py"));
        Result result = InProcess.sectile(
                "run",
                kernel.toString(),
                "--kernel-args",
                "x=arange:1024:f32,y=ones:1024:f32,out=zeros:1024:f32,n=1024",
                "--trace",
                kernel.toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("CLI-119");
        assertThat(kernel).hasSameTextualContentAs(Path.of(example("vector_add.py")));
    }

    @Test
    void whatAKernelWritesDestroysNoneOfItsArguments() throws IOException {
        Path array = directory.resolve("x.npy");
        String arguments = "x=" + array + "@split,y=ones:1024:f32,out=zeros:1024:f32,n=1024";
        String table = directory.resolve("o.csv").toString();
        for (String[] outputs :
                new String[][] {{"--output", array.toString()}, {"--output", table, "--op-log", directory + "/./o.csv"}
                }) {
            List<String> words = new ArrayList<>(List.of("run", example("vector_add.py"), "--kernel-args", arguments));
            words.addAll(List.of(outputs));
            Result result = InProcess.sectile(words.toArray(String[]::new));
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).contains("CLI-119");
        }
    }
}
