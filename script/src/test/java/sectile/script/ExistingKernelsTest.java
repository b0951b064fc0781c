package sectile.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.ccl.Team;
import sectile.dist.workload.CollectiveWorkload;
import sectile.script.collective.TextAlgorithms;
import sectile.script.launch.ArgumentReader;
import sectile.script.launch.FunctionalKernel;
import sectile.script.launch.KernelRun;
import sectile.script.launch.KernelWorkload;
import sectile.sim.Place;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.WorkloadResult;

/// Kernels as owners of such files write them. Comments at the top of each say how it is run and what must come out: to
/// add a case, add a file.
class ExistingKernelsTest {
    private static final Path KERNELS = Path.of("src", "test", "resources", "kernels");
    private static final Topology MACHINE = Topologies.preset("small", List.of("system.sips.count=4"));

    static Stream<Path> kernels() throws IOException {
        try (Stream<Path> files = Files.list(KERNELS)) {
            return files.filter(file -> file.toString().endsWith(".py")).sorted().toList().stream();
        }
    }

    private static Optional<String> directive(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith("# " + name + ": "))
                .map(line -> line.substring(name.length() + 4).strip())
                .findFirst();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void runsUnedited(Path file) throws IOException {
        String text = Files.readString(file);
        Optional<String> collective = directive(text, "collective");
        if (collective.isPresent()) {
            String[] words = collective.get().split(" ", -1);
            int elements = Integer.parseInt(words[1].substring("elements=".length()));
            TextAlgorithms algorithms = TextAlgorithms.load(Optional.empty(), List.of(file), line -> {});
            assertAllReduces(algorithms, TextAlgorithms.name(file.toString()), elements);
        } else {
            assertValues(new SourceFile(file.toString(), text));
        }
    }

    private static void assertAllReduces(TextAlgorithms algorithms, String name, int elements) {
        CollectiveWorkload workload = new CollectiveWorkload(
                Collective.ALL_REDUCE,
                elements,
                DType.F16,
                ReduceOp.SUM,
                algorithms.config().with(Collective.ALL_REDUCE, name),
                algorithms.registries());
        try (Machine machine = Machine.open(MACHINE)) {
            WorkloadResult result = workload.run(machine, 5);
            assertThat(result.checked()).isPositive();
            assertThat(result.wrong()).as(() -> result.wrongValues().toString()).isZero();
        }
    }

    /// On the machine and without time.
    private static void assertValues(SourceFile source) {
        KernelRun run = prepared(source);
        AtomicReference<SequencedMap<String, NdArray>> found = new AtomicReference<>();
        KernelWorkload workload = new KernelWorkload(run, new QueueConfig(Space.TCM, 4, 4096, 16), outputs -> {
            found.set(outputs);
            return new ValueCheck();
        });
        try (Machine machine = Machine.open(MACHINE)) {
            workload.run(machine, 1);
        }
        SequencedMap<String, NdArray> functional = FunctionalKernel.run(run, 1, Limits.none());
        List<String> expectations = source.text()
                .lines()
                .filter(line -> line.startsWith("# expect: "))
                .map(line -> line.substring("# expect: ".length()))
                .toList();
        assertThat(expectations).isNotEmpty();
        for (String expectation : expectations) {
            check(found.get(), expectation);
            check(functional, expectation);
        }
    }

    private static void check(Map<String, NdArray> outputs, String expectation) {
        String[] sides = expectation.split(" = ", -1);
        String name = sides[0].split("[\\[ ]", -1)[0];
        NdArray array = Objects.requireNonNull(outputs.get(name), name);
        List<Double> values =
                Stream.of(sides[1].split(" ", -1)).map(Double::parseDouble).toList();
        if (sides[0].contains("[")) {
            int index = Integer.parseInt(sides[0].replaceAll(".*\\[|\\].*", ""));
            assertThat(array.getDoubleAt(index)).as(expectation).isEqualTo(values.getFirst(), within(1e-5));
            return;
        }
        boolean all = sides[0].endsWith(" all");
        assertThat(all || values.size() == array.elements()).isTrue();
        for (int i = 0; i < array.elements(); i++) {
            assertThat(array.getDoubleAt(i))
                    .as(expectation + " at " + i)
                    .isEqualTo(values.get(all ? 0 : i), within(1e-5));
        }
    }

