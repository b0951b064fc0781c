package sectile.report.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.html.BarChart;
import sectile.report.html.DataTable;
import sectile.report.html.LinePlot;
import sectile.report.html.Section;
import sectile.report.table.Table;
import sectile.report.table.TextTable;
import sectile.sim.path.Piece;
import sectile.sim.path.Resource;
import sectile.sim.topology.Distribution;
import sectile.sim.topology.Variation;

/// One run on many machines that differ by chance: how its latency is spread, and what is to blame.
///
/// To blame for the latency of a draw is the rank whose engines and links have the largest part of its critical path,
/// and likewise the link and the engine with the largest part.
public final class Draws {
    private static final Pattern RANK = Pattern.compile("sip([0-9]+)\\b.*");
    private static final int MOST_BINS = 20;
    private static final int SHOWN = 5;
    private static final int BAR = 30;

    /// The sorts of things that may be to blame.
    private enum Sort {
        RANK,
        LINK,
        ENGINE;

        String text() {
            return switch (this) {
                case RANK -> "rank";
                case LINK -> "link";
                case ENGINE -> "engine";
            };
        }
    }

    /// @param draws in how many of them it has the largest part of the critical path
    /// @param part of the latency, on average over those
    private record Blame(Sort sort, String name, int draws, double part) {}

    /// A bar of the histogram.
    private record Bin(long fromPs, long toPs, int count) {}

    private final Variation variation;
    private final long nominalPs;
    private final List<Long> latencies = new ArrayList<>();
    private final Map<Sort, Map<String, List<Double>>> blamed = new LinkedHashMap<>();
    private int wrong;

    /// @param variation of the machine, whatever its draw
    /// @param nominalPs the latency of the run on the machine on which nothing varies
    public Draws(Variation variation, long nominalPs) {
        this.variation = variation;
        this.nominalPs = nominalPs;
    }

    /// Takes up the run of the next draw.
    public void add(Outcome outcome) {
        latencies.add(outcome.latencyPs());
        wrong += outcome.ok() ? 0 : 1;
        outcome.why().ifPresent(why -> {
            blame(outcome, why, Sort.RANK, piece -> rank(piece.resource().name()));
            blame(outcome, why, Sort.LINK, piece -> named(piece.resource(), Resource.Kind.LINK));
            blame(outcome, why, Sort.ENGINE, piece -> named(piece.resource(), Resource.Kind.ENGINE));
        });
    }

    private void blame(Outcome outcome, Why why, Sort sort, Function<Piece, String> name) {
        why.path().by(name).entrySet().stream()
                .filter(entry -> !entry.getKey().isEmpty())
                .findFirst()
                .ifPresent(entry -> blamed.computeIfAbsent(sort, _ -> new LinkedHashMap<>())
                        .computeIfAbsent(entry.getKey(), _ -> new ArrayList<>())
                        .add(outcome.part(entry.getValue().ps())));
    }

    private static String rank(String resource) {
        Matcher matcher = RANK.matcher(resource);
        return matcher.matches() ? matcher.group(1) : "";
    }

    private static String named(Resource resource, Resource.Kind kind) {
        return resource.kind() == kind ? resource.name() : "";
    }

    /// Whether the values of all draws are right.
    public boolean ok() {
        return wrong == 0;
    }

    /// The latency that so many of a hundred draws do not exceed.
    private long percentile(int percent) {
        List<Long> sorted = latencies.stream().sorted().toList();
        return sorted.get(Math.max(0, Math.ceilDiv(sorted.size() * percent, 100) - 1));
    }

    private double mean() {
        return latencies.stream().mapToLong(Long::longValue).average().orElse(0);
    }

    private double deviation() {
        double mean = mean();
        double squares = latencies.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
        return latencies.size() < 2 ? 0 : Math.sqrt(squares / (latencies.size() - 1));
    }

    private List<Bin> histogram() {
        long least = percentile(0);
        long most = percentile(100);
        if (least == most) {
            return List.of(new Bin(least, most, latencies.size()));
        }
        int bins = Math.clamp((long) Math.ceil(Math.sqrt(latencies.size())), 1, MOST_BINS);
        int[] counts = new int[bins];
        for (long latency : latencies) {
            counts[(int) Math.min(bins - 1, (latency - least) * (double) bins / (most - least))]++;
        }
        List<Bin> all = new ArrayList<>();
        for (int i = 0; i < bins; i++) {
            all.add(new Bin(edge(least, most, i, bins), edge(least, most, i + 1, bins), counts[i]));
        }
        return all;
    }

