package sectile.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import sectile.base.diag.SourceFile;
import sectile.check.Counterexample;

/// Runs [Samples] with the launcher of JUnit, as a build does.
class TileTestTest {
    @TempDir
    Path output;

    /// What came of each test, by method and display name; an empty text for one that passed.
    private Map<String, String> run(Class<?> samples) {
        Map<String, String> results = new TreeMap<>();
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(samples))
                .configurationParameter("junit.platform.reporting.output.dir", output.toString())
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest() || result.getThrowable().isPresent()) {
                    String method = test.getUniqueId().replaceAll(".*\\[test-template:(\\w+)\\(.*", "$1");
                    results.put(
                            method + ": " + test.getDisplayName(),
                            result.getThrowable().map(Throwable::toString).orElse(""));
                }
            }
        });
        return results;
    }

    @Test
    void rightProgramsPass() {
        assertThat(run(Samples.Passing.class))
                .hasSize(10)
                .allSatisfy((name, result) -> assertThat(result).as(name).isEmpty())
                .containsKeys(
                        "proved: announced.py on 2 ranks",
                        "proved: announced.py on 3 ranks",
                        "verifyChoosesTheRanks: announced.py",
                        "aKernel: hello_ring.py on 2 ranks",
                        "anAlgorithm: allreduce_ring.xml");
    }

    @Test
    void mistakesFailWithTheirLinesAndHowToReplayThem() throws Exception {
        Map<String, String> results = run(Samples.Failing.class);
        assertThat(results).hasSize(5);
        assertThat(results.get("noProof: announced.py on 2 ranks"))
                .contains("AssertionError: this is not a proof: k on 2 ranks: not found (strong order, 3 drawn orders");
        assertThat(results.get("noMistake: announced.py on 2 ranks"))
                .contains("expected a mistake, but there is none: k on 2 ranks: proved");
        assertThat(results.get("ownAssertion: announced.py on 2 ranks")).contains("expected: 5");
        for (int ranks : List.of(2, 3)) {
            String mistake = results.get("mistake: announced_too_early.py on " + ranks + " ranks");
            assertThat(mistake)
                    .contains(
                            "AssertionError: there is a mistake: k on " + ranks
                                    + " ranks: found, 1 finding (silicon order",
                            "error[CHECK-105]: this signal of rank 0, k may overtake what line",
                            "announced_too_early.py:",
                            "pld.system.notify(",
                            "put pld.system.fence() between line",
                            "announced_too_early.py --ranks " + ranks + " --order silicon");
            Matcher replay = Pattern.compile("sectile replay '(.+)' --step").matcher(mistake);
            assertThat(replay.find()).isTrue();
            Path file = Path.of(replay.group(1));
            assertThat(file).startsWith(output);
            Counterexample saved = Counterexample.parse(new SourceFile(file.toString(), Files.readString(file)));
            assertThat(saved.ranks()).isEqualTo(ranks);
            assertThat(saved.words()).contains("--order", "silicon");
        }
    }

    @Test
    void whatIsWrongWithAnAnnotationIsExplained() {
        Map<String, String> results = run(Samples.Misconfigured.class);
        assertThat(results).hasSize(7);
        assertThat(results.get("absent: absent.py"))
                .contains("ExtensionConfigurationException: @TileTest: `absent.py` is neither a resource of "
                        + Samples.Misconfigured.class.getName() + " nor the file ");
        assertThat(results.get("bothSearches: announced.py")).contains("CLI-147", "exclude each other");
        assertThat(results.get("noRanks: announced.py on 0 ranks")).contains("CLI-104", "`--ranks` cannot be `0`");
        assertThat(results.get("noSuchEntry: announced.py")).contains("`kk`");
        assertThat(results.get("noSuchOption: announced.py")).contains("CLI-102", "has no option `--rank`", "--ranks");
        assertThat(results.get("notAProgram: package-info.class")).contains("cannot be run");
        assertThat(results.get("otherParameter: announced.py")).contains("No ParameterResolver registered");
    }

    /// The build in examples/junit, without Maven.
    @Test
    void theExamplePasses() throws Exception {
        Path example = Path.of("../examples/junit/src/test");
        Path classes = Files.createDirectory(output.resolve("classes"));
        var messages = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        messages,
                        messages,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        example.resolve("java/ring/RingTest.java").toString());
        assertThat(status).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        for (String program : List.of("ring/ring.py", "ring/ring_without_fence.py")) {
            Files.copy(example.resolve("resources").resolve(program), classes.resolve(program));
        }
        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            assertThat(run(loader.loadClass("ring.RingTest")))
                    .containsExactly(
                            Map.entry("isRightOnHardware: ring.py on 2 ranks", ""),
                            Map.entry("isRightOnHardware: ring.py on 3 ranks", ""),
                            Map.entry("lacksAFence: ring_without_fence.py on 2 ranks", ""),
                            Map.entry("needsNoFenceInStrongOrder: ring_without_fence.py on 2 ranks", ""),
                            Map.entry("needsNoFenceInStrongOrder: ring_without_fence.py on 3 ranks", ""));
        }
    }

    @Test
    void aResultIsNotKnownBeforeTheTest() {
        assertThat(run(Samples.TooEarly.class).values())
                .singleElement()
                .asString()
                .contains("known to the test method only");
    }
}
