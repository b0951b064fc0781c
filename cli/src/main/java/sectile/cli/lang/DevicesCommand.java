package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.io.AtomicFiles;
import sectile.base.json.JsonWriter;
import sectile.base.yaml.YamlWriter;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.exec.DeviceRequest;
import sectile.cli.exec.Executor;
import sectile.cli.exec.Executors;
import sectile.cli.options.JsonOption;
import sectile.cli.options.OutputFiles;
import sectile.runtime.device.MissingException;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.HostDevice;
import sectile.runtime.predict.Calibration;
import sectile.runtime.predict.HostModel;
import sectile.sim.topology.Topologies;

/// `sectile devices`
public final class DevicesCommand implements Command {
    private final Executors executors;

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(
            names = "--write-topology",
            placeholder = "OUT.yaml",
            converter = Values.File.class,
            description = "measure this CPU, and describe it there as a machine with a PE for each core")
    private @Nullable Path topology;

    public DevicesCommand(Executors executors) {
        this.executors = executors;
    }

    /// A device that can be opened, or what it lacks.
    ///
    /// @param install how to get what is missing
    private record Line(String name, boolean present, String description, String install) {}

    @Override
    public String name() {
        return "devices";
    }

    @Override
    public String summary() {
        return "lists the devices that run tile programs, and what a missing one needs";
    }

    @Override
    public String description() {
        return "Opens every device that --on of `sectile exec` takes, and prints what it is. A device that cannot be"
                + " opened is listed with the program or library that is missing, and the package that has it. The exit"
                + " code is 0 in both cases.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(0, "");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("devices", "what is there and what is missing"),
                new Example("devices --json", "the same for another program"),
                new Example("devices --write-topology cpu.yaml", "this CPU as a machine for `sectile run`"));
    }

    /// Measures this CPU and writes it as a topology.
    private void describe(Path file, Invocation call) throws IOException {
        new OutputFiles(call).output("--write-topology", Optional.of(file)).check();
        call.limits().progress().begin("measuring this CPU");
        var request = DeviceRequest.of(() -> Topologies.preset("small", List.of()));
        try (ProgramDevice device = executors.open("host", request, call.spanOf("--write-topology"))) {
            HostModel model = Calibration.measure((HostDevice) device);
            AtomicFiles.write(file, YamlWriter.text(model.document(1, 0)));
        }
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        if (topology != null) {
            describe(topology, call);
        }
        var lines = new ArrayList<Line>();
        for (Executor executor : executors.all()) {
            if (executor.programs().isPresent()) {
                look(executor, lines);
            }
        }
        if (json.wanted()) {
            call.console().document(document -> write(document, lines));
        } else {
            var text = new StringBuilder();
            for (Line line : lines) {
                text.append(line.name())
                        .append(line.present() ? ": " : ": missing: ")
                        .append(line.description())
                        .append('\n');
                if (!line.install().isEmpty()) {
                    text.append("  ").append(line.install()).append('\n');
                }
            }
            call.console().print(text.toString());
        }
        return ExitCode.OK;
    }

    /// A device, and those of its kind with the next numbers.
    private static void look(Executor first, List<Line> lines) {
        Optional<Executor> next = Optional.of(first);
        for (int index = 1; next.isPresent(); index++) {
            Executor executor = next.get();
            var request = DeviceRequest.of(() -> Topologies.preset("small", List.of()));
            try (@Nullable ProgramDevice device = executor.open(request).orElse(null)) {
                lines.add(new Line(
                        executor.name(), true, device == null ? executor.summary() : device.description(), ""));
            } catch (DiagnosticException e) {
                // One that is there and does not open is listed; numbers beyond the last are not.
                if (index == 1 || !(e instanceof MissingException)) {
                    Diagnostic problem = e.diagnostics().getFirst();
                    lines.add(new Line(executor.name(), false, problem.message(), problem.hint()));
                }
                return;
            }
            next = first.at(index);
        }
    }

    private static void write(JsonWriter document, List<Line> lines) {
        document.beginObject();
        document.name("devices");
        document.beginArray();
        for (Line line : lines) {
            document.beginObject();
            document.name("name");
            document.value(line.name());
            document.name("present");
            document.value(line.present());
            document.name("description");
            document.value(line.description());
            document.name("install");
            document.value(line.install());
            document.endObject();
        }
        document.endArray();
        document.endObject();
    }
}