    private static long edge(long least, long most, int index, int bins) {
        return least + Math.round((most - least) * (double) index / bins);
    }

    /// From the machine on which nothing varies, with as many digits as tell bars apart.
    private String difference(long ps, List<Bin> bins) {
        double step = 100.0 * (bins.getFirst().toPs - bins.getFirst().fromPs) / Math.max(1, nominalPs);
        int digits = step <= 0 ? 1 : Math.clamp((long) Math.ceil(-Math.log10(step)), 1, 9);
        return String.format(Locale.ROOT, "%+." + digits + "f %%", 100.0 * (ps - nominalPs) / Math.max(1, nominalPs));
    }

    private List<Blame> blame() {
        List<Blame> all = new ArrayList<>();
        blamed.forEach((sort, names) -> names.entrySet().stream()
                .map(entry -> new Blame(
                        sort,
                        entry.getKey(),
                        entry.getValue().size(),
                        entry.getValue().stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElse(0)))
                .sorted(Comparator.comparingInt(Blame::draws)
                        .reversed()
                        .thenComparing(Comparator.comparingDouble(Blame::part).reversed())
                        .thenComparing(Blame::name))
                .forEach(all::add));
        return all;
    }

    private Table latencyTable() {
        Table.Builder table = Table.builder("Latency of " + Units.count(latencies.size()) + " draws")
                .column("", Unit.TEXT)
                .column("latency", Unit.PICOSECONDS)
                .column("difference", Unit.RATIO);
        row(table, "nothing varies", nominalPs);
        row(table, "least", percentile(0));
        row(table, "P50", percentile(50));
        row(table, "P95", percentile(95));
        row(table, "P99", percentile(99));
        row(table, "most", percentile(100));
        row(table, "mean", Math.round(mean()));
        return table.build();
    }

    private void row(Table.Builder table, String name, long ps) {
        table.row(name, ps, nominalPs == 0 ? 0.0 : (double) (ps - nominalPs) / nominalPs);
    }

    private Table blameTable(int most) {
        Table.Builder table = Table.builder("To blame")
                .column("sort", Unit.TEXT)
                .column("name", Unit.TEXT)
                .column("draws", Unit.COUNT)
                .column("of all", Unit.RATIO)
                .column("part of the latency", Unit.RATIO);
        for (Sort sort : Sort.values()) {
            blame().stream()
                    .filter(each -> each.sort == sort)
                    .limit(most)
                    .forEach(each -> table.row(
                            sort.text(), each.name, each.draws, (double) each.draws / latencies.size(), each.part));
        }
        return table.build();
    }

    private boolean isConstant() {
        return percentile(0) == percentile(100);
    }

    /// What the command line shows.
    public String text() {
        StringBuilder text = new StringBuilder(TextTable.render(latencyTable()));
        if (isConstant()) {
            return text + "nothing that varies takes time in this run\n";
        }
        text.append('\n').append("Histogram, by the difference from the machine on which nothing varies\n");
        List<Bin> bins = histogram();
        int most = bins.stream().mapToInt(Bin::count).max().orElse(1);
        int width = bins.stream()
                .mapToInt(bin -> difference(bin.fromPs, bins).length())
                .max()
                .orElse(0);
        for (Bin bin : bins) {
            String from = difference(bin.fromPs, bins);
            text.append(" ".repeat(width - from.length()))
                    .append(from)
                    .append("  ")
                    .append("█".repeat(Math.ceilDiv(bin.count * BAR, most)))
                    .append(bin.count == 0 ? "" : " ")
                    .append(bin.count == 0 ? "" : Units.count(bin.count))
                    .append('\n');
        }
        if (!blamed.isEmpty()) {
            text.append('\n').append(TextTable.render(blameTable(SHOWN)));
        }
        int slowest = latencies.indexOf(percentile(100)) + 1;
        text.append("the slowest is draw ")
                .append(slowest)
                .append("; to see it alone: --set variation.draw=")
                .append(slowest);
        variation
                .speeds()
                .forEach((name, distribution) -> text.append(" --set 'variation.")
                        .append(name)
                        .append(".speed=")
                        .append(text(distribution))
                        .append('\''));
        text.append('\n');
        if (wrong > 0) {
            text.append(Units.count(wrong)).append(" draws have wrong values\n");
        }
        return text.toString();
    }

