package sectile.cli.lang;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.html.Cards;
import sectile.report.html.DataTable;
import sectile.report.html.LinePlot;
import sectile.report.html.ReportPage;
import sectile.report.table.Table;
import sectile.runtime.device.Evaluation;
import sectile.runtime.device.Meter;
import sectile.runtime.device.Statistics;
import sectile.runtime.predict.Prediction;

/// An evaluation as text, as JSON and as a report.
record EvaluationText(String function, Path file, int ranks, Evaluation evaluation, Optional<Prediction> prediction) {
    private static final double PS_PER_NS = 1000;

    private static String time(double nanoseconds) {
        return Units.time(nanoseconds * PS_PER_NS);
    }

    /// Operations per second, like `12.3 GFLOP/s`.
    private static String operations(double rate) {
        return String.format(Locale.ROOT, "%.3g GFLOP/s", rate / 1e9);
    }

    private static String ofPeak(OptionalDouble part) {
        return part.isPresent() ? " (" + Units.percent(part.getAsDouble()) + " of peak)" : "";
    }

    private String executions() {
        return evaluation.times().values().size() + " × " + evaluation.number()
                + (evaluation.cold() ? " with empty caches" : "");
    }

    private String interval() {
        Statistics times = evaluation.times();
        if (times.values().size() == 1) {
            return "one time has no interval";
        }
        return Units.percent(times.confidence()) + " between " + time(times.low()) + " and " + time(times.high());
    }

    String text() {
        Statistics times = evaluation.times();
        var text = new StringBuilder();
        text.append(function + " on " + evaluation.device() + ", " + Units.counted(ranks, "rank") + "\n");
        text.append("values    " + evaluation.validation().orElse("not compared") + "\n");
        text.append("time      " + time(times.median()) + " median of " + executions() + ", MAD " + time(times.mad())
                + ", min " + time(times.min()) + ", " + interval() + "\n");
        prediction.ifPresent(predicted -> text.append("predicted " + time(predicted.nanoseconds()) + ", "
                + Units.percent(predicted.nanoseconds() / times.median()) + " of the measured time: "
                + time(predicted.simulatedNs()) + " simulated on a topology of this CPU, " + time(predicted.startNs())
                + " to start\n"));
        evaluation
                .operationRate()
                .ifPresent(rate -> text.append("compute   " + operations(rate) + ofPeak(evaluation.ofPeakOperations())
                        + ", " + Units.count(evaluation.operations().orElseThrow()) + " operations\n"));
        text.append("memory    " + Units.rate(evaluation.byteRate()) + ofPeak(evaluation.ofPeakBytes()) + ", "
                + Units.bytes(evaluation.bytes()) + " of inputs and outputs\n");
        if (evaluation.copied() > 0) {
            text.append("copies    " + Units.bytes(evaluation.copied())
                    + " per execution between host and device; pl.OnDevice and pl.Const parameters need none\n");
        }
        evaluation
                .peak()
                .ifPresent(peak -> text.append("peak      " + operations(peak.operations()) + ", "
                        + Units.rate(peak.bytes()) + ", measured between the times\n"));
        evaluation
                .roof()
                .ifPresent(roof -> text.append("roofline  " + operations(roof) + " at "
                        + Units.number(evaluation.intensity().orElseThrow()) + " operations per byte\n"));
        evaluation
                .microKernels()
                .forEach(use -> text.append("kernel    line " + use.at().line() + ": " + use.text() + "\n"));
        evaluation.fused().forEach(ops -> text.append("fused     " + ops.lines() + ": " + ops.text() + "\n"));
        for (Meter.Reading reading : evaluation.counters()) {
            text.append("counter   " + reading.name() + " "
                    + (reading.isAvailable() ? Units.number(reading.value()) : "unavailable: " + reading.unavailable())
                    + "\n");
        }
        return text.toString();
    }

