package sectile.cli.options;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.yaml.YamlMap;
import sectile.cli.command.Console;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.problem.CliCode;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Which machine: `--topology` and `--set`.
public final class MachineOptions {
    private static final String DEFAULT = "default";
    private static final String SIPS = "system.sips.count";

    @Parameter(
            names = "--topology",
            placeholder = "FILE|PRESET",
            description =
                    "the machine: a file, or default, small, flat, torus, large, energy; if not given, topology.yaml of this"
                            + " directory, else default")
    private @Nullable String topology;

    @Parameter(
            names = "--set",
            placeholder = "PATH=VALUE",
            splitter = Values.Unsplit.class,
            description = "change a value of the topology, such as system.sips.count=4; may be repeated")
    private List<String> settings = new ArrayList<>();

    private final boolean separate;
    private boolean reported;

    public MachineOptions() {
        this(false);
    }

    /// @param separate whether settings without a dot in their names are not for the machine
    public MachineOptions(boolean separate) {
        this.separate = separate;
    }

    /// A machine by name, for a verb with options of its own; that of the working directory if it is null.
    public static MachineOptions named(@Nullable String name) {
        var options = new MachineOptions();
        options.topology = name;
        return options;
    }

    private boolean isForMachine(String setting) {
        int end = setting.indexOf('=');
        return !separate || (end < 0 ? setting : setting.substring(0, end)).indexOf('.') >= 0;
    }

    /// All settings, in the order of the command line.
    public List<String> settings() {
        return settings;
    }

    /// The settings that are not for the machine.
    public List<String> programSettings() {
        return settings.stream().filter(setting -> !isForMachine(setting)).toList();
    }

    private List<String> machineSettings() {
        return new ArrayList<>(settings.stream().filter(this::isForMachine).toList());
    }

    /// The file that describes the machine, if it is none of those that come with the simulator.
    public Optional<Path> file() {
        String name = name();
        return Topologies.presetNames().contains(name) ? Optional.empty() : Optional.of(Path.of(name));
    }

    /// Reads the machine and shows warnings. What is wrong with it is thrown as one exception with all diagnostics.
    public Topology machine(Console console) {
        return machine(name(), List.of(), console);
    }

    /// The same with further settings after those of the command line.
    public Topology machine(List<String> further, Console console) {
        return machine(name(), further, console);
    }

    /// The further settings with which there is a SIP for each rank: none if the machine has enough of them, or if the
    /// command line says how many.
    public List<String> settingsFor(int ranks) {
        if (settings.stream().anyMatch(setting -> setting.startsWith(SIPS + "="))) {
            return List.of();
        }
        // What is wrong with the machine is reported when it is read to be used.
        boolean fewer = Topologies.open(name(), machineSettings(), new Diagnostics())
                .filter(machine -> machine.sips() < ranks)
                .isPresent();
        return fewer ? List.of(SIPS + "=" + ranks) : List.of();
    }

    /// The same for a verb whose first operand may name the machine, too.
    public Topology machineOf(Invocation call) {
        if (call.operands().isEmpty()) {
            return machine(call.console());
        }
        if (call.isGiven("--topology")) {
            throw new DiagnosticException(
                    Diagnostic.error(CliCode.TOPOLOGY_TWICE, call.spanOf("--topology"), "the machine is named twice")
                            .note(call.spanOfOperand(0), "first here")
                            .hint("keep one of them"));
        }
        return machine(call.operand(0), List.of(), call.console());
    }

    /// The same machine as a document that is complete in itself, to start a file from.
    public YamlMap documentOf(Invocation call) {
        machineOf(call);
        return document(call.operands().isEmpty() ? name() : call.operand(0), List.of());
    }

    private String name() {
        return topology == null ? LocalFiles.topology().map(Path::toString).orElse(DEFAULT) : topology;
    }

    /// The machine with further settings as a document that is complete in itself.
    public YamlMap document(List<String> further) {
        return document(name(), further);
    }

    private YamlMap document(String name, List<String> further) {
        var all = machineSettings();
        all.addAll(further);
        var problems = new Diagnostics();
        var document = Topologies.document(name, all, problems);
        problems.throwIfErrors();
        return document.orElseThrow();
    }

    private Topology machine(String name, List<String> further, Console console) {
        boolean local = LocalFiles.topology().map(Path::toString).equals(Optional.of(name));
        if (topology == null && local && !reported) {
            reported = true;
            console.note("using topology.yaml of this directory");
        }
        var problems = new Diagnostics();
        var all = machineSettings();
        all.addAll(further);
        var machine = Topologies.open(name, all, problems);
        problems.throwIfErrors();
        console.show(problems.all());
        return machine.orElseThrow();
    }
}
