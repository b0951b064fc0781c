package sectile.cli.explore;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.lang.CompiledDirectory;
import sectile.cli.options.JsonOption;
import sectile.cli.options.OutputFiles;
import sectile.explore.Cluster;
import sectile.explore.Exploration;
import sectile.explore.ExploreCode;
import sectile.explore.Findings;
import sectile.explore.FindingsJson;
import sectile.explore.FindingsPage;
import sectile.explore.FindingsText;
import sectile.explore.Journal;
import sectile.explore.LocalMeasurer;
import sectile.explore.Measured;
import sectile.explore.Measurer;
import sectile.explore.Plan;
import sectile.runtime.device.MissingException;

/// `sectile explore`
public final class ExploreCommand implements Command {
    private static final String LOCAL = "local";
    private static final String SPARK = "spark";

    private final Function<List<String>, Measured> runner;
    private final Supplier<List<String>> workloads;

    @ParametersDelegate
    private final PlanOptions choices = new PlanOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(
            names = {"-j", "--jobs"},
            placeholder = "N",
            converter = Values.Count.class,
            description = "points to execute at a time; as many as there are processors if not given")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Parameter(
            names = "--on",
            placeholder = "local|spark|spark://HOST:PORT",
            description =
                    "who executes the points: this process, Spark inside it, or a Spark cluster; local if not given")
    private String on = LOCAL;

    @Parameter(
            names = "--journal",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "write every point as it is measured; points that the file has are not measured again")
    private @Nullable Path journal;

    @Parameter(
            names = "--csv",
            placeholder = "FILE.csv",
            converter = Values.CsvFile.class,
            description = "write all points with all their figures")
    private @Nullable Path csv;

    @Parameter(
            names = "--report",
            placeholder = "FILE.html",
            converter = Values.HtmlFile.class,
            description = "write a page with tables and plots")
    private @Nullable Path report;

    /// @param runner executes the words after `sectile`
    /// @param workloads the words that may follow `run`
    public ExploreCommand(Function<List<String>, Measured> runner, Supplier<List<String>> workloads) {
        this.runner = runner;
        this.workloads = workloads;
    }

    @Override
    public String name() {
        return "explore";
    }

    @Override
    public String summary() {
        return "runs a workload on many machines and shows which are worth building";
    }

    @Override
    public String description() {
        return """
                WORKLOAD is what follows `sectile run`: a name or a file, and its options, all after `--`. SPEC.yaml says the
                same in a file (docs/explore.md); options add to it. Every point of the grid of all values is one
                `sectile run`, and the result shows the points that no other point beats in all objectives, and how
                much each axis matters. The results are the same for any -j and after any interruption.
                The exit code is 1 if a point has wrong values, and 2 if some point cannot be run.
                """;
    }

    @Override
    public Operands operands() {
        return Operands.any("SPEC.yaml | -- WORKLOAD...");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "explore --vary system.sips.count=4,8,16 --vary system.links.sip_sip.bandwidth_gbs=50..400*2"
                                + " --minimize latency_ps --minimize cost=count*bandwidth_gbs --report explore.html"
                                + " -- allreduce --topology flat --elements 65536 --no-data",
                        "more ranks or faster links?"),
                new Example(
                        "explore --algorithm ring,tree --sizes 4K,1M -- allreduce --topology flat --no-data",
                        "algorithms by size"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        checkFiles(call);
        Plan plan = choices.plan(call);
        checkWorkload(plan.words().getFirst());
        Optional<Cluster> cluster = cluster(call);
        Findings findings;
        try (Journal kept = journal(call, plan)) {
            findings = cluster.isEmpty()
                    ? explored(call, plan, new LocalMeasurer(runner, jobs), kept)
                    : exploredOn(cluster.get(), call, plan, kept);
        }
        show(call, findings);
        return findings.failed().isEmpty()
                ? findings.wrong().isEmpty() ? ExitCode.OK : ExitCode.WRONG
                : ExitCode.USER_ERROR;
    }

    private static Findings explored(Invocation call, Plan plan, Measurer measurer, Journal kept) {
        return new Exploration(plan, measurer, kept, call.limits().progress()).run();
    }

