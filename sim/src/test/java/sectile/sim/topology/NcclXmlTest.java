package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

/// Machines that NCCL wrote down.
class NcclXmlTest {
    private static final Path DGX1 = Path.of("..", "examples", "dgx1.xml");

    private static Optional<Topology> load(String xml, Diagnostics problems) {
        return Topologies.load(new SourceFile("m.xml", xml), List.of(), problems);
    }

    private static Topology machine(String xml) {
        Diagnostics problems = new Diagnostics();
        Optional<Topology> machine = load(xml, problems);
        problems.throwIfErrors();
        return machine.orElseThrow();
    }

    private static String gpu(int dev, String sm, String links) {
        return "<pci busid=\"0000:0" + dev + ":00.0\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\"><gpu dev=\"" + dev
                + "\" sm=\"" + sm + "\">" + links + "</gpu></pci>";
    }

    private static String link(int to, int count) {
        return "<nvlink target=\"0000:0" + to + ":00.0\" count=\"" + count + "\" tclass=\"0x030200\"/>";
    }

    private static String system(String... parts) {
        return "<system version=\"1\"><cpu numaid=\"0\">" + String.join("\n", parts) + "</cpu></system>";
    }

    /// The published wiring: 16 pairs, half of them double; every accelerator has six links.
    @Test
    void twoQuads() throws IOException {
        Diagnostics problems = new Diagnostics();
        Topology machine = Topologies.load(DGX1, List.of(), problems).orElseThrow();
        assertThat(problems.all()).isEmpty();
        assertThat(machine.sips()).isEqualTo(8);
        assertThat(machine.sipGrid().topology()).isEqualTo(SipTopology.GRAPH);
        SipNetwork network = SipNetwork.of(machine);
        assertThat(network.channels()).hasSize(32);
        for (int sip = 0; sip < 8; sip++) {
            assertThat(network.channels(sip).stream()
                            .mapToDouble(channel -> channel.spec().bandwidth().gbs())
                            .sum())
                    .isCloseTo(120, within(0.01));
        }
        assertThat(network.channels(0).stream()
                        .filter(channel -> channel.to() == 4)
                        .findFirst()
                        .orElseThrow()
                        .spec()
                        .bandwidth()
                        .gbs())
                .isCloseTo(40, within(0.01));
    }

    @Test
    void settingsChangeIt() {
        Diagnostics problems = new Diagnostics();
        Topology machine = Topologies.load(DGX1, List.of("system.links.failed=[[0, 4]]"), problems)
                .orElseThrow();
        assertThat(machine.wires().failures()).hasSize(1);
        assertThat(Topologies.document(DGX1.toString(), List.of(), problems)
                        .orElseThrow()
                        .toString())
                .contains("graph");
        assertThat(problems.all()).isEmpty();
    }

    @Test
    void numbersAreInTheOrderOfDevNotOfTheFile() {
        Topology machine = machine(
                system(gpu(2, "80", link(1, 4)), gpu(0, "80", link(1, 2)), gpu(1, "80", link(0, 2) + link(2, 4))));
        SipNetwork network = SipNetwork.of(machine);
        assertThat(network.channels(0)).singleElement().satisfies(channel -> {
            assertThat(channel.to()).isEqualTo(1);
            assertThat(channel.spec().bandwidth().gbs()).isCloseTo(40, within(0.01));
        });
        assertThat(network.channels(2).getFirst().spec().bandwidth().gbs()).isCloseTo(80, within(0.01));
    }

    @ParameterizedTest
    @CsvSource({"60, 18", "70, 20", "80, 20", "86, 12", "90, 20.6", "100, 40.1"})
    void ratesOfGenerations(String sm, double gbs) {
        Topology machine = machine(system(gpu(0, sm, link(1, 1)), gpu(1, sm, link(0, 1))));
        assertThat(SipNetwork.of(machine)
                        .channels()
                        .getFirst()
                        .spec()
                        .bandwidth()
                        .gbs())
                .isCloseTo(gbs, within(0.01));
    }

    /// Six switches of two links each: 12 × 20.6 GB/s to every accelerator.
    @Test
    void behindSwitches() {
        String links = "<nvlink target=\"0000:c5:00.0\" count=\"6\" tclass=\"0x068000\"/>".repeat(2);
        Topology machine = machine(system(
                IntStream.range(0, 8).mapToObj(dev -> gpu(dev, "90", links)).toArray(String[]::new)));
        assertThat(machine.join()).isEqualTo(SipJoin.SWITCH);
        assertThat(machine.link(LinkKind.SWITCH_SIP).bandwidth().gbs()).isCloseTo(12 * 20.6, within(0.01));
    }

