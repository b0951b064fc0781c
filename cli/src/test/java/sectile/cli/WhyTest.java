package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
import sectile.cli.command.Command;

/// The critical path of every run adds up to its latency, split by cause, by resource and by line, and what is not on
/// it
/// may be faster without a change.
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

    /// Settings of machines that have all of the default one; of the others some may be infinitely fast already.
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
        Set<String> onPath = SETTING.matcher(json.substring(json.indexOf("\"critical_path\"")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        boolean whole = json.contains("\"topology\": \"default\"") || json.contains("\"topology\": \"small\"");
        if (!whole) {
            return;
        }
        List<String> off = new ArrayList<>();
        for (int i = 0; i < FASTER.size() && off.size() < 4; i++) {
            String change = FASTER.get((i + Math.floorMod(line.hashCode(), FASTER.size())) % FASTER.size());
            if (onPath.stream().noneMatch(setting -> change.startsWith(setting + "."))) {
                off.add("--what-if");
                off.add(change);
            }
        }
        off.add("--json");
        String changed = run(line, off.toArray(String[]::new)).out();
        long latency = first(LATENCY, json);
        assertThat(LATENCY.matcher(changed.substring(changed.indexOf("\"what_if\"")))
                        .results()
                        .map(match -> Long.valueOf(match.group(1))))
                .as(off.toString())
                .hasSize(off.size() / 2)
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
