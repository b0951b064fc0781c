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
import sectile.compiler.passes.CollectCommGroups;
import sectile.interp.value.Bootstrap;
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
                wrong("no object", GOLDEN, "[]", "COMP-515: a manifest is an object, found a list"),
                wrong(
                        "a group",
                        "\"comm_groups\": [",
                        "\"comm_groups\": [7,",
                        "COMP-515: a group is an object, found the number `7`"),
                wrong(
                        "a slot",
                        "\"slots\": [",
                        "\"slots\": [\"x\",",
                        "COMP-515: a slot is an object, found the text `x`"),
                wrong(
                        "devices",
                        "\"devices\": []",
                        "\"devices\": \"all\"",
                        "COMP-515: `devices` is a list, found the text `all`"),
                wrong(
                        "a device",
                        "        2\n",
                        "        \"2\"\n",
                        "COMP-515: `a device` is an integer, found the text `2`"),
                wrong(
                        "a fraction",
                        "        2\n",
                        "        2.5\n",
                        "COMP-515: `a device` is an integer, found the number `2.5`"),
                wrong(
                        "a negative device",
                        "        2\n",
                        "        -2\n",
                        "COMP-515: devices are distinct numbers from 0, found -2"),
                wrong(
                        "a name",
                        "\"name\": \"data\"",
                        "\"name\": 3",
                        "COMP-515: `name` is a text, found the number `3`"),
                wrong("no name", "\"name\": \"data\",", "", "COMP-515: `name` is missing"),
                wrong("no size", "\"size\": 100,", "", "COMP-515: `size` is missing"),
                wrong("no dtype", "\"dtype\": \"FP16\",", "", "COMP-515: `dtype` is missing"),
                wrong("no bits", "\"bits_per_element\": 16,", "", "COMP-515: `bits_per_element` is missing"),
                wrong("no slots", "\"slots\": [", "\"slot\": [", "COMP-515: `slots` is missing"),
                wrong("no devices", "\"devices\": []", "\"device\": []", "COMP-515: `devices` is missing"),
                wrong("no groups", "\"comm_groups\"", "\"groups\"", "COMP-515: `comm_groups` is missing"),
                wrong(
                        "a list for a size",
                        "\"size\": 100",
                        "\"size\": [100]",
                        "COMP-511: the size of the window `data` is not constant: a list"),
                wrong(
                        "half an element",
                        "\"size\": 100",
                        "\"size\": 1.5",
                        "COMP-515: `size` is an integer, found the number `1.5`"),
                wrong(
                        "too large",
                        "\"size\": 100",
                        "\"size\": 9223372036854775807",
                        "COMP-515: a size is a number of elements, found 9223372036854775807"),
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

    @Test
    void windowsThatCannotBeCounted() {
        String slot = GOLDEN.substring(GOLDEN.indexOf("        {\n"), GOLDEN.indexOf("        },\n"));
        var slots = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            slots.append(slot.replace("\"data\"", "\"w" + i + "\"").replace("100", "" + Long.MAX_VALUE / 128))
                    .append("        },\n");
        }
        String json = GOLDEN.replace(slot + "        },\n", slots);
        assertThatThrownBy(() -> parse(json))
                .hasMessageContaining("COMP-515")
                .hasMessageContaining("the windows of a group take more bytes than 64 bits can count");
    }

    /// From the text: a group of two devices, a group of one with 4-bit elements, and a window for all.
    @Test
    void groupsOfAProgram() {
        Program source = PassCase.program("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, w: pl.InOut[pld.DistributedTensor[[3, 3], pl.FP16]]):
                    t = pl.load(w, [0, 0], [3, 3])
                    w1 = pl.store(t, [0, 0], w)
                    return w1

                @pl.function(type=pl.FunctionType.InCore)
                def j(self, w: pl.InOut[pld.DistributedTensor[[3, 3], pl.INT4]]):
                    t = pl.load(w, [0, 0], [3, 3])
                    w1 = pl.store(t, [0, 0], w)
                    return w1

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self):
                    a = pld.alloc_window_buffer([3, 3], dtype=pl.FP16)
                    b = pld.alloc_window_buffer([3, 3], dtype=pl.INT4)
                    c = pld.alloc_window_buffer([3, 3], dtype=pl.FP16)
                    v = pld.window(a, [3, 3], dtype=pl.FP16)
                    w = pld.window(b, [3, 3], dtype=pl.INT4)
                    u = pld.window(c, [3, 3], dtype=pl.FP16)
                    for r in pl.range(1, 4, 2):
                        self.k(v, device=r)
                    self.j(w, device=2)
                    for q in pl.range(pld.world_size()):
                        self.k(u, device=q)
                """);
        Program grouped = PassCase.of(new CollectCommGroups()).given(source).result();
        CommManifest manifest = CommManifest.of(grouped).orElseThrow();
        assertThat(manifest.toJson().replaceAll("\\s", "")).isEqualTo("""
                        {"comm_groups":[{"devices":[1,3],"slots":[{"bits_per_element":16,"dtype":"FP16",
                        "load_from_host":false,"name":"a","size":9,"store_to_host":false}]},
                        {"devices":[2],"slots":[{"bits_per_element":4,"dtype":"INT4",
                        "load_from_host":false,"name":"b","size":10,"store_to_host":false}]},
                        {"devices":[],"slots":[{"bits_per_element":16,"dtype":"FP16",
                        "load_from_host":false,"name":"c","size":9,"store_to_host":false}]}],"version":2}
                        """.replaceAll("\\s", ""));
        var configs = parse(manifest.toJson()).bootstrap(List.of(0, 1, 2, 3));
        assertThat(configs.values())
                .extracting(List::size)
                .as("groups of each device")
                .containsExactly(1, 2, 2, 2);
        assertThat(configs.get(3))
                .extracting(b -> b.group() + ": " + b.rank() + " of " + b.ranks() + ", " + b.windowSize() + " bytes")
                .containsExactly("0: 1 of 2, 18 bytes", "2: 3 of 4, 18 bytes");
        assertThat(configs.get(2)).extracting(Bootstrap::windowSize).containsExactly(5L, 18L);
    }
}