    @Test
    void pcieAlone() {
        Topology machine = machine(system(gpu(0, "75", ""), gpu(1, "75", "")));
        assertThat(machine.join()).isEqualTo(SipJoin.SWITCH);
        assertThat(machine.link(LinkKind.SWITCH_SIP).bandwidth().gbs()).isCloseTo(24, within(0.01));
    }

    @Test
    void unequalLinksToASwitchAreAWarning() {
        Diagnostics problems = new Diagnostics();
        String slow = gpu(1, "75", "").replace("link_width=\"16\"", "link_width=\"8\"");
        Topology machine = load(system(gpu(0, "75", ""), slow), problems).orElseThrow();
        assertThat(machine.link(LinkKind.SWITCH_SIP).bandwidth().gbs()).isCloseTo(12, within(0.01));
        assertThat(problems.all())
                .singleElement()
                .satisfies(problem -> assertThat(problem.code()).isEqualTo("TOP-174"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<graphs version='1'/> | TOP-170 | not with `<system>`",
                "<system><cpu></system> | TOP-170 | this is not XML",
                "<system/> | TOP-170 | no `<gpu>`",
                "<system><gpu dev='0'/></system> | TOP-171 | not inside a `<pci busid",
                "<system><pci busid='a'><gpu sm='70'/></pci></system> | TOP-171 | `dev` of `<gpu>` is missing",
                "<system><pci busid='a'><gpu dev='-1' sm='70'/></pci></system> | TOP-171 | is `-1`",
                "<system><pci busid='a'><gpu dev='0' sm='70'/></pci></system> | TOP-171 | link_speed",
                "<system><pci busid='a'><nvlink target='b' count='1'/></pci></system> | TOP-171 | not inside a `<gpu>`",
                "<system><pci busid='a'><gpu dev='0' sm='70'><nvlink target='b' count='1'/></gpu></pci></system> | TOP-172 | no accelerator is at `b`",
                "<system><pci busid='a'><gpu dev='0' sm='70'><nvlink target='a' count='1'/></gpu></pci></system> | TOP-172 | it leaves from",
                "<system><pci busid='a'><gpu dev='0' sm='70'><nvlink target='b' count='many'/></gpu></pci></system> | TOP-171 | is `many`",
                "<system><pci busid='a'><gpu dev='0' sm='35'><nvlink target='b' count='1'/></gpu></pci><pci busid='b'><gpu dev='1' sm='35'><nvlink target='a' count='1'/></gpu></pci></system> | TOP-171 | 35",
                "<system><pci busid='a'><gpu dev='0' sm='70'><nvlink target='b' count='1'/></gpu></pci><pci busid='b'><gpu dev='1' sm='70'><nvlink target='a' count='2'/></gpu></pci></system> | TOP-172 | 1 links in this direction and 2 back",
                "<system><pci busid='a'><gpu dev='0' sm='70'><nvlink target='b' count='1'/></gpu></pci><pci busid='b'><gpu dev='1' sm='70'/></pci><pci busid='c'><gpu dev='2' sm='70'/></pci></system> | TOP-173 | no links lead from accelerator 0 to accelerator 2",
                "<system><pci busid='a'><gpu dev='0' sm='70'/></pci><pci busid='b'><gpu dev='0' sm='70'/></pci></system> | TOP-171 | the number 0",
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><system>&e;</system> | TOP-170 | not XML",
            })
    void whatIsWrong(String xml, String code, String message) {
        Diagnostics problems = new Diagnostics();
        assertThat(load(xml, problems)).isEmpty();
        assertThat(problems.all()).anySatisfy(problem -> {
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.message() + problem).contains(message);
        });
    }

    /// A file with anything changed is a machine or a diagnostic, never an exception.
    @Test
    void damagedFiles() throws IOException {
        String text = Files.readString(DGX1);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 300; i++) {
            StringBuilder changed = new StringBuilder(text);
            for (int change = 0; change <= random.nextInt(3); change++) {
                int at = random.nextInt(changed.length());
                switch (random.nextInt(3)) {
                    case 0 -> changed.setCharAt(at, (char) (32 + random.nextInt(90)));
                    case 1 -> changed.delete(at, Math.min(changed.length(), at + random.nextInt(60)));
                    default -> changed.insert(at, changed.substring(at / 2, Math.min(at, at / 2 + 30)));
                }
            }
            Diagnostics problems = new Diagnostics();
            Optional<Topology> machine = load(changed.toString(), problems);
            assertThat(machine.isPresent()).as(changed.toString()).isEqualTo(!problems.hasErrors());
        }
    }
}
