package sectile.cli.kernel;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.diag.Span;
import sectile.base.order.Order;
import sectile.check.Verifier;
import sectile.check.explore.Answer;
import sectile.check.explore.Subject;
import sectile.check.machine.MachineSubject;
import sectile.check.machine.WorkloadAnswer;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.lang.MachineVerify;
import sectile.cli.lang.RankRange;
import sectile.cli.lang.Verified;
import sectile.cli.options.MachineOptions;
import sectile.cli.options.OutputFiles;
import sectile.script.launch.KernelRun;
import sectile.script.launch.KernelWorkload;
import sectile.sim.Place;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.topology.Topology;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.WorkloadResult;

/// `sectile verify` of a `tl` kernel
public final class VerifyKernelCommand implements MachineVerify.Kernels {
    public static final String NAME = "verify FILE.py";

    @ParametersDelegate
    private final MachineVerify verify = new MachineVerify();

    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions(true);

    @ParametersDelegate
    private final KernelArguments kernel = new KernelArguments();

    @Parameter(
            names = "--ranks",
            placeholder = "N[-M]",
            converter = RankRange.Converter.class,
            description = "how many of the chosen PEs, the first ones; all if not given")
    private @Nullable RankRange ranks;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "looks for races, overwritten slots and deadlocks of a kernel in every order";
    }

    @Override
    public String description() {
        return "Runs the kernel on the simulated machine in one order of each class of equivalent orders of its PEs and"
                + " messages. " + KernelOptions.DESCRIPTION;
    }

    @Override
    public Operands operands() {
        return new Operands(1, 1, "");
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example(
                "verify examples/kernels/hello_ring.py --wiring ring_1d --ranks 2-4", "on two, three and four PEs"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        OutputFiles files = verify.begin(call).input(Path.of(call.operand(0)));
        kernel.addTo(files);
        files.check();
        return verify.answer(call, this, verify(call));
    }

    @Override
    public Verified verify(Invocation call) {
        Topology topology = machine.machine(call.console());
        RankRange asked = ranks;
        List<Integer> counts = asked == null ? List.of(kernel.chosen(topology, call)) : asked.all();
        String name = prepare(topology, counts.getFirst(), line -> {}, call).name();
        return verify.run(call, this, name, counts);
    }

    private KernelRun prepare(Topology topology, int pes, Consumer<String> printer, Invocation call) {
        return kernel.prepare(topology, machine.programSettings(), printer, OptionalInt.of(pes), call);
    }

    @Override
    public String text(Invocation call) {
        Topology topology = machine.machine(call.console());
        return prepare(topology, 1, line -> {}, call).script().source().text();
    }

    @Override
    public Verifier verifier(Invocation call, int pes) {
        Topology topology = machine.machine(call.console());
        KernelRun run = prepare(topology, pes, line -> {}, call);
        var verifier = new Verifier(subject(call, pes, 0), pes, span(run), verify.order());
        // What must come out is what comes out when nothing goes wrong.
        return verify.faults(call).isEmpty() ? verifier : verifier.expecting(undisturbed(call, pes));
    }

    @Override
    public MachineSubject subject(Invocation call, int pes, int slots) {
        Topology topology = machine.machine(verify.faults(call).settings(), call.console());
        return verify.failing(subject(call, topology, pes, slots), call, this);
    }

    @Override
    public Place place(Invocation call, int rank) {
        Topology topology = machine.machine(call.console());
        return prepare(topology, rank + 1, line -> {}, call).places().get(rank);
    }

    private Answer undisturbed(Invocation call, int pes) {
        MachineSubject subject = subject(call, machine.machine(call.console()), pes, 0);
        try {
            return subject.run(Order.firstCome(), event -> {});
        } catch (Subject.OtherSteps e) {
            return subject.run(Order.firstCome(), event -> {});
        }
    }

    private MachineSubject subject(Invocation call, Topology topology, int pes, int slots) {
        QueueConfig asked = kernel.config(topology);
        QueueConfig queues =
                slots == 0 ? asked : new QueueConfig(asked.buffer(), slots, asked.slotBytes(), asked.creditBytes());
        return new MachineSubject(topology, call.limits(), () -> job(call, topology, pes, queues));
    }

    private MachineSubject.Job job(Invocation call, Topology topology, int pes, QueueConfig queues) {
        var printed = new ArrayList<String>();
        KernelRun run = prepare(topology, pes, printed::add, call);
        return on -> {
            printed.clear();
            var outputs = new AtomicReference<SequencedMap<String, NdArray>>(new LinkedHashMap<>());
            var workload = new KernelWorkload(run, queues, found -> {
                outputs.set(found);
                return new ValueCheck();
            });
            WorkloadResult result = workload.run(on, verify.seed());
            return new WorkloadAnswer(result, outputs.get(), printed);
        };
    }

    @Override
    public int slots(Invocation call) {
        Topology topology = machine.machine(call.console());
        return prepare(topology, 1, line -> {}, call).wiring().isEmpty()
                ? 0
                : kernel.config(topology).slots();
    }

    private static Span span(KernelRun run) {
        return new Span(run.script().source(), 0, 0);
    }
}
