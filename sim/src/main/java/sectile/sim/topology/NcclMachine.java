package sectile.sim.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.sim.topology.NcclXml.Gpu;
import sectile.sim.topology.NcclXml.NvLink;

/// Makes a flat machine of a topology that NCCL wrote: a SIP for every accelerator, in the order of their numbers.
///
/// Links between accelerators become the links of a graph; accelerators that are joined by link switches, or by PCIe
/// alone, are joined by a switch. Only these links take time.
final class NcclMachine {
    /// The two ends of a link, the lower number first.
    private record Pair(int a, int b) {
        @Override
        public String toString() {
            return "[" + a + ", " + b + "]";
        }
    }

    private final SourceFile source;
    private final Diagnostics problems;
    private final List<Gpu> gpus;
    private final Map<String, Integer> byBus;

    private NcclMachine(SourceFile source, List<Gpu> gpus, Diagnostics problems) {
        this.source = source;
        this.problems = problems;
        this.gpus = gpus.stream().sorted(Comparator.comparingInt(Gpu::dev)).toList();
        this.byBus = NcclXml.byBus(this.gpus);
    }

    /// A topology file like any other: YAML as it is, XML as the YAML that means the same.
    ///
    /// @return empty if something is wrong, which was reported
    static Optional<SourceFile> asYaml(SourceFile source, Diagnostics problems) {
        if (!NcclXml.isXml(source)) {
            return Optional.of(source);
        }
        int before = problems.errorCount();
        List<Gpu> gpus = NcclXml.read(source, problems);
        if (problems.errorCount() > before) {
            return Optional.empty();
        }
        String yaml = new NcclMachine(source, gpus, problems).yaml();
        return problems.errorCount() > before ? Optional.empty() : Optional.of(new SourceFile(source.name(), yaml));
    }

    private String yaml() {
        checkGpus();
        long switched = gpus.stream().filter(gpu -> has(gpu, true)).count();
        boolean direct = gpus.stream().anyMatch(gpu -> has(gpu, false));
        String body;
        if (switched > 0) {
            if (switched < gpus.size()) {
                notJoined("only " + switched + " of " + gpus.size() + " accelerators have links to a switch");
            }
            body = behindSwitch(gpus.stream().map(this::allLinks).toList());
        } else if (direct) {
            body = graph();
        } else {
            body = behindSwitch(gpus.stream().map(this::pcie).toList());
        }
        return "# Made of the topology XML " + source.name().replaceAll("\\s", " ") + "\nextends: flat\n\nsystem:\n"
                + body;
    }

    private static boolean has(Gpu gpu, boolean toSwitch) {
        return gpu.links().stream().anyMatch(link -> link.toSwitch() == toSwitch);
    }

    private void checkGpus() {
        if (gpus.isEmpty()) {
            TopologyCode.NOT_A_TOPOLOGY_XML.report(
                    problems,
                    firstLine(),
                    "the file has no `<gpu>`",
                    "is it a topology of a machine with accelerators?");
        }
        for (int i = 1; i < gpus.size(); i++) {
            Gpu gpu = gpus.get(i);
            if (gpu.dev() == gpus.get(i - 1).dev()) {
                TopologyCode.XML_ATTRIBUTE.report(
                        problems, gpu.span(), "two accelerators have the number " + gpu.dev(), "");
            }
            if (byBus.getOrDefault(gpu.bus(), i) != i) {
                TopologyCode.XML_ATTRIBUTE.report(problems, gpu.span(), "two accelerators are at " + gpu.bus(), "");
            }
        }
    }

    private Span firstLine() {
        return new Span(source, 0, source.lineText(1).length());
    }

    private void notJoined(String message) {
        TopologyCode.NOT_JOINED.report(
                problems,
                firstLine(),
                message,
                "a flat machine has one kind of link: remove the `<nvlink>` elements to join all by PCIe");
    }

    /// One link of an accelerator, by its generation, as NCCL counts it.
    private double linkGbs(Gpu gpu) {
        int sm = gpu.sm();
        if (sm >= 100) {
            return 40.1;
        }
        if (sm >= 90) {
            return 20.6;
        }
        if (sm == 86) {
            return 12;
        }
        if (sm >= 70) {
            return 20;
        }
        if (sm >= 60) {
            return 18;
        }
        TopologyCode.XML_ATTRIBUTE.report(
                problems,
                gpu.span(),
                sm == 0 ? "`sm` of `<gpu>` is missing" : "`sm` is " + sm + ", for which no rate of links is known",
                "expected 60 or more, by which the rate of its links is known");
        return 1;
    }

