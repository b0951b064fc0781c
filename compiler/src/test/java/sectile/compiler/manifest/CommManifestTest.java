package sectile.compiler.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.compiler.PassCase;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.ir.build.ProgramBuilder;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Origin;
import sectile.ir.symbol.DataType;

class CommManifestTest {
    private static Program program(String groups) {
        return PassCase.program("comm_groups = [" + groups + "]\n\n@pl.function\ndef f(self):\n    n = 1\n");
    }

    private static final String TWO =
            "pld.CommGroup(devices=[0, 2], slots=[pld.WindowBuffer(\"data\", 100, dtype=pl.FP16),"
                    + " pld.WindowBuffer(\"bits\", 7, dtype=pl.INT4, load_from_host=True)]),"
                    + " pld.CommGroup(devices=[], slots=[pld.WindowBuffer(\"signal\", 4, dtype=pl.INT32, store_to_host=True)])";

    /// Sorted keys, two spaces, a newline at the end: as Python's `json.dumps(…, indent=2, sort_keys=True)`.
    private static final String GOLDEN = """
            {
              "comm_groups": [
                {
                  "devices": [
                    0,
                    2
                  ],
                  "slots": [
                    {
                      "bits_per_element": 16,
                      "dtype": "FP16",
                      "load_from_host": false,
                      "name": "data",
                      "size": 100,
                      "store_to_host": false
                    },
                    {
                      "bits_per_element": 4,
                      "dtype": "INT4",
                      "load_from_host": true,
                      "name": "bits",
                      "size": 7,
                      "store_to_host": false
                    }
                  ]
                },
                {
                  "devices": [],
                  "slots": [
                    {
                      "bits_per_element": 32,
                      "dtype": "INT32",
                      "load_from_host": false,
                      "name": "signal",
                      "size": 4,
                      "store_to_host": true
                    }
                  ]
                }
              ],
              "version": 2
            }
            """;

    private static CommManifest parse(String json) {
        return CommManifest.parse(new SourceFile("comm_manifest.json", json));
    }

    @Test
    void golden() {
        assertThat(CommManifest.of(program(TWO)).orElseThrow().toJson()).isEqualTo(GOLDEN);
        assertThat(parse(GOLDEN).toJson()).isEqualTo(GOLDEN);
    }

    @Test
    void aProgramWithoutGroupsHasNone() {
        assertThat(CommManifest.of(program(""))).isEmpty();
    }

    @Test
    void everyDeviceGetsWhatItSetsUp() {
        var configs = parse(GOLDEN).bootstrap(List.of(0, 1, 2));
        var data = new Bootstrap.Buffer("data", "FP16", 100, 0, 200, false, false);
        var bits = new Bootstrap.Buffer("bits", "INT4", 7, 200, 4, true, false);
        var signal = new Bootstrap.Buffer("signal", "INT32", 4, 0, 16, false, true);
        assertThat(configs)
                .containsEntry(
                        0,
                        List.of(
                                new Bootstrap(0, 0, 2, 204, List.of(data, bits)),
                                new Bootstrap(1, 0, 3, 16, List.of(signal))))
                .containsEntry(1, List.of(new Bootstrap(1, 1, 3, 16, List.of(signal))))
                .containsEntry(
                        2,
                        List.of(
                                new Bootstrap(0, 1, 2, 204, List.of(data, bits)),
                                new Bootstrap(1, 2, 3, 16, List.of(signal))));
    }

    @Test
    void aDeviceInNoGroupGetsAnEmptyConfig() {
        String one = CommManifest.of(program("pld.CommGroup(devices=[1], slots=[pld.WindowBuffer(\"w\", 4)])"))
                .orElseThrow()
                .toJson();
        assertThat(parse(one).bootstrap(List.of(0, 1)).get(0)).isEmpty();
    }

    private static DynamicTest wrong(String what, String replaced, String by, String message) {
        return DynamicTest.dynamicTest(what, () -> {
            assertThat(GOLDEN).contains(replaced);
            String json = GOLDEN.replaceFirst(java.util.regex.Pattern.quote(replaced), by);
            assertThatThrownBy(() -> parse(json).bootstrap(List.of(0, 1, 2)))
                    .isInstanceOf(DiagnosticException.class)
                    .satisfies(e -> {
                        Diagnostic found =
                                ((DiagnosticException) e).diagnostics().getFirst();
                        assertThat(found.code() + ": " + found.message()).isEqualTo(message);
                        assertThat(found.span().isNone()).isFalse();
                    });
        });
    }

    @TestFactory
    Stream<DynamicTest> wrongManifests() {
        return Stream.of(
                wrong(
                        "version",
                        "\"version\": 2",
                        "\"version\": 3",
                        "COMP-514: this is a manifest of version 3, expected 2"),
                wrong("no version", ",\n  \"version\": 2", "", "COMP-515: `version` is missing"),
                wrong("dtype", "\"FP16\"", "\"FP12\"", "COMP-516: there is no element type `FP12`"),
                wrong("bits", "element\": 16", "element\": 15", "COMP-515: an element of FP16 has 16 bits, found 15"),
                wrong(
                        "size",
                        "\"size\": 100",
                        "\"size\": \"n * 4\"",
                        "COMP-511: the size of the window `data` is not constant: n * 4"),
                wrong(
                        "negative size",
                        "\"size\": 100",
                        "\"size\": -1",
                        "COMP-515: a size is a number of elements, found -1"),
                wrong(
                        "unknown device",
                        "        2\n",
                        "        5\n",
                        "COMP-512: group 0 needs device 5, the run has devices [0, 1, 2]"),
                wrong(
                        "device twice",
                        "        2\n",
                        "        0\n",
                        "COMP-515: devices are distinct numbers from 0, found 0"),
                wrong("slot twice", "\"bits\"", "\"data\"", "COMP-515: two slots are named `data`"),
                wrong(
                        "groups",
                        "\"comm_groups\": [",
                        "\"comm_groups\": 3, \"x\": [",
                        "COMP-515: `comm_groups` is a list, found the number `3`"),
                wrong(
                        "truth",
                        "\"load_from_host\": true",
                        "\"load_from_host\": 1",
                        "COMP-515: `load_from_host` is true or false, found the number `1`"));
    }

    @Test
    void truncated() {
        for (int end = 0; end < GOLDEN.length() - 2; end += 7) {
            String part = GOLDEN.substring(0, end);
            assertThatThrownBy(() -> parse(part)).isInstanceOf(DiagnosticException.class);
        }
    }

    @Test
    void aSizeThatIsNotConstant() {
        Program program = ProgramBuilder.unverified(
                "P",
                p -> p.commGroup(
                        List.of(), new WindowBuffer("w", Dim.of("N"), DataType.FP32, false, false, Origin.none())));
        assertThatThrownBy(() -> CommManifest.of(program))
                .hasMessageContaining("the size of the window `w` is not constant: N");
    }

    @Test
    void anEntryThatNeedsContextsFailsBeforeItIsLaunched() {
        Program program = PassCase.program("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                    s = pld.tensor.barrier(s)
                    return s

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self):
                    a = pld.alloc_window_buffer(16)
                    s = pld.window(a, [4, 1], dtype=pl.INT32)
                    for r in pl.range(2):
                        self.k(s, device=r)
                """);
        assertThatThrownBy(() -> CommManifest.require(program, program.function("host"), Optional.empty()))
                .hasMessageContaining(
                        "`host` needs communication contexts, but there is no orchestration/comm_manifest.json");
        CommManifest.require(program, program.function("host"), Optional.of(parse(GOLDEN)));
    }
}