    /// What a report shows.
    public List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        sections.add(new DataTable(
                latencyTable(), isConstant() ? "Nothing that varies takes time in this run." : what() + "."));
        if (isConstant()) {
            return sections;
        }
        sections.add(BarChart.relative(
                "Histogram of the latency",
                Unit.COUNT,
                histogram().stream()
                        .map(bin -> new BarChart.Bar(
                                difference(bin.fromPs, histogram()) + " to " + difference(bin.toPs, histogram()),
                                bin.count))
                        .toList()));
        sections.add(distribution());
        if (!blamed.isEmpty()) {
            sections.add(new DataTable(
                    blameTable(Integer.MAX_VALUE),
                    "In how many draws it has the largest part of the critical path, and that part on average."));
        }
        return sections;
    }

    private String what() {
        List<String> all = new ArrayList<>();
        variation.speeds().forEach((name, distribution) -> all.add(name + ".speed = " + text(distribution)));
        return "Seed " + variation.seed() + ", " + String.join(", ", all);
    }

    private LinePlot distribution() {
        List<Long> sorted = latencies.stream().sorted().toList();
        List<LinePlot.Point> points = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            points.add(new LinePlot.Point(sorted.get(i), (i + 1.0) / sorted.size()));
        }
        return new LinePlot(
                "Draws within a latency",
                new LinePlot.Axis("latency", Unit.PICOSECONDS, false),
                new LinePlot.Axis("part of the draws", Unit.RATIO, false),
                List.of(
                        new LinePlot.Series("draws", points),
                        new LinePlot.Series("nothing varies", List.of(new LinePlot.Point(nominalPs, 0.5)), false)));
    }

    /// A distribution as it is written.
    private static String text(Distribution distribution) {
        return switch (distribution) {
            case Distribution.Normal(double mean, double deviation) -> call("normal", mean, deviation);
            case Distribution.Uniform(double low, double high) -> call("uniform", low, high);
            case Distribution.LogNormal(double median, double sigma) -> call("lognormal", median, sigma);
            case Distribution.Triangular(double low, double mode, double high) -> call("triangular", low, mode, high);
            case Distribution.Bernoulli(double probability, double speed) -> call("bernoulli", probability, speed);
        };
    }

    private static String call(String name, double... numbers) {
        return name + "("
                + String.join(
                        ", ", Arrays.stream(numbers).mapToObj(Units::number).toList())
                + ")";
    }

    /// Adds members to the document of the run: what an exploration may want to compare at its top.
    public void write(JsonWriter json) {
        json.member("draws", latencies.size())
                .member("wrong_draws", wrong)
                .member("latency_least_ps", percentile(0))
                .member("latency_p50_ps", percentile(50))
                .member("latency_p95_ps", percentile(95))
                .member("latency_p99_ps", percentile(99))
                .member("latency_most_ps", percentile(100))
                .member("latency_mean_ps", mean())
                .member("latency_deviation_ps", deviation())
                .name("variation")
                .beginObject()
                .member("seed", variation.seed())
                .name("speeds")
                .beginObject();
        variation.speeds().forEach((name, distribution) -> json.member(name, text(distribution)));
        json.endObject().name("latencies_ps").beginArray();
        latencies.forEach(json::value);
        json.endArray().name("histogram").beginArray();
        for (Bin bin : histogram()) {
            json.beginObject()
                    .member("from_ps", bin.fromPs)
                    .member("to_ps", bin.toPs)
                    .member("draws", bin.count)
                    .endObject();
        }
        json.endArray().name("blame").beginArray();
        for (Blame each : blame()) {
            json.beginObject()
                    .member("sort", each.sort.text())
                    .member("name", each.name)
                    .member("draws", each.draws)
                    .member("part", each.part)
                    .endObject();
        }
        json.endArray().endObject();
    }
}
