package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.yaml.Yaml;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.ComponentRegistry;

final class TopologiesTest {
    @Test
    void aFileGivesOnlyWhatDiffers() {
        Topology machine = read("""
                extends: default
                system: { sips: { count: 6, topology: mesh_2d_no_wrap, shape: { w: 3, h: 2 } } }
                cube:
                  pe_layout: { corners: [SE] }
                  memory_map: { sram: 1048576 }
                """);
        assertThat(machine.name()).isEqualTo("my.yaml");
        assertThat(machine.sipGrid()).isEqualTo(new SipGrid(SipTopology.MESH_2D_NO_WRAP, 3, 2));
        assertThat(machine.pesPerCube()).isEqualTo(2);
        assertThat(machine.memoryMap()).isEqualTo(new MemoryMap(48L << 30, 1 << 20, 16 << 20, 4 << 20));
        assertThat(machine.links()).isEqualTo(Topologies.preset("default").links());
    }

    @Test
    void aWholeFileNeedsNoPreset() {
        String whole = Topologies.presetSource("default").text();
        var renamed = read(whole);
        assertThat(renamed.components()).isEqualTo(Topologies.preset("default").components());
        assertThat(renamed.sipGrid()).isEqualTo(Topologies.preset("default").sipGrid());
    }

    @Test
    void latencyReplacesDistanceAndTheOtherWayRound() {
        assertThat(read("extends: default\ncube: { links: { pe_noc: { latency_ns: 7 } } }")
                        .link(LinkKind.PE_NOC)
                        .latencyPs())
                .isEqualTo(7000);
        assertThat(read("extends: default\nsip: { links: { ucie: { distance_mm: 2.5, ns_per_mm: 0.2 } } }")
                        .link(LinkKind.UCIE)
                        .latencyPs())
                .isEqualTo(500);
        assertThat(Topologies.preset("default", List.of("cube.links.pe_noc.latency_ns=7"))
                        .link(LinkKind.PE_NOC)
                        .latencyPs())
                .isEqualTo(7000);
        assertThat(Topologies.preset("default", List.of("sip.links.ucie.distance_mm=3", "sip.links.ucie.ns_per_mm=0.1"))
                        .link(LinkKind.UCIE)
                        .latencyPs())
                .isEqualTo(300);
    }

    @Test
    void anotherImplementationDropsTheAttributesOfTheOldOne() {
        Topology machine = read("""
                extends: default
                system: { components: { switch: { impl: acme.slow_switch, attrs: { ports: 4, port_ns: 1.5 } } } }
                """);
        assertThat(machine.node(ComponentKind.SWITCH).overheadPs()).isEqualTo(6000);
        assertThat(machine.component(ComponentKind.SWITCH).impl()).isEqualTo("acme.slow_switch");
        Topology set = Topologies.preset(
                "default",
                List.of(
                        "system.components.switch.impl=acme.slow_switch",
                        "system.components.switch.attrs.ports=4",
                        "system.components.switch.attrs.port_ns=1.5",
                        "system.components.switch.attrs.fast=true"));
        assertThat(set.node(ComponentKind.SWITCH).overheadPs()).isEqualTo(3000);
        // Naming the same one again keeps them.
        assertThat(Topologies.preset("default", List.of("system.components.switch.impl=builtin.switch")))
                .isEqualTo(Topologies.preset("default"));
    }

    @Test
    void aUsersEngineTakesPartWithItsDefaults() {
        Topology machine = read("""
                extends: default
                pe: { components: { pe_gemm: { impl: acme.tensor_core, attrs: { clock_ghz: 1, shape: wide } } } }
                """);
        assertThat(machine.gemm().picoseconds(8, 8, 8, DType.F16)).isEqualTo(8000);
        assertThat(machine.component(ComponentKind.PE_GEMM).attributes().count("fragments"))
                .isEqualTo(64);
    }

    @Test
    void withoutTheClassPathThereAreOnlyBuiltins() {
        var problems = new Diagnostics();
        var source =
                new SourceFile("my.yaml", "extends: default\nsip: { components: { io: { impl: acme.throwing } } }");
        assertThat(Topologies.load(source, List.of(), ComponentRegistry.builtins(), problems))
                .isEmpty();
        assertThat(problems.all())
                .singleElement()
                .satisfies(problem -> assertThat(problem.code()).isEqualTo("TOP-140"));
    }

    @Test
    void twoComponentsOfOneNameAreRefused() {
        List<UserComponents.SlowSwitch> twice =
                List.of(new UserComponents.SlowSwitch(), new UserComponents.SlowSwitch());
        assertThatThrownBy(() -> ComponentRegistry.of(twice))
                .hasMessageContaining("two components are named acme.slow_switch");
    }

