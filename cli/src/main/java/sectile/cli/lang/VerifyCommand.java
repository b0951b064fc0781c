package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.order.Order;
import sectile.check.ProgramSubject;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.check.explore.Subject;
import sectile.check.fault.Faults;
import sectile.check.race.MemoryOrder;
import sectile.check.superfluous.ProgramVariants;
import sectile.check.superfluous.Superfluous;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.MachineOptions;
import sectile.cli.options.OutputFiles;
import sectile.cli.problem.CliCode;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.interp.problem.ExecCode;
import sectile.ir.Program;
import sectile.ir.algorithm.AlgorithmProgram;
import sectile.ir.expr.DistributedTensorType;
import sectile.runtime.simulated.AlgorithmWorkload;
import sectile.runtime.simulated.SimulatedRun;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topology;

/// `sectile verify`
public final class VerifyCommand implements Replayable {
    static final String NAME = "verify";
    /// Numbers of ranks that are tried when none is given.
    private static final List<Integer> USUAL_RANKS = List.of(2, 3, 4, 8);

    /// Elements of a chunk of an algorithm, of which every one behaves alike.
    private static final int CHUNK = 4;

    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @ParametersDelegate
    private final ProgramInputs inputs = new ProgramInputs();

    @ParametersDelegate
    private final AlgorithmOptions algorithm = new AlgorithmOptions();

    @ParametersDelegate
    private final SearchOptions search = new SearchOptions();

    @ParametersDelegate
    private final FindingFiles files = new FindingFiles();

    @ParametersDelegate
    private final FaultOptions faults = new FaultOptions();

    @ParametersDelegate
    private final SuperfluousOptions superfluous = new SuperfluousOptions();

    @Parameter(
            names = "--topology",
            placeholder = "FILE|PRESET",
            description = "the machine on which --superfluous measures time, with as many SIPs as ranks; if not given,"
                    + " topology.yaml of this directory, else default")
    private @Nullable String topology;

    @Parameter(
            names = "--ranks",
            placeholder = "N[-M]",
            converter = RankRange.Converter.class,
            description = "how many devices; the fewest that the program runs on if not given")
    private @Nullable RankRange ranks;

    @Parameter(
            names = "--order",
            placeholder = "ORDER",
            converter = OrderValue.class,
            description = "`strong`, the default: a signal passes on all that its sender wrote before;"
                    + " `silicon`: only what it wrote before the last fence")
    private MemoryOrder order = MemoryOrder.STRONG;

    @Parameter(
            names = "--calls",
            placeholder = "N",
            converter = Values.Count.class,
            description = "call the entry so often with the same windows, to see whether a call leaves signals behind;"
                    + " 1 if not given")
    private int calls = 1;

