package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The critical path of every run adds up to its latency, split by cause, by resource and by line.
class WhyTest {
    private static final Pattern LATENCY = Pattern.compile("\"latency_ps\": ([0-9]+)");
    private static final Pattern PIECE = Pattern.compile("\"start_ps\": ([0-9]+),\\s*\"end_ps\": ([0-9]+)");
    private static final Pattern SHARE = Pattern.compile("\"ps\": ([0-9]+)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run allreduce --topology small --elements 5000",
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
                "run qkv --topology small"
            })
    void workloads(String line) {

        check(InProcess.sectile((line + " --json").split(" ", -1)));
    }

    static Stream<Path> examples() {
        return Stream.of("examples", "examples/host", "examples/kernels", "examples/tutorial")
                .flatMap(directory -> files(Checkout.root().resolve(directory)));
    }

    private static Stream<Path> files(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".py")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void examplesThatNeedNoArguments() {
        List<String> checked = new ArrayList<>();
        examples().forEach(file -> {
            Result result = InProcess.sectile(
                    "run", file.toString(), "--topology", "small", "--set", "system.sips.count=4", "--json");
            if (result.out().contains("\"latency_ps\"")) {
                check(result);
                checked.add(file.getFileName().toString());
            }
        });
        assertThat(checked).hasSizeGreaterThan(25);
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
