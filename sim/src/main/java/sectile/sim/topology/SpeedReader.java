package sectile.sim.topology;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.base.yaml.Field;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlNumber;
import sectile.base.yaml.YamlScalar;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.ComponentKind.Level;
import sectile.sim.component.NodeModel;

/// Reads the sections `speeds` and `variation`.
final class SpeedReader {
    private static final Pattern PLACE =
            Pattern.compile("sip([0-9]{1,9})(?:\\.cube([0-9]{1,9})(?:\\.pe([0-9]{1,9}))?)?");
    private static final String SPEED = "speed";

    private final Diagnostics problems;

    SpeedReader(Diagnostics problems) {
        this.problems = problems;
    }

    /// Components that have a speed.
    static List<String> components() {
        List<String> names = new ArrayList<>();
        for (ComponentKind kind : ComponentKind.values()) {
            if (kind.model() != NodeModel.class) {
                names.add(kind.text());
            }
        }
        return names;
    }

    static List<String> links() {
        List<String> names = new ArrayList<>();
        for (LinkKind kind : LinkKind.values()) {
            names.add(kind.text());
        }
        return names;
    }

    Speeds read(MapReader file, Optional<Counts3> counts) {
        List<Speeds.Single> singles = new ArrayList<>();
        file.maps("speeds")
                .or(List.of())
                .forEach(reader -> single(reader, counts).ifPresent(singles::add));
        Variation variation =
                file.map("variation").optional().map(this::variation).orElse(Variation.NONE);
        return new Speeds(singles, variation);
    }

    /// How many of what there are.
    record Counts3(int sips, int cubes, int pes) {}

    private Optional<Speeds.Single> single(MapReader reader, Optional<Counts3> counts) {
        Field<String> of = reader.string("of");
        Field<String> partField = reader.string("part");
        Optional<Double> speed = reader.number(SPEED).required().flatMap(number -> speed(number, reader));
        Optional<String> part = partField.optional();
        Optional<String> place = of.required();
        List<String> parts = new ArrayList<>(components());
        parts.remove(ComponentKind.HOST.text());
        parts.addAll(links());
        if (part.isPresent() && !parts.contains(part.get())) {
            TopologyCode.NO_SUCH_PART.report(
                    problems, partField.span(), "`" + part.get() + "` has no speed", Nearest.hint(part.get(), parts));
            return Optional.empty();
        }
        if (place.isEmpty() || speed.isEmpty()) {
            return Optional.empty();
        }
        Matcher matcher = PLACE.matcher(place.get());
        if (!matcher.matches()) {
            TopologyCode.NO_SUCH_PLACE.report(
                    problems,
                    of.span(),
                    "`" + place.get() + "` is not a place",
                    "write sip3, sip3.cube0 or sip3.cube0.pe1");
            return Optional.empty();
        }
        int sip = number(matcher, 1);
        int cube = number(matcher, 2);
        int pe = number(matcher, 3);
        if (counts.isPresent() && !exists(counts.get(), sip, cube, pe, place.get(), of.span())) {
            return Optional.empty();
        }
        if (part.isPresent() && tooDeep(part.get(), cube, pe)) {
            TopologyCode.NO_SUCH_PART.report(
                    problems,
                    of.span(),
                    "`" + place.get() + "` is inside what has a `" + part.get() + "`",
                    "name the SIP or cube");
            return Optional.empty();
        }
        return Optional.of(new Speeds.Single(sip, cube, pe, part, speed.get()));
    }

    private static int number(Matcher matcher, int group) {
        return matcher.group(group) == null ? -1 : Integer.parseInt(matcher.group(group));
    }

    private boolean exists(Counts3 counts, int sip, int cube, int pe, String place, Span span) {
        if (sip < counts.sips && cube < counts.cubes && pe < counts.pes) {
            return true;
        }
        TopologyCode.NO_SUCH_PLACE.report(
                problems,
                span,
                "the machine has no `" + place + "`",
                counts.sips + " SIPs of " + counts.cubes + " cubes of " + counts.pes + " PEs, counted from 0");
        return false;
    }

    /// Whether a place is below the level of a part.
    private static boolean tooDeep(String part, int cube, int pe) {
        Level level = ComponentKind.parse(part)
                .map(ComponentKind::level)
                .or(() -> LinkKind.parse(part).map(LinkKind::level))
                .orElseThrow();
        boolean ofCube = part.equals(LinkKind.UCIE.text());
        boolean ofPe = part.equals(LinkKind.PE_NOC.text()) || part.equals(LinkKind.HBM_NOC.text());
        return switch (level) {
            case SYSTEM, SIP -> pe >= 0 || (cube >= 0 && !ofCube);
            case CUBE -> pe >= 0 && !ofPe;
            case PE -> false;
        };
    }

    private Optional<Double> speed(YamlNumber number, MapReader reader) {
        if (number instanceof YamlNumber.Finite(BigDecimal value) && value.signum() > 0) {
            return Optional.of(value.doubleValue());
        }
        TopologyCode.RATE_NOT_POSITIVE.report(
                problems,
                reader.map().entry(SPEED).orElseThrow().value().span(),
                "a speed is above 0 and finite",
                "0.5 takes twice the time");
        return Optional.empty();
    }

    private Variation variation(MapReader section) {
        long seed = section.integer("seed").optional().orElse(1L);
        long draw =
                section.integer("draw").between(0, Long.MAX_VALUE).optional().orElse(0L);
        Map<String, Distribution> speeds = new LinkedHashMap<>();
        for (YamlMap.Entry entry : section.map().entries().values()) {
            if (!entry.key().equals("seed") && !entry.key().equals("draw")) {
                section.map(entry.key())
                        .optional()
                        .flatMap(this::distribution)
                        .ifPresent(found -> speeds.put(entry.key(), found));
            }
        }
        return new Variation(seed, draw, speeds);
    }

    private Optional<Distribution> distribution(MapReader reader) {
        Field<YamlNode> field = reader.node(SPEED);
        Optional<String> text =
                field.required().map(node -> node instanceof YamlScalar scalar ? scalar.text() : node.describe());
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Distribution.parse(text.get()));
        } catch (Distribution.Malformed e) {
            TopologyCode.BAD_DISTRIBUTION.report(problems, field.span(), String.valueOf(e.getMessage()), e.hint());
            return Optional.empty();
        }
    }
}