    private @Nullable AlgorithmWorkload workload;
    private ProgramOptions.@Nullable Prepared known;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "looks for races and deadlocks of a tile program in every order of its parts";
    }

    @Override
    public String description() {
        return "Runs the program on the interpreter in one order of each class of equivalent orders. The verdict is"
                + " `proved` when all of them were run and none has a mistake, `not found` when not all of them could be"
                + " run, and `found` with an explanation of each mistake. Without --explore or --schedules it explores for"
                + " half of the time and then draws orders. The exit code is 1 if there are findings.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("verify examples/all_reduce.py --ranks 4", "every order of four ranks"),
                new Example("verify examples/task_graph.py --schedules 100", "a hundred drawn orders"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        OutputFiles written = files.begin(call).input(Path.of(call.operand(0)));
        check(call);
        written.check();
        return files.answer(call, verify(call), count -> verifier(call, count));
    }

    /// Reports options that do not go together.
    private void check(Invocation call) {
        Diagnostics problems = new Diagnostics();
        search.check(call, problems);
        if (isAlgorithm(call)) {
            AlgorithmOptions.refuseOthers(
                    call, List.of("--ranks", "--entry", "--input", "--shape", "--set", "--program"), problems);
        } else {
            algorithm.refuse(call, problems);
        }
        problems.throwIfErrors();
    }

    @Override
    public Verified verify(Invocation call) {
        check(call);
        Path file = Path.of(call.operand(0));
        if (!isAlgorithm(call) && Files.isRegularFile(file) && Dialect.of(file) == Dialect.KERNEL) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.OPTIONS_BEFORE_FILE,
                            call.spanOfOperand(0),
                            "`" + file + "` is not a tile program: it does not import pypto.language")
                    .hint("for a tl kernel write `sectile verify FILE.py` first, then the options"));
        }
        ProgramOptions.Prepared prepared = prepare(call);
        var done = new ArrayList<Verification>();
        List<Integer> counts = ranks(call, prepared);
        Diagnostics problems = new Diagnostics();
        Faults wrong = faults.read(call);
        wrong.checkOnInterpreter(counts.getFirst(), call.spanOf("--faults"), problems);
        problems.throwIfErrors();
        for (int count : counts) {
            call.limits().progress().begin("verifying " + title(prepared) + " on " + count + " ranks");
            done.add(faults.search(
                    call, search, verifier(call, prepared, count), (actor, rank) -> actor.rank() == rank));
            if (done.getLast().verdict() == Verdict.FOUND) {
                break;
            }
        }
        List<Superfluous.Answer> left = superfluous.wanted() && done.getLast().verdict() != Verdict.FOUND
                ? SuperfluousOptions.ofProgram(
                        call,
                        search,
                        new ProgramVariants(
                                prepared.program(),
                                prepared.run().repeated(calls).disturbedBy(wrong.onInterpreter()),
                                order),
                        counts,
                        program -> time(call, program, prepared.run().on(counts.getLast())))
                : List.of();
        return new Verified(
                title(prepared),
                order,
                done,
                prepared.program().origin().span().source().text(),
                words(call),
                left);
    }

    /// What a program takes on the simulated machine.
    private long time(Invocation call, Program program, Run run) {
        Topology chosen =
                MachineOptions.named(topology).machine(List.of("system.sips.count=" + run.ranks()), call.console());
        try (Machine machine = Machine.open(
                chosen, sectile.sim.machine.MachineOptions.standard().within(call.limits()))) {
            return SimulatedRun.of(program, run).on(machine).latencyPs();
        }
    }

    @Override
    public String text(Invocation call) {
        return prepare(call).program().origin().span().source().text();
    }

    @Override
    public Verifier verifier(Invocation call, int count) {
        return verifier(call, prepare(call), count);
    }

    private Verifier verifier(Invocation call, ProgramOptions.Prepared prepared, int count) {
        Run run = prepared.run().on(count).repeated(calls);
        Faults wrong = faults.read(call);
        Subject disturbed = subject(prepared.program(), run.disturbedBy(wrong.onInterpreter()));
        var verifier =
                new Verifier(disturbed, count, prepared.program().origin().span(), order);
        // What must come out is what comes out when nothing goes wrong.
        return wrong.isEmpty()
                ? verifier
                : verifier.expecting(subject(prepared.program(), run).run(Order.firstCome(), event -> {}));
    }

    private Subject subject(Program program, Run run) {
        var subject = new ProgramSubject(program, run.patient(Verifier.PATIENCE));
        AlgorithmWorkload known = workload;
        return known == null ? subject : new AlgorithmSubject(subject, known);
    }

    private String title(ProgramOptions.Prepared prepared) {
        return faults.title(workload == null ? prepared.function().name() : workload.name());
    }

    private static boolean isAlgorithm(Invocation call) {
        return AlgorithmOptions.isAlgorithm(call.operand(0));
    }

    private List<Integer> ranks(Invocation call, ProgramOptions.Prepared prepared) {
        if (isAlgorithm(call)) {
            return List.of(prepared.run().ranks());
        }
        return ranks == null ? List.of(usualRanks(prepared)) : ranks.all();
    }

    /// Reads the program once, so that what there is to say about its text is said once.
    private ProgramOptions.Prepared prepare(Invocation call) {
        ProgramOptions.Prepared once = known;
        if (once == null) {
            once = read(call);
            known = once;
        }
        return once;
    }

    private ProgramOptions.Prepared read(Invocation call) {
        if (isAlgorithm(call)) {
            AlgorithmWorkload read = algorithm.read(call, CHUNK, search.seed());
            workload = read;
            return new ProgramOptions.Prepared(
                    read.program(),
                    read.program().function(AlgorithmProgram.ENTRY),
                    read.run().within(call.limits()));
        }
        return inputs.prepare(
                call,
                specialisation.read(call, inputs.entry()),
                specialisation.shapes(call),
                specialisation.constants(call),
                search.seed());
    }

    /// One rank for a program without windows; otherwise the fewest on which all devices exist that it names.
    private static int usualRanks(ProgramOptions.Prepared prepared) {
        boolean distributed = prepared.program().functions().stream()
                .flatMap(function -> function.params().stream())
                .anyMatch(param -> param.variable().type() instanceof DistributedTensorType);
        if (!distributed) {
            return 1;
        }
        for (int count : USUAL_RANKS) {
            try {
                new Interpreter(prepared.program()).run(prepared.run().on(count));
                return count;
            } catch (DiagnosticException e) {
                if (e.diagnostics().stream().noneMatch(problem -> problem.is(ExecCode.NO_SUCH_DEVICE))) {
                    return count;
                }
            }
        }
        return USUAL_RANKS.getFirst();
    }

    /// A command line that verifies the same.
    private List<String> words(Invocation call) {
        var words = new ArrayList<String>();
        words.add(NAME);
        words.add(call.operand(0));
        words.addAll(inputs.words());
        words.addAll(specialisation.words());
        words.addAll(algorithm.words());
        if (search.seed() != 0) {
            words.addAll(List.of("--seed", String.valueOf(search.seed())));
        }
        if (order != MemoryOrder.STRONG) {
            words.addAll(List.of("--order", order.text()));
        }
        if (calls != 1) {
            words.addAll(List.of("--calls", String.valueOf(calls)));
        }
        words.addAll(faults.words());
        return words;
    }
}
