package sectile.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.cli.command.Command;
import sectile.cli.command.Invocation;
import sectile.cli.compare.CompareCommand;
import sectile.cli.completion.CompletionCommand;
import sectile.cli.dist.AlgorithmsCommand;
import sectile.cli.dist.BlockCommand;
import sectile.cli.dist.CollectiveCommand;
import sectile.cli.dist.ExportCommand;
import sectile.cli.dist.MlpCommand;
import sectile.cli.dist.RunCommand;
import sectile.cli.dist.SweepCommand;
import sectile.cli.dist.VerifyCollectiveCommand;
import sectile.cli.doctor.DoctorCommand;
import sectile.cli.exec.Executors;
import sectile.cli.explore.ExploreCommand;
import sectile.cli.host.HostCommand;
import sectile.cli.kernel.ExecKernelCommand;
import sectile.cli.kernel.KernelCommand;
import sectile.cli.kernel.VerifyKernelCommand;
import sectile.cli.lang.AlgorithmCommand;
import sectile.cli.lang.AsmCommand;
import sectile.cli.lang.CheckCommand;
import sectile.cli.lang.CompileCommand;
import sectile.cli.lang.CompiledDirectory;
import sectile.cli.lang.DevicesCommand;
import sectile.cli.lang.Dialect;
import sectile.cli.lang.DiffCommand;
import sectile.cli.lang.EvalCommand;
import sectile.cli.lang.ExecCommand;
import sectile.cli.lang.FmtCommand;
import sectile.cli.lang.PassesCommand;
import sectile.cli.lang.PrintCommand;
import sectile.cli.lang.ProgramCommand;
import sectile.cli.lang.ReplayCommand;
import sectile.cli.lang.Replayable;
import sectile.cli.lang.VerifyCommand;
import sectile.cli.ops.OpsCommand;
import sectile.cli.problem.CliCode;
import sectile.cli.run.CopyCommand;
import sectile.cli.run.GemmCommand;
import sectile.cli.run.HelloRingCommand;
import sectile.cli.run.QkvCommand;
import sectile.cli.topology.DrawCommand;
import sectile.cli.topology.ShowCommand;
import sectile.cli.topology.ValidateCommand;
import sectile.compiler.Pipelines;
import sectile.compiler.pass.Pass;
import sectile.compiler.target.Targets;
import sectile.sim.topology.Topologies;

/// All verbs, by name.
final class Verbs {
    private final List<Command> listed;
    private final Command warmUp = new WarmUpCommand();

    /// These verbs, and those every program has.
    Verbs(List<Command> work) {
        listed = Stream.concat(
                        work.stream(),
                        Stream.of(
                                LauncherVerb.classpath(),
                                LauncherVerb.test(),
                                LauncherVerb.formatJava(),
                                LauncherVerb.install(),
                                new CompletionCommand(this::listed, Verbs::names),
                                new HelpCommand(this),
                                new VersionCommand()))
                .toList();
    }

    /// The verbs of Sectile. A new one is added to the list here.
    static Verbs standard() {
        Executors executors = Executors.standard();
        List<Command> runs = new ArrayList<>(CollectiveCommand.all());
        runs.addAll(List.of(new MlpCommand(), new BlockCommand()));
        runs.addAll(List.of(new HelloRingCommand(), new CopyCommand(), new GemmCommand(), new QkvCommand()));
        List<String> workloads = runs.stream()
                .map(command -> command.name().substring("run ".length()))
                .toList();
        List<Command> all = new ArrayList<>(List.of(
                new RunCommand(() -> workloads, word -> standard().guesses().workload(word))));
        all.add(new KernelCommand());
        all.add(new ProgramCommand());
        all.add(new HostCommand());
        all.add(new AlgorithmCommand());
        all.addAll(runs);
        all.addAll(List.of(
                new SweepCommand(),
                new ExploreCommand(PointRunner::run, () -> workloads),
                new CompareCommand(),
                new AlgorithmsCommand(),
                new ExportCommand(),
                new CheckCommand(),
                new FmtCommand(),
                new PrintCommand()));
        all.addAll(List.of(
                new ExecCommand(executors),
                new ExecKernelCommand(executors),
                new EvalCommand(executors),
                new DevicesCommand(executors),
                new AsmCommand(),
                new VerifyCommand(),
                new VerifyKernelCommand()));
        all.addAll(VerifyCollectiveCommand.all());
        all.addAll(List.of(
                new ReplayCommand(Verbs::replayable),
                new CompileCommand(),
                new PassesCommand(),
                new DiffCommand(),
                new OpsCommand(),
                new ShowCommand(),
                new ValidateCommand(),
                new DrawCommand(),
                new DoctorCommand()));
        return new Verbs(all);
    }

    /// The verb that the command line of a counterexample names, fresh.
    private static Replayable replayable(List<String> words) {
        var spans = Collections.nCopies(words.size(), Span.none());
        return standard().find(words, spans) instanceof Target.Verb(Replayable verb, int length)
                ? verb
                : new VerifyCommand();
    }

