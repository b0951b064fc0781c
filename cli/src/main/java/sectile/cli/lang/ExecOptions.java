package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.exec.Executor;
import sectile.cli.options.JsonOption;
import sectile.cli.options.MachineOptions;
import sectile.cli.problem.CliCode;
import sectile.sim.topology.Topology;

/// What `exec` takes for programs and for kernels: the executor, its machine, the seed.
public final class ExecOptions {
    private static final String SETTING = "NAME=VALUE, such as N=64";

    @Parameter(
            names = "--on",
            placeholder = "EXECUTOR",
            description =
                    "the executor: functional or machine for a kernel; interpreter, machine, host or another device"
                            + " for a program (`sectile devices` lists them); if not given, functional, interpreter, and for"
                            + " `eval` host")
    private @Nullable String name;

    @Parameter(
            names = "--seed",
            placeholder = "N",
            converter = Values.Whole.class,
            description = "what all random values come from; 1 if not given")
    private long seed = 1;

    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions(true);

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    public void begin(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
    }

    public boolean wantsJson() {
        return json.wanted();
    }

    public long seed() {
        return seed;
    }

    /// The name of the executor.
    public String name(String fallback) {
        return name == null ? fallback : name;
    }

    public Span span(Invocation call) {
        return call.isGiven("--on") ? call.spanOf("--on") : Span.none();
    }

    /// A kernel is placed on a machine whatever executes it; the machine of a program has an effect only on an executor
    /// that uses one, and is refused otherwise.
    void check(Executor executor, Invocation call, Diagnostics problems) {
        if (executor.usesMachine()) {
            return;
        }
        refuse("--topology", executor, call, problems);
        for (Setting setting : Setting.of(call, "--set", machine.settings(), SETTING)) {
            if (setting.name().indexOf('.') >= 0) {
                refuse("--set " + setting.name(), setting.span(), executor, problems);
            }
        }
    }

    /// Refuses an option that has no effect on an executor.
    public void refuse(String option, Executor executor, Invocation call, Diagnostics problems) {
        if (call.isGiven(option)) {
            refuse(option, call.spanOf(option), executor, problems);
        }
    }

    private static void refuse(String option, Span at, Executor executor, Diagnostics problems) {
        problems.error(
                CliCode.OPTION_WITHOUT_EFFECT,
                at,
                "`" + option + "` has no effect on the executor `" + executor.name() + "`",
                "use --on machine, or leave it out");
    }

    /// What `--set` says about the program rather than the machine.
    Map<String, Object> constants(Invocation call) {
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Setting setting : Setting.of(call, "--set", machine.settings(), SETTING)) {
            if (setting.name().indexOf('.') < 0) {
                constants.put(setting.name(), setting.scalar());
            }
        }
        return constants;
    }

    /// What `--set` says about the program, as it was written.
    public List<String> programSettings() {
        return machine.programSettings();
    }

    /// The machine with as many SIPs as there are ranks, at least, unless the command line says how many.
    public Topology machine(int ranks, Invocation call) {
        return machine.machine(machine.settingsFor(ranks), call.console());
    }
}