    private double allLinks(Gpu gpu) {
        return gpu.links().stream().mapToInt(NvLink::count).sum() * linkGbs(gpu);
    }

    private double pcie(Gpu gpu) {
        return gpu.pcieGbs().orElseGet(() -> {
            TopologyCode.XML_ATTRIBUTE.report(
                    problems,
                    gpu.span(),
                    "the `<pci>` of this accelerator has no `link_speed` and `link_width` that are known",
                    "expected such as link_speed=\"16.0 GT/s PCIe\" link_width=\"16\"");
            return 1.0;
        });
    }

    /// All links of the switch are alike: the slowest counts.
    private String behindSwitch(List<Double> rates) {
        double least = rates.stream().mapToDouble(rate -> rate).min().orElse(1);
        if (rates.stream().anyMatch(rate -> rate != least)) {
            problems.warning(
                    TopologyCode.UNEQUAL_LINKS,
                    firstLine(),
                    "the links to the switch differ; every accelerator gets the rate of the slowest, " + least
                            + " GB/s");
        }
        return "  sips: { count: " + gpus.size() + ", topology: ring_1d, join: switch }\n"
                + "  links:\n    switch_sip: { bandwidth_gbs: " + least + ", latency_ns: 250 }\n";
    }

    private String graph() {
        SequencedMap<Pair, Double> rates =
                new TreeMap<>(Comparator.comparingInt(Pair::a).thenComparingInt(Pair::b));
        for (int from = 0; from < gpus.size(); from++) {
            for (NvLink link : gpus.get(from).links()) {
                add(from, link, rates);
            }
        }
        checkConnected(rates);
        double usual = rates.values().stream().mapToDouble(rate -> rate).min().orElse(1);
        StringBuilder text = new StringBuilder();
        text.append("  sips:\n    count: ").append(gpus.size()).append("\n    topology: graph\n    join: direct\n");
        text.append("    pairs: ").append(rates.sequencedKeySet()).append('\n');
        text.append("  links:\n    sip_sip: { bandwidth_gbs: ").append(usual).append(" }\n");
        List<String> different = new ArrayList<>();
        rates.forEach((pair, rate) -> {
            if (rate != usual) {
                different.add("      - { between: " + pair + ", bandwidth_gbs: " + rate + " }\n");
            }
        });
        return text + (different.isEmpty() ? "" : "    different:\n" + String.join("", different));
    }

    private void add(int from, NvLink link, SequencedMap<Pair, Double> rates) {
        Integer to = byBus.get(link.target());
        if (to == null || to == from) {
            TopologyCode.XML_LINK.report(
                    problems,
                    link.span(),
                    to == null
                            ? "no accelerator is at `" + link.target() + "`"
                            : "the link leads to the accelerator it leaves from",
                    "accelerators are at "
                            + String.join(", ", gpus.stream().map(Gpu::bus).toList()));
            return;
        }
        Pair pair = new Pair(Math.min(from, to), Math.max(from, to));
        double rate = link.count() * Math.min(linkGbs(gpus.get(from)), linkGbs(gpus.get(to)));
        Double known = rates.put(pair, rate);
        int back = gpus.get(to).links().stream()
                .filter(other -> other.target().equals(gpus.get(from).bus()))
                .mapToInt(NvLink::count)
                .findFirst()
                .orElse(link.count());
        if ((known != null && from < to) || back != link.count()) {
            TopologyCode.XML_LINK.report(
                    problems,
                    link.span(),
                    back != link.count()
                            ? "there are " + link.count() + " links in this direction and " + back + " back"
                            : "a link to the same accelerator is listed twice",
                    "list it once in each direction, with the same `count`");
        }
    }

    private void checkConnected(SequencedMap<Pair, Double> rates) {
        List<Integer> reached = new ArrayList<>(List.of(0));
        for (int i = 0; i < reached.size(); i++) {
            int at = reached.get(i);
            for (Pair pair : rates.keySet()) {
                int other = pair.a == at ? pair.b : pair.b == at ? pair.a : at;
                if (!reached.contains(other)) {
                    reached.add(other);
                }
            }
        }
        for (int i = 0; i < gpus.size(); i++) {
            if (!reached.contains(i)) {
                notJoined("no links lead from accelerator " + gpus.getFirst().dev() + " to accelerator "
                        + gpus.get(i).dev());
                return;
            }
        }
    }
}
