package sectile.cli.dist;

import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.check.Verifier;
import sectile.check.machine.MachineSubject;
import sectile.check.machine.WorkloadAnswer;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.lang.MachineVerify;
import sectile.cli.lang.Verified;
import sectile.cli.options.MachineOptions;
import sectile.cli.options.OutputFiles;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.Place;
import sectile.sim.kernel.DeadlockException;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topology;

/// `sectile verify allreduce` and so on: the kernels of a collective algorithm in every order.
public final class VerifyCollectiveCommand implements MachineVerify.Kernels {
    /// Numbers of ranks that are tried when none is given.
    private static final List<Integer> USUAL_RANKS = List.of(2, 3);

    private final Collective collective;

    @ParametersDelegate
    private final MachineVerify verify = new MachineVerify();

    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions();

    @ParametersDelegate
    private final CollectiveOptions choices = new CollectiveOptions();

    private VerifyCollectiveCommand(Collective collective) {
        this.collective = collective;
    }

    /// One command per collective.
    public static List<Command> all() {
        return Arrays.stream(Collective.values())
                .map(collective -> (Command) new VerifyCollectiveCommand(collective))
                .toList();
    }

    private String word() {
        return collective.text().replace("_", "");
    }

    @Override
    public String name() {
        return "verify " + word();
    }

    @Override
    public String summary() {
        return "looks for mistakes of " + collective.text().replace('_', '-') + " algorithms in every order";
    }

    @Override
    public String description() {
        return "Runs the kernels of the algorithm on the simulated machine in one order of each class of equivalent"
                + " orders of PEs and messages, and compares every value. On 2 and on 3 ranks if --ranks is not given.";
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example("verify " + word() + " --ranks 4", "on four ranks"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        OutputFiles files = verify.begin(call);
        choices.inputs().forEach(files::input);
        files.check();
        return verify.answer(call, this, verify(call));
    }

    @Override
    public Verified verify(Invocation call) {
        CollectiveWorkload workload = choices.workload(collective, call);
        String name = workload.config().chosen().getOrDefault(collective, "auto") + " " + workload.name();
        return verify.run(
                call,
                this,
                name,
                call.isGiven("--ranks") ? List.of(topology(call).sips()) : USUAL_RANKS);
    }

    private Topology topology(Invocation call) {
        return machine.machine(choices.settings(), call.console());
    }

    /// The files that say what the algorithm is; built-in ones have none.
    @Override
    public String text(Invocation call) {
        var text = new StringBuilder(collective.text());
        Diagnostics problems = new Diagnostics();
        for (Path input : choices.inputs()) {
            if (Files.exists(input)) {
                TextFiles.read(input, problems).map(SourceFile::text).ifPresent(text::append);
            }
        }
        problems.throwIfErrors();
        return text.toString();
    }

    @Override
    public Verifier verifier(Invocation call, int ranks) {
        CollectiveWorkload workload = choices.workload(collective, call);
        Topology topology = machine.machine(List.of("system.sips.count=" + ranks), call.console());
        // What is wrong with the choice itself is no finding.
        try (Machine plain = Machine.open(
                topology,
                sectile.sim.machine.MachineOptions.standard().withData(false).within(call.limits()))) {
            workload.run(plain, verify.seed());
        } catch (DeadlockException e) {
            // That is one.
            call.limits().check(Span.none());
        }
        return new Verifier(subject(call, ranks, 0), ranks, Span.none(), verify.order());
    }

    /// The one that takes part, or the first one of the SIP.
    @Override
    public Place place(Invocation call, int rank) {
        return new Place(rank, 0, 0);
    }

    @Override
    public MachineSubject subject(Invocation call, int ranks, int slots) {
        var settings = new ArrayList<>(List.of("system.sips.count=" + ranks));
        settings.addAll(verify.faults(call).settings());
        var subject = new MachineSubject(machine.machine(settings, call.console()), call.limits(), () -> {
            CollectiveWorkload workload = workload(call, slots);
            return on -> WorkloadAnswer.of(workload.run(on, verify.seed()));
        });
        return verify.failing(subject, call, this);
    }

    /// @param slots of every queue; as the options say if it is 0
    private CollectiveWorkload workload(Invocation call, int slots) {
        CollectiveWorkload asked = choices.workload(collective, call);
        if (slots == 0) {
            return asked;
        }
        CclConfig config = asked.config();
        for (AlgorithmSettings settings : asked.config().algorithms().values()) {
            config = config.with(settings.with(
                    settings.queues().slots(slots, settings.queues().slotSize())));
        }
        return new CollectiveWorkload(
                collective, asked.elements(), asked.dtype(), asked.op(), config, asked.registries());
    }

    /// What a barrier orders is in the program of its caller.
    @Override
    public boolean carriesValues() {
        return collective != Collective.BARRIER;
    }

    /// Those of the algorithm; those of `ring` where the algorithm is chosen by size.
    @Override
    public int slots(Invocation call) {
        CclConfig config = choices.workload(collective, call).config();
        String chosen = config.chosen().getOrDefault(collective, CclConfig.AUTO);
        return config.algorithm(chosen.equals(CclConfig.AUTO) ? "ring" : chosen)
                .queues()
                .slots();
    }
}