    @Test
    void settingsComeLastAndTheLastOneWins() {
        Topology machine = Topologies.preset(
                "small",
                List.of(
                        "system.sips={count: 4, topology: torus_2d, join: direct}",
                        "cube.pe_layout.corners=[NW, NE]",
                        "cube.pe_layout.corners[1]=SW",
                        "sip.io_cube=3",
                        "sip.links.ucie.bandwidth_gbs=inf",
                        "pe.components.pe_gemm.attrs.model=systolic",
                        "pe.components.pe_gemm.attrs.systolic.dataflow=weight",
                        "cube.memory_map.hbm=8GiB",
                        "cube.memory_map.hbm=16GiB"));
        assertThat(machine.sipGrid()).isEqualTo(new SipGrid(SipTopology.TORUS_2D, 2, 2));
        assertThat(machine.peLayout().corners()).containsExactly(Corner.NW, Corner.SW);
        assertThat(machine.ioCubes().getFirst()).isEqualTo(3);
        assertThat(machine.link(LinkKind.UCIE).bandwidth().infinite()).isTrue();
        assertThat(machine.gemm().cycles(1, 64, 64)).isEqualTo(64 + 64 + 64 + 1 - 2);
        assertThat(machine.memoryMap().hbm()).isEqualTo(16L << 30);
    }

    @Test
    void anOptionalLinkMayBeLeftOut() {
        String text = Topologies.presetSource("default").text().replaceAll("(?m)^ *sip_sip:.*\n", "");
        Topology machine = read(text);
        assertThat(machine.findLink(LinkKind.SIP_SIP)).isEmpty();
        assertThatThrownBy(() -> machine.link(LinkKind.SIP_SIP)).hasMessage("no link sip_sip in my.yaml");
    }

    @Test
    void presetsAreOpenedByNameAndFilesByPath(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("mine.yaml");
        Files.writeString(file, "extends: small\n");
        var problems = new Diagnostics();
        assertThat(Topologies.open("small", List.of(), problems).orElseThrow().pes())
                .isEqualTo(16);
        assertThat(Topologies.open(file.toString(), List.of(), problems)
                        .orElseThrow()
                        .pes())
                .isEqualTo(16);
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void whatIsNeitherPresetNorFileNamesTheNearestPreset(@TempDir Path folder) throws IOException {
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xc3, 0x28});
        var problems = new Diagnostics();
        assertThat(Topologies.open("tours", List.of(), problems)).isEmpty();
        assertThat(Topologies.open(folder.toString(), List.of(), problems)).isEmpty();
        assertThat(Topologies.open("bad\0name", List.of(), problems)).isEmpty();
        assertThat(Topologies.open(binary.toString(), List.of(), problems)).isEmpty();
        assertThat(problems.all())
                .hasSize(4)
                .allSatisfy(problem -> assertThat(problem.code()).isEqualTo("TOP-102"));
        assertThat(problems.all().getFirst().hint()).isEqualTo("did you mean `torus`?");
    }

    /// The list of paths and the readers must know the same keys.
    @Test
    void everyKnownPathIsReadAndEveryPathReadIsKnown() {
        var problems = new Diagnostics();
        YamlMap whole =
                Yaml.parseMap(Topologies.presetSource("default"), problems).orElseThrow();
        assertKnown("", whole);
        for (String path : KnownPaths.all()) {
            var found = new Diagnostics();
            Topologies.load(new SourceFile("my.yaml", "extends: default"), List.of(path + "=[[nonsense]]"), found);
            assertThat(found.all())
                    .as(path)
                    .isNotEmpty()
                    .noneSatisfy(problem -> assertThat(problem.code()).isIn("TOP-100", "TOP-103", "BASE-110"));
        }
    }

    private static void assertKnown(String path, YamlMap map) {
        for (YamlMap.Entry entry : map.entries().values()) {
            String below = path.isEmpty() ? entry.key() : path + "." + entry.key();
            YamlNode value = entry.value();
            if (!KnownPaths.keysUnder(below).isEmpty() && value instanceof YamlMap child) {
                assertKnown(below, child);
            } else {
                assertThat(KnownPaths.contains(below)).as(below).isTrue();
            }
        }
    }

    private static Topology read(String yaml) {
        var problems = new Diagnostics();
        Optional<Topology> topology = Topologies.load(new SourceFile("my.yaml", yaml), List.of(), problems);
        problems.throwIfErrors();
        return topology.orElseThrow();
    }
}
