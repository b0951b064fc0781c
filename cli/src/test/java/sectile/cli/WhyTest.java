package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.cli.command.Command;

/// The critical path of every run adds up to its latency, split by cause, by resource and by line, and what is not on
/// it may be faster without a change.
class WhyTest {
    private static final Pattern LATENCY = Pattern.compile("\"latency_ps\": ([0-9]+)");
    private static final Pattern PIECE = Pattern.compile("\"start_ps\": ([0-9]+),\\s*\"end_ps\": ([0-9]+)");
    private static final Pattern SHARE = Pattern.compile("\"ps\": ([0-9]+)");
    private static final Pattern SETTING = Pattern.compile("\"setting\": \"([^\"]+)\"");
    /// How the comment at the head of an example says to run it.
    private static final Pattern COMMAND = Pattern.compile("(?m)^sectile (run (?:[^\\\\\n]|\\\\\n)+)$");

    private static final List<String> WORKLOADS = List.of(
            "run",
            "run allreduce --topology small --elements 5000",
            "run allreduce --topology flat --elements 5000 --algorithm ring_both_ways --no-data",
            "run allreduce --topology torus --elements 500 --algorithm torus --no-data",
            "run allreduce --topology examples/dgx1.xml --elements 4096 --algorithm best --no-data",
            "run allgather --topology small --elements 300 --no-data",
            "run alltoall --topology torus --elements 320",
            "run barrier --topology small",
            "run reducescatter --topology small --elements 320",
            "run broadcast --topology torus --elements 320 --no-data",
            "run reduce --topology small --elements 320",
            "run sendrecv --topology small",
            "run mlp --topology small",
            "run block --topology small --no-data",
            "run hello-ring --topology small --no-data",
            "run copy --topology small",
            "run gemm --topology small --m 64 --n 64 --k 64",
            "run qkv --topology small --tokens 8 --width 64 --tile-n 16 --tile-k 16");

    /// What is no program by itself, but called by others or by Java.
    private static final Set<String> PARTS =
            Set.of("examples/collectives", "examples/java", "examples/junit", "examples/host/pass_right.py");

    /// What examples need besides their name.
    private static final Map<String, String> NEEDED = Map.ofEntries(
            Map.entry("activations", "--entry swiglu_main"),
            Map.entry("barrier", "--ranks 4"),
            Map.entry("down_projection", "--entry flexible --set blocks=2"),
            Map.entry("dynamic_valid", "--set M=8"),
            Map.entry("norms", "--entry layer_norm"),
            Map.entry("paged_attention", "--set used=3 --input table=zeros"),
            Map.entry("put_get_ring", "--ranks 4"),
            Map.entry("remote_access", "--ranks 4"),
            Map.entry("scalar_ops", "--set scale=2 --input table=arange"),
            Map.entry("two_groups", "--ranks 4"),
            Map.entry("window_buffer", "--ranks 2"));

    /// Settings of machines whose parts take time.
    private static final List<String> FASTER = List.of(
            "system.components.switch.attrs.overhead_ns=0.5x",
            "system.links.switch_sip.bandwidth_gbs=2x",
            "sip.components.io.attrs.overhead_ns=0.5x",
            "sip.links.ucie.latency_ns=0.5x",
            "cube.components.sram.attrs.overhead_ns=0.5x",
            "cube.links.sram_noc.bandwidth_gbs=2x",
            "cube.links.hbm_noc.bandwidth_gbs=2x",
            "pe.components.pe_gemm.attrs.clock_ghz=2x",
            "pe.components.pe_math.attrs.clock_ghz=2x",
            "pe.components.pe_ipcq.attrs.overhead_ns=0.5x",
            "pe.components.pe_mmu.attrs.overhead_ns=0.5x",
            "pe.components.tcm.attrs.overhead_ns=0.5x");

    /// What the machines below have no time for unless it is set: of each the value of the default machine.
    private static final List<String> FINITE = List.of(
            "system.components.host.attrs.overhead_ns=200",
            "system.components.switch.attrs.overhead_ns=50",
            "system.links.switch_sip={ bandwidth_gbs: 64, latency_ns: 100 }",
            "sip.components.io.attrs.overhead_ns=20",
            "sip.links.ucie={ bandwidth_gbs: 512, latency_ns: 8 }",
            "cube.components.hbm.attrs.overhead_ns=40",
            "cube.components.sram.attrs.overhead_ns=5",
            "cube.links.sram_noc.bandwidth_gbs=512",
            "cube.links.hbm_noc.bandwidth_gbs=1024",
            "cube.links.pe_noc.bandwidth_gbs=256",
            "pe.components.scheduler.attrs.overhead_ns=4",
            "pe.components.pe_dma.attrs={ overhead_ns: 10, bandwidth_gbs: 256 }",
            "pe.components.pe_gemm.attrs.clock_ghz=1.6",
            "pe.components.pe_math.attrs.clock_ghz=1.6",
            "pe.components.pe_ipcq.attrs.overhead_ns=5",
            "pe.components.pe_mmu.attrs.overhead_ns=6",
            "pe.components.tcm.attrs.overhead_ns=2");

