package sectile.cli.explore;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.explore.Axes;
import sectile.explore.Axis;
import sectile.explore.Constraint;
import sectile.explore.Draft;
import sectile.explore.ExploreCode;
import sectile.explore.Objective;
import sectile.explore.Plan;
import sectile.explore.SpecReader;

/// What to explore, from a file, options, or both.
final class PlanOptions {
    @Parameter(
            names = "--vary",
            placeholder = "PATH=VALUE,…",
            splitter = Values.Unsplit.class,
            description =
                    "a path of the topology or an option of the workload, and its values: system.sips.count=2,4,8,"
                            + " --algorithm=ring,tree, a range 1..8, 1..9+2 or 1..64*2; may be repeated")
    private List<String> vary = new ArrayList<>();

    @Parameter(
            names = "--topology",
            placeholder = "FILE|PRESET,…",
            description = "machines to compare: short for --vary --topology=…")
    private List<String> topologies = new ArrayList<>();

    @Parameter(
            names = "--algorithm",
            placeholder = "NAME|FILE.py,…",
            description = "algorithms to compare: short for --vary --algorithm=…")
    private List<String> algorithms = new ArrayList<>();

    @Parameter(
            names = "--sizes",
            placeholder = "BYTES,…",
            converter = Values.Size.class,
            description =
                    "sizes of a collective, such as 4K,1M: short for --vary --elements=… by the workload's --dtype")
    private List<Long> sizes = new ArrayList<>();

    @Parameter(
            names = "--minimize",
            placeholder = "NAME[=FORMULA]",
            splitter = Values.Unsplit.class,
            description =
                    "an objective: a figure of the run, or a Python expression over figures and axes; latency_ps if"
                            + " not given; may be repeated")
    private List<String> minimize = new ArrayList<>();

    @Parameter(
            names = "--maximize",
            placeholder = "NAME[=FORMULA]",
            splitter = Values.Unsplit.class,
            description = "an objective of which more is better; may be repeated")
    private List<String> maximize = new ArrayList<>();

    @Parameter(
            names = "--where",
            placeholder = "FORMULA",
            splitter = Values.Unsplit.class,
            description = "what a point must satisfy, such as 'area_mm2 < 400'; may be repeated")
    private List<String> where = new ArrayList<>();

    @Parameter(
            names = "--samples",
            placeholder = "N",
            converter = Values.Count.class,
            description = "measure so many points of the grid, chosen by --seed, instead of all")
    private int samples;

    @Parameter(
            names = "--seed",
            placeholder = "N",
            converter = Values.Whole.class,
            description = "what --samples chooses by; 1 if not given")
    private long seed = 1;

    @Parameter(
            names = "--rungs",
            placeholder = "OPTION=VALUE,…",
            splitter = Values.Unsplit.class,
            description = "successive halving: measure all points with the first value, the best of them with the next,"
                    + " and so on; cheapest first, such as --rungs --elements=1024,65536")
    private List<String> rungs = new ArrayList<>();

    @Parameter(
            names = "--keep",
            placeholder = "N",
            converter = Values.Factor.class,
            description = "one of so many points reaches the next rung; 2 if not given")
    private int keep;

    /// The file of the exploration, if an operand names one.
    static Optional<Path> file(Invocation call) {
        return call.operands().size() == 1
                        && (call.operand(0).endsWith(".yaml") || call.operand(0).endsWith(".yml"))
                ? Optional.of(Path.of(call.operand(0)))
                : Optional.empty();
    }

    Plan plan(Invocation call) {
        Draft draft = draft(call);
        each(call, "--vary", vary, (text, span) -> draft.replace(Axes.parse(text, span)));
        listed(call, "--topology", topologies, draft);
        listed(call, "--algorithm", algorithms, draft);
        if (!sizes.isEmpty()) {
            draft.replace(elements(call, draft.words()));
        }
        each(call, "--minimize", minimize, (text, span) -> draft.objective(Objective.parse(text, false, span)));
        each(call, "--maximize", maximize, (text, span) -> draft.objective(Objective.parse(text, true, span)));
        each(call, "--where", where, (text, span) -> draft.where(new Constraint(text.strip(), span)));
        if (samples > 0) {
            draft.samples(samples);
        }
        if (call.isGiven("--seed")) {
            draft.seed(seed);
        }
        if (rungs.size() > 1) {
            throw new DiagnosticException(Diagnostic.error(
                            ExploreCode.BAD_RUNGS,
                            call.spanOf("--rungs"),
                            "`--rungs` is given " + rungs.size() + " times")
                    .hint("one option or path makes runs longer; name its values in order"));
        }
        each(call, "--rungs", rungs, (text, span) -> draft.rungs(Axes.parse(text, span)));
        if (keep > 0) {
            draft.keep(keep, call.spanOf("--keep"));
        }
        return draft.plan();
    }

    private static Draft draft(Invocation call) {
        Optional<Path> file = file(call);
        if (file.isEmpty()) {
            Draft draft = new Draft();
            List<String> words = call.operands();
            draft.words(!words.isEmpty() && words.getFirst().equals("run") ? words.subList(1, words.size()) : words);
            return draft;
        }
        Diagnostics problems = new Diagnostics();
        var source = TextFiles.read(file.get(), problems);
        problems.throwIfErrors();
        return SpecReader.read(source.orElseThrow());
    }

    private interface Taker {
        void take(String text, Span span);
    }

    private static void each(Invocation call, String option, List<String> texts, Taker taker) {
        List<Span> spans = call.spansOf(option);
        for (int i = 0; i < texts.size(); i++) {
            taker.take(texts.get(i), i < spans.size() ? spans.get(i) : Span.none());
        }
    }

    private static void listed(Invocation call, String option, List<String> values, Draft draft) {
        if (!values.isEmpty()) {
            draft.replace(Axes.parse(option + "=" + String.join(",", values), call.spanOf(option)));
        }
    }

    /// The elements that sizes in bytes are, by the type of the workload.
    private Axis elements(Invocation call, List<String> words) {
        String type = "f16";
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).startsWith("--dtype=")) {
                type = words.get(i).substring("--dtype=".length());
            } else if (words.get(i).equals("--dtype") && i + 1 < words.size()) {
                type = words.get(i + 1);
            }
        }
        DType dtype = DType.parse(type).orElse(DType.F16);
        List<String> counts = new ArrayList<>();
        for (long size : sizes) {
            if (size % dtype.bytesFor(1) != 0) {
                throw new DiagnosticException(Diagnostic.error(
                                ExploreCode.BAD_SIZE,
                                call.spanOf("--sizes"),
                                size + " bytes are not a whole number of " + dtype.text() + " elements")
                        .hint("name multiples of " + dtype.bytesFor(1)));
            }
            counts.add(Long.toString(size / dtype.bytesFor(1)));
        }
        return Axes.parse("--elements=" + String.join(",", counts), call.spanOf("--sizes"));
    }
}