    /// The words that options with these placeholders take.
    private static Map<String, List<String>> names() {
        return Map.of(
                "FILE|PRESET", Topologies.presetNames(),
                "EXECUTOR", Executors.standard().names(),
                "TARGET", Targets.names(),
                "PASS", Pipelines.named(Pipelines.FULL).stream().map(Pass::name).toList());
    }

    /// The verbs that the help lists, in its order.
    List<Command> listed() {
        return listed;
    }

    /// Finds what the first words name; the spans say where they are.
    Target find(List<String> words, List<Span> spans) {
        if (words.isEmpty() || isHelp(words.getFirst())) {
            return new Target.Program();
        }
        String first = words.getFirst();
        if (words.size() > 1 && first.equals("run") && words.get(1).endsWith(".xml")) {
            return new Target.Verb(named(AlgorithmCommand.NAME).orElseThrow(), 1);
        }
        boolean compiled = words.size() > 1 && CompiledDirectory.is(Path.of(words.get(1)));
        if (words.size() > 1 && (compiled || words.get(1).endsWith(".py"))) {
            // The second word is not a name but what to run, which decides the dialect.
            Dialect dialect = compiled ? Dialect.TILE : Dialect.of(Path.of(words.get(1)));
            Optional<Command> command = switch (first) {
                case "run" ->
                    named(
                            switch (dialect) {
                                case TILE -> ProgramCommand.NAME;
                                case HOST -> HostCommand.NAME;
                                case KERNEL -> KernelCommand.NAME;
                            });
                case "exec" -> named(dialect == Dialect.TILE ? "exec" : ExecKernelCommand.NAME);
                case "verify" -> named(dialect == Dialect.KERNEL ? VerifyKernelCommand.NAME : "verify");
                default -> Optional.empty();
            };
            if (command.isPresent()) {
                return new Target.Verb(command.get(), 1);
            }
        }
        if (words.size() > 1) {
            Optional<String> guess = guesses().fileOf(first, words.get(1));
            if (guess.isPresent()) {
                throw new DiagnosticException(Diagnostic.error(
                                CliCode.UNKNOWN_VERB,
                                spans.get(1),
                                "there is no verb `" + first + " " + words.get(1) + "`")
                        .hint(guess.get()));
            }
        }
        for (int length = Math.min(2, words.size()); length > 0; length--) {
            Optional<Command> command = named(String.join(" ", words.subList(0, length)));
            if (command.isPresent()) {
                return new Target.Verb(command.get(), length);
            }
        }
        List<Command> group = listed.stream()
                .filter(command -> command.name().startsWith(first + " "))
                .toList();
        if (!group.isEmpty() && (words.size() == 1 || words.get(1).startsWith("-"))) {
            return new Target.Group(first, group);
        }
        throw new DiagnosticException(
                group.isEmpty() ? unknown(first, spans.getFirst()) : unknown(words, spans, group));
    }

    /// What users mean by commands that do not exist.
    Guesses guesses() {
        return new Guesses(this);
    }

    static boolean isHelp(String word) {
        return word.equals("--help") || word.equals("-h");
    }

    /// The verb of exactly this name.
    Optional<Command> named(String name) {
        String meant = name.equals("--version") ? "version" : name;
        return Stream.concat(listed.stream(), Stream.of(warmUp))
                .filter(command -> command.name().equals(meant))
                .findFirst();
    }

    private Diagnostic unknown(String word, Span span) {
        if (word.startsWith("-")) {
            return Diagnostic.error(CliCode.UNKNOWN_OPTION, span, "there is no option `" + word + "` before the verb")
                    .hint(Nearest.hint(word, List.of("--help", "--version")));
        }
        List<String> words = listed.stream()
                .map(command -> command.name().split(" ", 2)[0])
                .distinct()
                .toList();
        return Diagnostic.error(CliCode.UNKNOWN_VERB, span, "there is no verb `" + word + "`")
                .hint(guesses().verb(word).orElseGet(() -> Nearest.hint(word, words)));
    }

    /// That a word after the name of a verb makes no other verb.
    Diagnostic unknownAfter(Command command, int words, Invocation call) {
        String word = call.operand(words);
        String prefix = command.name() + " ";
        List<String> members = listed.stream()
                .map(Command::name)
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .toList();
        return Diagnostic.error(
                        CliCode.UNKNOWN_VERB, call.spanOfOperand(words), "there is no verb `" + prefix + word + "`")
                .hint(members.isEmpty() ? "`" + command.name() + "` is the whole name" : Nearest.hint(word, members));
    }

    private static Diagnostic unknown(List<String> words, List<Span> spans, List<Command> group) {
        String prefix = words.getFirst() + " ";
        List<String> members = group.stream()
                .map(command -> command.name().substring(prefix.length()))
                .toList();
        return Diagnostic.error(CliCode.UNKNOWN_VERB, spans.get(1), "there is no verb `" + prefix + words.get(1) + "`")
                .hint(Nearest.hint(words.get(1), members));
    }
}
