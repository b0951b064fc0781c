package sectile.cli.doctor;

import com.beust.jcommander.ParametersDelegate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.json.JsonWriter;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.HelpText;
import sectile.cli.command.HelpText.Row;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.options.JsonOption;
import sectile.cli.problem.CliCode;

/// `sectile doctor`
public final class DoctorCommand implements Command {
    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Override
    public String name() {
        return "doctor";
    }

    @Override
    public String summary() {
        return "lists the tools and devices of this host, and what a missing one would add";
    }

    @Override
    public String description() {
        return """
                Without TOOL it checks all of them and ends with exit code 0: only the JDK in the list is
                needed to run Sectile. With TOOL it checks only those, and ends with 3 if one is missing.
                """;
    }

    @Override
    public Operands operands() {
        return Operands.any("[TOOL...]");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("doctor", "everything"),
                new Example("doctor gcc opencl", "only these two; exit code 3 if one is missing"),
                new Example("doctor --json", "everything, for another program"));
    }

    @Override
    public ExitCode run(Invocation call) {
        List<Finding> findings = look(wanted(call));
        boolean allThere = findings.stream().allMatch(Finding::present);
        boolean ok = allThere || call.operands().isEmpty();
        if (json.wanted()) {
            call.console().document(document -> write(document, ok, findings));
        } else {
            call.console().print(text(findings));
        }
        return ok ? ExitCode.OK : ExitCode.MISSING;
    }

    private static List<Tool> wanted(Invocation call) {
        List<Tool> all = Tools.all();
        List<String> names = all.stream().map(Tool::name).toList();
        var problems = new Diagnostics();
        for (int i = 0; i < call.operands().size(); i++) {
            String name = call.operand(i);
            if (!names.contains(name)) {
                problems.error(
                        CliCode.UNKNOWN_TOOL,
                        call.spanOfOperand(i),
                        "`" + name + "` is not a tool that Sectile checks",
                        Nearest.hint(name, names));
            }
        }
        problems.throwIfErrors();
        return call.operands().isEmpty()
                ? all
                : all.stream()
                        .filter(tool -> call.operands().contains(tool.name()))
                        .toList();
    }

    /// All at the same time, because each waits for another program.
    private static List<Finding> look(List<Tool> tools) {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Finding>> futures =
                    tools.stream().map(tool -> executor.submit(tool::look)).toList();
            var findings = new ArrayList<Finding>();
            for (Future<Finding> future : futures) {
                findings.add(future.get());
            }
            return findings;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a probe failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while looking for tools", e);
        }
    }

    private static void write(JsonWriter document, boolean ok, List<Finding> findings) {
        document.beginObject().member("ok", ok).name("tools").beginArray();
        for (Finding finding : findings) {
            document.beginObject()
                    .member("name", finding.tool().name())
                    .member("present", finding.present())
                    .member(finding.present() ? "version" : "reason", finding.version())
                    .member("place", finding.place())
                    .member("gives", finding.tool().gives());
            document.name("packages").beginArray();
            finding.tool().packages().forEach(document::value);
            document.endArray().endObject();
        }
        document.endArray().endObject();
    }

    private static String text(List<Finding> findings) {
        var out = new StringBuilder();
        List<Finding> present = findings.stream().filter(Finding::present).toList();
        List<Finding> missing =
                findings.stream().filter(finding -> !finding.present()).toList();
        if (!present.isEmpty()) {
            out.append("present:\n")
                    .append(HelpText.table(present.stream()
                            .map(finding -> new Row(finding.tool().name(), finding.version() + ", " + finding.place()))
                            .toList()));
        }
        if (!missing.isEmpty()) {
            out.append("missing:\n")
                    .append(HelpText.table(missing.stream()
                            .map(finding -> new Row(
                                    finding.tool().name(),
                                    finding.version() + "; would add: "
                                            + finding.tool().gives()))
                            .toList()));
            var packages = missing.stream()
                    .flatMap(finding -> finding.tool().packages().stream())
                    .distinct()
                    .toList();
            out.append("to install what is missing: apt-get install ")
                    .append(String.join(" ", packages))
                    .append('\n');
        }
        return out.toString();
    }
}