    /// Links between SIPs, such as `sip3.W->sip2`.
    private static final Pattern LINK = Pattern.compile("\"name\": \"sip([0-9]+)(?:\\.[A-Z]+)?->sip([0-9]+)\"");

    private static final Pattern OWN_SPEED =
            Pattern.compile("\\{ between: \\[([0-9]+), ([0-9]+)\\], bandwidth_gbs: ([0-9.]+) \\}");
    private static final Pattern USUAL_SPEED = Pattern.compile("sip_sip: \\{ bandwidth_gbs: ([0-9.]+)");

    static Stream<String> runs() throws IOException {
        return Stream.concat(WORKLOADS.stream(), examples().stream().map(WhyTest::command));
    }

    /// Every file under `examples` that can be run.
    private static List<String> examples() throws IOException {
        Path root = Checkout.root();
        try (Stream<Path> files = Files.walk(root.resolve("examples"))) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".py") || name.startsWith("examples/algorithms/"))
                    .filter(name -> PARTS.stream().noneMatch(part -> name.startsWith(part)))
                    .sorted()
                    .toList();
        }
    }

    private static String command(String example) {
        Matcher matcher = COMMAND.matcher(Checkout.read(example));
        if (matcher.find()) {
            return matcher.group(1).replaceAll("\\\\\n\\s*", "");
        }
        String name = example.substring(example.lastIndexOf('/') + 1, example.lastIndexOf('.'));
        String needed = NEEDED.getOrDefault(example.equals("examples/" + name + ".py") ? name : "", "");
        return ("run " + example + " --topology small --set system.sips.count=4 " + needed).strip();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void piecesAddUpAndTheRestMayBeFaster(String line) {
        Result result = run(line, "--json");
        check(result);
        String json = result.out();
        boolean whole = json.contains("\"topology\": \"default\"") || json.contains("\"topology\": \"small\"");
        if (whole) {
            theRestMayBeFaster(line, json);
        }
    }

    /// Machines without a switch, and one from a file of NCCL, if their parts take time.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run allreduce --topology flat --elements 500 --algorithm ring",
                "run alltoall --topology flat --elements 320 --no-data",
                "run gemm --topology flat --m 64 --n 64 --k 64",
                "run allreduce --topology torus --elements 500 --algorithm torus",
                "run reducescatter --topology torus --elements 320 --no-data",
                "run mlp --topology torus",
                "run allgather --topology torus --elements 320 --set system.sips.topology=mesh_2d_no_wrap",
                "run broadcast --topology torus --elements 320 --set system.sips.topology=mesh_2d_no_wrap --no-data",
                "run allreduce --topology examples/dgx1.xml --elements 4096 --algorithm tree",
                "run alltoall --topology examples/dgx1.xml --elements 4096 --no-data"
            })
    void theRestMayBeFasterWithoutASwitch(String line) {
        List<String> words = new ArrayList<>();
        FINITE.forEach(setting -> words.addAll(List.of("--set", setting)));
        words.add("--json");
        Result result = run(line, words.toArray(String[]::new));
        check(result);
        theRestMayBeFaster(line, result.out(), words.subList(0, words.size() - 1));
    }

    /// Algorithms whose messages have no other way to go when a link is faster. Those links that are not on the path
    /// may be twice as fast.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run allreduce --topology flat --elements 5000 --algorithm tree --no-data",
                "run allreduce --topology flat --elements 5000 --algorithm halving_doubling --no-data",
                "run allreduce --topology torus --elements 500 --algorithm torus --no-data",
                "run allgather --topology torus --elements 500 --no-data",
                "run allreduce --topology torus --elements 500 --algorithm torus --set"
                        + " system.sips.topology=mesh_2d_no_wrap --no-data",
                "run allreduce --topology examples/dgx1.xml --elements 4096 --algorithm ring --no-data",
                "run allreduce --topology examples/dgx1.xml --elements 4096 --algorithm tree --no-data",
                "run broadcast --topology examples/dgx1.xml --elements 4096 --no-data"
            })
    void linksThatAreNotOnThePathMayBeFaster(String line) {
        String json = run(line, "--json").out();
        int path = json.indexOf("\"critical_path\"");
        Set<List<Integer>> off = new LinkedHashSet<>(pairs(json.substring(json.indexOf("\"links\""), path)));
        off.removeAll(pairs(json.substring(path)));
        assertThat(off).isNotEmpty();
        String topology = line.replaceAll(".* --topology ([^ ]+).*", "$1");
        String machine = run("topology show " + topology + " --yaml").out();
        Map<List<Integer>, Double> own = new LinkedHashMap<>();
        OWN_SPEED
                .matcher(machine)
                .results()
                .forEach(match -> own.put(pair(match.group(1), match.group(2)), Double.valueOf(match.group(3))));
        Matcher usual = USUAL_SPEED.matcher(machine);
        assertThat(usual.find()).isTrue();
        List<String> changes = new ArrayList<>();
        for (List<Integer> each : off) {
            Map<List<Integer>, Double> changed = new LinkedHashMap<>(own);
            changed.put(each, 2 * own.getOrDefault(each, Double.valueOf(usual.group(1))));
            changes.add("--what-if");
            changes.add(changed.entrySet().stream()
                    .map(entry -> "{ between: " + entry.getKey() + ", bandwidth_gbs: " + entry.getValue() + " }")
                    .collect(Collectors.joining(", ", "system.links.different=[", "]")));
        }
        unchanged(line, json, changes);
    }

    /// The SIPs that links join.
    private static Set<List<Integer>> pairs(String json) {
        return LINK.matcher(json)
                .results()
                .map(match -> pair(match.group(1), match.group(2)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static List<Integer> pair(String a, String b) {
        return Stream.of(a, b).map(Integer::valueOf).sorted().toList();
    }

    private static void theRestMayBeFaster(String line, String json) {
        theRestMayBeFaster(line, json, List.of());
    }

    private static void theRestMayBeFaster(String line, String json, List<String> settings) {
        Set<String> onPath = SETTING.matcher(json.substring(json.indexOf("\"critical_path\"")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        List<String> off = new ArrayList<>();
        for (int i = 0; i < FASTER.size() && off.size() < 4; i++) {
            String change = FASTER.get((i + Math.floorMod(line.hashCode(), FASTER.size())) % FASTER.size());
            if (onPath.stream().noneMatch(setting -> change.startsWith(setting + "."))) {
                off.add("--what-if");
                off.add(change);
            }
        }
        assertThat(off).isNotEmpty();
        off.addAll(settings);
        unchanged(line, json, off);
    }

    /// With none of the changes the run takes another time.
    ///
    /// @param words options `--what-if` and others
    private static void unchanged(String line, String json, List<String> words) {
        List<String> off = new ArrayList<>(words);
        off.add("--json");
        Result result = run(line, off.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isLessThanOrEqualTo(1);
        String changed = result.out();
        long latency = first(LATENCY, json);
        assertThat(LATENCY.matcher(changed.substring(changed.indexOf("\"what_if\"")))
                        .results()
                        .map(match -> Long.valueOf(match.group(1))))
                .as(off.toString())
                .hasSize(Collections.frequency(off, "--what-if"))
                .containsOnly(latency);
    }

    @Test
    void everyWorkloadIsAmongThem() {
        assertThat(Verbs.standard().listed().stream()
                        .map(Command::name)
                        .filter(name -> name.startsWith("run ") && Character.isLowerCase(name.charAt(4))))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(WORKLOADS)
                        .anySatisfy(line -> assertThat(line).startsWith(name)));
    }

    private static Result run(String line, String... more) {
        List<String> words = new ArrayList<>();
        for (String word : line.split(" ", -1)) {
            words.add(
                    word.startsWith("examples/") ? Checkout.root().resolve(word).toString() : word);
        }
        words.addAll(List.of(more));
        return InProcess.sectile(words.toArray(String[]::new));
    }

    private static void check(Result result) {
        assertThat(result.exitCode()).as(result.err()).isLessThanOrEqualTo(1);
        String json = result.out();
        long latency = first(LATENCY, json);
        String path = json.substring(json.indexOf("\"critical_path\""));
        assertThat(first(LATENCY, path)).isEqualTo(latency);
        assertThat(path).doesNotContain("\"unknown\"");
        if (latency > 0) {
            assertThat(path).contains("of the latency is");
        }
        for (String split : List.of("causes", "resources", "lines")) {
            String part = path.substring(path.indexOf('"' + split + '"'));
            assertThat(sum(part.substring(0, part.indexOf(']')))).as(split).isEqualTo(latency);
        }
        Matcher pieces = PIECE.matcher(path);
        long total = 0;
        long at = -1;
        while (pieces.find()) {
            assertThat(Long.parseLong(pieces.group(1))).isGreaterThanOrEqualTo(at);
            at = Long.parseLong(pieces.group(2));
            total += at - Long.parseLong(pieces.group(1));
        }
        assertThat(total).isEqualTo(latency);
    }

    private static long first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    private static long sum(String text) {
        return SHARE.matcher(text)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }

    @Test
    void autoTriesWhatIsOnThePathAndNothingElseSavesTime() {
        String[] run = {"run", "allreduce", "--topology", "small", "--elements", "5000", "--json"};
        String[] auto = Arrays.copyOf(run, run.length + 2);
        auto[run.length] = "--what-if";
        auto[run.length + 1] = "auto";
        String json = InProcess.sectile(auto).out();
        long latency = first(LATENCY, json);
        for (String off : List.of(
                "pe.components.pe_gemm.attrs.clock_ghz=100",
                "cube.components.sram.attrs.overhead_ns=0",
                "cube.links.sram_noc.bandwidth_gbs=inf",
                "pe.components.pe_mmu.attrs.overhead_ns=0")) {
            assertThat(json).doesNotContain(off.substring(0, off.indexOf('=')));
            String[] changed = Arrays.copyOf(run, run.length + 2);
            changed[run.length] = "--set";
            changed[run.length + 1] = off;
            assertThat(first(LATENCY, InProcess.sectile(changed).out())).as(off).isEqualTo(latency);
        }
        assertThat(json).contains("pe.components.pe_dma.attrs");
    }
}
