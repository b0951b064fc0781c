package sectile.sim.topology;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// Reads the accelerators and links of a topology XML as NCCL writes it: `<system><cpu><pci><gpu><nvlink …>`.
///
/// Elements that say nothing about links between accelerators, such as `nic` and `net`, are passed over.
final class NcclXml {
    private static final Pattern GIGATRANSFERS = Pattern.compile("\\s*([0-9.]+)\\s*GT/s.*");
    /// Gigabytes per second of one PCIe lane by its transfers, as NCCL counts them.
    private static final Map<String, Double> LANE_GBS = Map.of(
            "2.5", 15 / 80.0, "5", 30 / 80.0, "8", 60 / 80.0, "16", 120 / 80.0, "32", 240 / 80.0, "64", 480 / 80.0);
    /// A wider link does not exist; also keeps counts from overflowing.
    private static final int MOST = 4096;

    /// An accelerator.
    ///
    /// @param dev its number
    /// @param bus the PCIe address that links name it by
    /// @param pcieGbs of its PCIe link, if the file says so
    record Gpu(int dev, String bus, int sm, Optional<Double> pcieGbs, Span span, List<NvLink> links) {}

    /// Parallel links to another accelerator, or to a switch.
    record NvLink(String target, boolean toSwitch, int count, Span span) {}

    /// A PCIe device that is being read.
    private record Pci(String bus, Optional<Double> gbs) {}

    private final SourceFile source;
    private final Diagnostics problems;
    private final List<Gpu> gpus = new ArrayList<>();
    private final Deque<Pci> open = new ArrayDeque<>();

    private NcclXml(SourceFile source, Diagnostics problems) {
        this.source = source;
        this.problems = problems;
    }

    /// Whether a text is XML rather than YAML.
    static boolean isXml(SourceFile source) {
        return source.text().stripLeading().startsWith("<");
    }

    /// The accelerators in the order of the file; what is wrong is reported.
    static List<Gpu> read(SourceFile source, Diagnostics problems) {
        NcclXml reader = new NcclXml(source, problems);
        reader.read();
        return reader.gpus;
    }

    private void read() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        // Entities could read files of this host or take all its memory.
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(source.text()));
            boolean root = true;
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    if (root && !xml.getLocalName().equals("system")) {
                        TopologyCode.NOT_A_TOPOLOGY_XML.report(
                                problems,
                                span(xml),
                                "the file begins with `<" + xml.getLocalName() + ">`, not with `<system>`",
                                "give a topology as NCCL writes it with NCCL_TOPO_DUMP_FILE");
                        return;
                    }
                    root = false;
                    start(xml);
                } else if (event == XMLStreamConstants.END_ELEMENT
                        && xml.getLocalName().equals("pci")) {
                    open.pop();
                }
            }
        } catch (XMLStreamException e) {
            int at = Math.clamp(e.getLocation() == null ? 0 : e.getLocation().getCharacterOffset(), 0, length());
            String reason = String.valueOf(e.getMessage()).replaceAll("(?s).*Message:\\s*", "");
            TopologyCode.NOT_A_TOPOLOGY_XML.report(
                    problems, new Span(source, at, at), "this is not XML: " + reason, "");
        }
    }

    private int length() {
        return source.text().length();
    }

    private Span span(XMLStreamReader xml) {
        int end = Math.clamp(xml.getLocation().getCharacterOffset(), 0, length());
        int start = Math.max(0, source.text().lastIndexOf('<', end - 1));
        return new Span(source, start, Math.max(start, end));
    }

    private void start(XMLStreamReader xml) {
        switch (xml.getLocalName()) {
            case "pci" -> open.push(new Pci(text(xml, "busid").toLowerCase(Locale.ROOT), gbs(xml)));
            case "gpu" -> gpu(xml);
            case "nvlink" -> nvlink(xml);
            default -> {
                // Says nothing about links between accelerators.
            }
        }
    }

    private void gpu(XMLStreamReader xml) {
        Pci on = open.peek();
        if (on == null || on.bus.isEmpty()) {
            missing(xml, "`<gpu>` is not inside a `<pci busid=…>`, by which links name it");
            return;
        }
        int dev = integer(xml, "dev", 0);
        int sm = xml.getAttributeValue(null, "sm") == null ? 0 : integer(xml, "sm", 0);
        gpus.add(new Gpu(dev, on.bus, sm, on.gbs, span(xml), new ArrayList<>()));
    }

    private void nvlink(XMLStreamReader xml) {
        if (gpus.isEmpty() || open.isEmpty() || !gpus.getLast().bus().equals(open.peek().bus)) {
            missing(xml, "`<nvlink>` is not inside a `<gpu>`");
            return;
        }
        String target = text(xml, "target").toLowerCase(Locale.ROOT);
        if (target.isEmpty()) {
            missing(xml, "`<nvlink>` has no `target`, the `busid` of the other end");
        }
        @Nullable String type = xml.getAttributeValue(null, "tclass");
        boolean toSwitch = type != null && type.startsWith("0x068000");
        gpus.getLast().links().add(new NvLink(target, toSwitch, integer(xml, "count", 1), span(xml)));
    }

    private static String text(XMLStreamReader xml, String attribute) {
        String value = xml.getAttributeValue(null, attribute);
        return value == null ? "" : value.strip();
    }

    private void missing(XMLStreamReader xml, String message) {
        TopologyCode.XML_ATTRIBUTE.report(problems, span(xml), message, "");
    }

    /// A number from `least` on; `least` if there is none, which is reported.
    private int integer(XMLStreamReader xml, String attribute, int least) {
        String value = text(xml, attribute);
        if (value.matches("[0-9]{1,6}") && Integer.parseInt(value) >= least && Integer.parseInt(value) <= MOST) {
            return Integer.parseInt(value);
        }
        String found = value.isEmpty() ? "is missing" : "is `" + value + "`";
        TopologyCode.XML_ATTRIBUTE.report(
                problems,
                span(xml),
                "`" + attribute + "` of `<" + xml.getLocalName() + ">` " + found,
                "expected a number from " + least + " to " + MOST);
        return least;
    }

    /// What a PCIe link carries; nothing if the file does not say, or says it in words that are not known.
    private static Optional<Double> gbs(XMLStreamReader xml) {
        Matcher speed = GIGATRANSFERS.matcher(text(xml, "link_speed"));
        String width = text(xml, "link_width");
        if (!speed.matches() || !width.matches("[1-9][0-9]?")) {
            return Optional.empty();
        }
        Double lane = LANE_GBS.get(speed.group(1).replaceFirst("\\.0+$", ""));
        return Optional.ofNullable(lane).map(each -> each * Integer.parseInt(width));
    }

    /// The accelerators by their PCIe addresses.
    static Map<String, Integer> byBus(List<Gpu> gpus) {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < gpus.size(); i++) {
            numbers.putIfAbsent(gpus.get(i).bus(), i);
        }
        return numbers;
    }
}
