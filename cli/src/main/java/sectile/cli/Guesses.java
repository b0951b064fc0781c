package sectile.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.cli.command.Command;
import sectile.cli.command.OptionReader;
import sectile.cli.kernel.KernelCommand;
import sectile.cli.lang.Dialect;
import sectile.cli.lang.ProgramCommand;

/// The command that a user probably meant by one that does not exist, as the text of a hint.
final class Guesses {
    /// Verbs that take a file, those first that are tried first.
    private static final List<String> VERBS_OF_FILES =
            List.of("run", "exec", "verify", "eval", "compile", "check", "print", "asm");

    private final Verbs verbs;

    Guesses(Verbs verbs) {
        this.verbs = verbs;
    }

    /// For a first word that is not a verb.
    Optional<String> verb(String word) {
        if (verbs.named("run " + word).isPresent()) {
            return Optional.of(write("run " + word));
        }
        if (word.endsWith(".yaml") || word.endsWith(".yml")) {
            return Optional.of("`sectile run --topology " + word + "` runs on this machine, `sectile topology show "
                    + word + "` shows it");
        }
        return file(word).map(file -> write("run " + file));
    }

    /// For a word after `run` that is not a workload.
    Optional<String> workload(String word) {
        if (verbs.named(word).isPresent()) {
            return Optional.of(write(word));
        }
        return file(word).map(file -> write("run " + file));
    }

    /// For a word after a verb that takes a file, if it is a workload of `run`.
    Optional<String> fileOf(String verb, String word) {
        return VERBS_OF_FILES.contains(verb)
                        && !Files.exists(Path.of(word))
                        && verbs.named(verb + " " + word).isEmpty()
                        && verbs.named("run " + word).isPresent()
                ? Optional.of(write("run " + word))
                : Optional.empty();
    }

    /// For an option that a verb does not have: another verb for the same file that does, or what it is an option of.
    ///
    /// @param words of the command line
    Optional<String> option(Command command, String option, List<String> words) {
        String file = words.size() < 2 ? "" : words.get(1);
        if (!file.endsWith(".py") || !VERBS_OF_FILES.contains(words.getFirst())) {
            return Optional.empty();
        }
        for (String verb : VERBS_OF_FILES) {
            Optional<Command> other = verbOf(verb, file);
            if (other.isPresent() && other.get() != command && has(other.get(), option)) {
                return Optional.of("`sectile " + verb + " " + file + "` has it");
            }
        }
        boolean program = Dialect.of(Path.of(file)) == Dialect.TILE;
        boolean ofOthers = verbs.named(program ? KernelCommand.NAME : ProgramCommand.NAME).stream()
                .anyMatch(other -> has(other, option));
        if (!ofOthers) {
            return Optional.empty();
        }
        return Optional.of(
                program
                        ? "it is for kernels, and " + file + " is a tile program: use --input NAME=SOURCE and"
                                + " --set NAME=VALUE"
                        : "it is for tile programs, and " + file + " does not import pypto.language");
    }

    private Optional<Command> verbOf(String verb, String file) {
        List<String> words = List.of(verb, file);
        try {
            return verbs.find(words, Collections.nCopies(words.size(), Span.none()))
                            instanceof Target.Verb(Command command, int length)
                    ? Optional.of(command)
                    : Optional.empty();
        } catch (DiagnosticException e) {
            return Optional.empty();
        }
    }

    private static boolean has(Command command, String option) {
        return new OptionReader(command).knows(option);
    }

    /// A file of this name, or with `.py` after it.
    private static Optional<String> file(String word) {
        if (word.endsWith(".py") || word.endsWith(".xml")) {
            return Optional.of(word);
        }
        return Files.isRegularFile(Path.of(word + ".py")) ? Optional.of(word + ".py") : Optional.empty();
    }

    private static String write(String command) {
        return "write `sectile " + command + "`";
    }
}