    private Findings exploredOn(Cluster cluster, Invocation call, Plan plan, Journal kept) {
        String address = on.substring(cluster.name().length());
        try (Cluster.Connection connection = cluster.connect(
                address.startsWith("://") ? address.substring(1) : address.replaceFirst("^:", ""), jobs)) {
            return explored(call, plan, connection, kept);
        } catch (Cluster.Unreachable e) {
            throw new MissingException(Diagnostic.error(
                            ExploreCode.CLUSTER_UNREACHABLE,
                            call.spanOf("--on"),
                            "Spark cannot be reached: " + e.getMessage())
                    .hint("start its master and workers, or leave --on out to explore on this host"));
        } catch (Cluster.Lost e) {
            throw new MissingException(Diagnostic.error(
                            ExploreCode.CLUSTER_LOST,
                            call.spanOf("--on"),
                            "Spark ended before all points were executed: " + e.getMessage())
                    .hint("with --journal FILE, the same command continues where this one ended"));
        }
    }

    /// What executes points, if that is not this process alone.
    private Optional<Cluster> cluster(Invocation call) {
        if (on.equals(LOCAL)) {
            return Optional.empty();
        }
        if (!on.equals(SPARK) && !on.startsWith(SPARK + ":")) {
            throw new DiagnosticException(Diagnostic.error(
                            ExploreCode.UNKNOWN_CLUSTER,
                            call.spanOf("--on"),
                            "points cannot be executed on `" + on + "`")
                    .hint("use local, spark, spark://HOST:PORT or spark:MASTER"));
        }
        return Optional.of(ServiceLoader.load(Cluster.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(SPARK))
                .findFirst()
                .orElseThrow(() -> new MissingException(Diagnostic.error(
                                ExploreCode.CLUSTER_NOT_LOADED,
                                call.spanOf("--on"),
                                "the libraries of Spark are not loaded")
                        .hint("start it by ./sectile of a checkout, which fetches them on first use"))));
    }

    private void checkWorkload(String word) {
        if (!word.startsWith("-")
                && !word.endsWith(".py")
                && !workloads.get().contains(word)
                && !CompiledDirectory.is(Path.of(word))) {
            throw new DiagnosticException(
                    Diagnostic.error(ExploreCode.UNKNOWN_WORKLOAD, Span.none(), "there is no workload `" + word + "`")
                            .hint(Nearest.hint(word, workloads.get())));
        }
    }

    private Journal journal(Invocation call, Plan plan) throws IOException {
        return journal == null
                ? Journal.none()
                : Journal.open(journal, Identity.of(plan), call.spanOf("--journal"), call.console()::note);
    }

    private void checkFiles(Invocation call) throws IOException {
        OutputFiles files = new OutputFiles(call)
                .output("--csv", Optional.ofNullable(csv))
                .output("--report", Optional.ofNullable(report))
                .output("--journal", Optional.ofNullable(journal));
        PlanOptions.file(call).ifPresent(files::input);
        files.check();
    }

    private void show(Invocation call, Findings findings) {
        if (csv != null) {
            FindingsText.writeCsv(csv, findings);
        }
        if (report != null) {
            FindingsPage.write(report, findings);
        }
        if (json.wanted()) {
            call.console().document(writer -> FindingsJson.write(writer, findings));
        } else {
            call.console().print(FindingsText.text(findings));
        }
        call.console().show(failures(findings));
        Optional.ofNullable(csv).ifPresent(file -> call.console().note("points: " + file));
        Optional.ofNullable(report).ifPresent(file -> call.console().note("report: " + file));
    }

    /// Why points failed, each reason once.
    private static List<Diagnostic> failures(Findings findings) {
        Map<Measured.Failed, Integer> counts = new LinkedHashMap<>();
        Map<Measured.Failed, String> commands = new LinkedHashMap<>();
        for (Findings.Row row : findings.failed()) {
            Measured.Failed failed = (Measured.Failed) row.measured();
            counts.merge(failed, 1, Integer::sum);
            commands.putIfAbsent(failed, "sectile " + String.join(" ", row.words()));
        }
        return counts.keySet().stream()
                .map(failed -> Exploration.diagnostic(failed)
                        .note(
                                Span.none(),
                                counts.get(failed) + " of " + findings.rows().size() + " points, such as: "
                                        + commands.get(failed)))
                .toList();
    }
}