    private static KernelRun prepared(SourceFile source) {
        Diagnostics problems = new Diagnostics();
        ArgumentReader reader = new ArgumentReader(problems);
        reader.read(directive(source.text(), "args").orElse(""), Span.none());
        problems.throwIfErrors();
        List<Place> places = new ArrayList<>();
        for (int sip : numbers(source, "sips")) {
            for (int cube : numbers(source, "cubes")) {
                for (int pe : numbers(source, "pes")) {
                    places.add(new Place(sip, cube, pe));
                }
            }
        }
        Script script = Script.load(source, Optional.empty(), line -> {});
        Optional<Wiring> wiring = directive(source.text(), "wiring").map(name -> wiring(name, places));
        return KernelRun.of(script, MACHINE, places, reader.arguments(), wiring, Span.none());
    }

    private static List<Integer> numbers(SourceFile source, String name) {
        String[] ends = directive(source.text(), name).orElse("0").split("-", -1);
        int first = Integer.parseInt(ends[0]);
        return IntStream.rangeClosed(first, ends.length == 1 ? first : Integer.parseInt(ends[1]))
                .boxed()
                .toList();
    }

    private static Wiring wiring(String name, List<Place> places) {
        var topology = Registries.builtin().topologies().find(name, Span.none());
        if (name.equals("cube_mesh")) {
            List<Integer> sips = places.stream().map(Place::sip).distinct().toList();
            return topology.wire(
                    new Team("test", MACHINE, sips),
                    (machine, sip) ->
                            places.stream().filter(place -> place.sip() == sip).toList());
        }
        Team team = new Team(
                "test", MACHINE, IntStream.range(0, places.size()).boxed().toList());
        return topology.wire(team, (machine, rank) -> List.of(places.get(rank)));
    }

    @Test
    void thereAreTwentyOfThem() throws IOException {
        assertThat(kernels()).hasSizeGreaterThanOrEqualTo(20);
    }

    /// Entries that name modules: a file beside the ccl.yaml, a built-in kernel and a built-in entry.
    @ParameterizedTest
    @ValueSource(strings = {"shifted", "plain", "by_entry"})
    void modulesOfACclFile(String algorithm) {
        TextAlgorithms algorithms =
                TextAlgorithms.load(Optional.of(KERNELS.resolve("lab").resolve("ccl.yaml")), List.of(), line -> {});
        assertAllReduces(algorithms, algorithm, 40);
    }

    // Mistakes

    private static void assertFails(String text, String... parts) {
        assertThatThrownBy(() -> assertValues(new SourceFile("test.py", text)))
                .isInstanceOfSatisfying(
                        DiagnosticException.class,
                        e -> assertThat(e.diagnostics().getFirst() + " "
                                        + e.diagnostics().getFirst().notes())
                                .contains(parts));
    }

    @Test
    void whatNobodyKnowsIsAnErrorThatListsWhatIsKnown() {
        assertFails(
                """
                # args: x=ones:4:f32
                def kernel_args(world_size, weather):
                    return ()
                def kernel(x, tl):
                    pass
                """, "test.py:2:29", "TL-301", "asks for `weather`", "known are n_sips, num_sips, n_cubes", "sip_rank");
    }

    @Test
    void tooManyValues() {
        assertFails("""
            # args: x=ones:4:f32
            def kernel_args(world_size):
                return (1, 2)
            def kernel(x, n, tl):
                pass
            """, "TL-302", "2 values for 1 parameters", "after the tensor pointers: n");
    }

    @Test
    void kernelArgsMayRaise() {
        assertFails("""
            # args: x=ones:4:f32
            def kernel_args(world_size):
                raise ValueError("no")
            def kernel(x, tl):
                pass
            """, "test.py:3:5", "TL-215", "ValueError: no");
    }

    @Test
    void contentsForAnotherNumberOfSips() {
        assertFails("""
            # args: x=1/2:4x4:f32@spread
            # sips: 0-3
            def kernel(x, tl):
                pass
            """, "TL-404", "contents for 2 SIPs, but 4 take part");
    }

    @Test
    void moduleThatIsNotThere() {
        assertThatThrownBy(() -> Registries.builtin()
                        .algorithms()
                        .names()
                        .forEach(name -> sectile.dist.ccl.CclConfig.load(
                                        new SourceFile("ccl.yaml", "algorithms: { mine: { module: lab.ccl.rign } }"))
                                .resolved(entry -> Optional.empty(), new TreeMap<>(Map.of("ring", 1)).keySet())))
                .hasMessageContaining("DIST-318")
                .hasMessageContaining("did you mean `ring`?");
    }
}