    void write(JsonWriter json, long seed) {
        Statistics times = evaluation.times();
        json.beginObject()
                .member("ok", true)
                .member("workload", function)
                .member("device", evaluation.device().toString())
                .member("ranks", ranks)
                .member("seed", seed)
                .member("validation", evaluation.validation().orElse(""))
                .member("cold", evaluation.cold())
                .member("number", evaluation.number());
        json.name("times_ns").beginArray();
        times.values().forEach(value -> json.value(value.doubleValue()));
        json.endArray()
                .member("median_ns", times.median())
                .member("mad_ns", times.mad())
                .member("min_ns", times.min())
                .member("low_ns", times.low())
                .member("high_ns", times.high())
                .member("confidence", times.confidence())
                .member("bytes", evaluation.bytes())
                .member("copied_bytes", evaluation.copied())
                .member("bytes_per_second", evaluation.byteRate());
        evaluation.operations().ifPresent(count -> json.member("operations", count));
        member(json, "operations_per_second", evaluation.operationRate());
        member(json, "of_peak_operations", evaluation.ofPeakOperations());
        member(json, "of_peak_bytes", evaluation.ofPeakBytes());
        member(json, "roof_operations_per_second", evaluation.roof());
        evaluation
                .peak()
                .ifPresent(peak -> json.name("peak")
                        .beginObject()
                        .member("operations_per_second", peak.operations())
                        .member("bytes_per_second", peak.bytes())
                        .endObject());
        json.name("counters").beginArray();
        for (Meter.Reading reading : evaluation.counters()) {
            json.beginObject().member("name", reading.name());
            if (reading.isAvailable()) {
                json.member("value", reading.value());
            } else {
                json.member("unavailable", reading.unavailable());
            }
            json.endObject();
        }
        json.endArray();
        MicroKernelJson.write(json, evaluation.microKernels());
        json.name("fused").beginArray();
        evaluation
                .fused()
                .forEach(ops -> json.beginObject()
                        .member("at", ops.from().toString())
                        .member("last_line", ops.to().line())
                        .member("ops", ops.ops())
                        .member("as", ops.kernel() ? "kernel" : "loop")
                        .endObject());
        json.endArray();
        prediction.ifPresent(predicted -> json.name("predicted")
                .beginObject()
                .member("total_ns", predicted.nanoseconds())
                .member("simulated_ns", predicted.simulatedNs())
                .member("start_ns", predicted.startNs())
                .endObject());
        json.endObject();
    }

    private static void member(JsonWriter json, String name, OptionalDouble value) {
        value.ifPresent(number -> json.member(name, number));
    }

    ReportPage page() {
        Statistics times = evaluation.times();
        ReportPage.Builder page = ReportPage.builder(
                function + " on " + evaluation.device(), file.getFileName() + ", " + Units.counted(ranks, "rank"));
        var cards = new ArrayList<Cards.Card>();
        cards.add(new Cards.Card("Time", time(times.median()), "median of " + executions()));
        cards.add(new Cards.Card("Spread", time(times.mad()), interval()));
        evaluation
                .operationRate()
                .ifPresent(rate -> cards.add(new Cards.Card(
                        "Compute",
                        operations(rate),
                        ofPeak(evaluation.ofPeakOperations()).strip())));
        cards.add(new Cards.Card(
                "Memory",
                Units.rate(evaluation.byteRate()),
                ofPeak(evaluation.ofPeakBytes()).strip()));
        prediction.ifPresent(predicted -> cards.add(new Cards.Card(
                "Predicted",
                time(predicted.nanoseconds()),
                Units.percent(predicted.nanoseconds() / times.median()) + " of the measured time")));
        page.add(new Cards("Summary", cards));
        roofline(page);
        Table.Builder samples =
                Table.builder("Times").column("repeat", Unit.COUNT).column("time", Unit.PICOSECONDS);
        for (int i = 0; i < times.values().size(); i++) {
            samples.row(i + 1, times.values().get(i) * PS_PER_NS);
        }
        page.add(new DataTable(samples.build(), "One execution, as the mean of those timed together."));
        if (!evaluation.counters().isEmpty()) {
            Table.Builder table =
                    Table.builder("Counters").column("counter", Unit.TEXT).column("per execution", Unit.TEXT);
            for (Meter.Reading reading : evaluation.counters()) {
                table.row(
                        reading.name(),
                        reading.isAvailable()
                                ? Units.number(reading.value())
                                : "unavailable: " + reading.unavailable());
            }
            page.add(new DataTable(table.build()));
        }
        return page.build();
    }

    /// What memory and arithmetic allow at every intensity, and where this program is below it.
    private void roofline(ReportPage.Builder page) {
        if (evaluation.intensity().isEmpty() || evaluation.peak().isEmpty()) {
            return;
        }
        Meter.Peak peak = evaluation.peak().get();
        double ridge = peak.operations() / peak.bytes();
        double at = evaluation.intensity().getAsDouble();
        double low = Math.min(at, ridge) / 8;
        double high = Math.max(at, ridge) * 8;
        page.add(new LinePlot(
                "Roofline",
                new LinePlot.Axis("operations per byte", Unit.NUMBER, true),
                new LinePlot.Axis("GFLOP/s", Unit.NUMBER, true),
                List.of(
                        new LinePlot.Series(
                                "this device",
                                List.of(
                                        new LinePlot.Point(low, low * peak.bytes() / 1e9),
                                        new LinePlot.Point(ridge, peak.operations() / 1e9),
                                        new LinePlot.Point(high, peak.operations() / 1e9))),
                        new LinePlot.Series(
                                function,
                                List.of(new LinePlot.Point(
                                        at, evaluation.operationRate().orElseThrow() / 1e9))))));
    }
}
