package sectile.cli.command;

import com.beust.jcommander.JCommander;
import com.beust.jcommander.ParameterDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.cli.problem.CliCode;

/// Fills the options of a command from the words behind its name.
///
/// JCommander knows the options and sets the fields. The words are sorted into options, values and operands here first,
/// because JCommander takes an unknown option for an operand, stops at the first problem and cannot say where it is.
public final class OptionReader {
    private final Command command;
    private final JCommander commander;
    private final LimitOptions limits = new LimitOptions();
    private final Map<String, ParameterDescription> options = new LinkedHashMap<>();
    private final Function<String, Optional<String>> elsewhere;

    public OptionReader(Command command) {
        this(command, _ -> Optional.empty());
    }

    /// @param elsewhere a hint for an option that the command does not have
    public OptionReader(Command command, Function<String, Optional<String>> elsewhere) {
        this.command = command;
        this.elsewhere = elsewhere;
        var builder = JCommander.newBuilder().addObject(command).expandAtSign(false);
        commander = (command.isLimited() ? builder.addObject(limits) : builder).build();
        // It looks at the fields only when it parses; no words set nothing.
        commander.parse();
        commander.getParameters().stream()
                .sorted((a, b) -> a.getLongestName().compareTo(b.getLongestName()))
                .forEach(option -> List.of(option.getParameter().names()).forEach(name -> options.put(name, option)));
    }

    /// The limits of the verb, once [#read] has set them.
    public LimitOptions limits() {
        return limits;
    }

    public boolean knows(String option) {
        return options.containsKey(option);
    }

    /// An option as text: what help and completion show of it.
    public record OptionText(List<String> names, String placeholder, String description, boolean takesValue) {
        public OptionText {
            names = List.copyOf(names);
        }
    }

    /// The options as text, each once, by name.
    public List<OptionText> texts() {
        return options().stream()
                .map(option -> new OptionText(
                        List.of(option.getParameter().names()),
                        option.getParameter().placeholder(),
                        option.getDescription(),
                        takesValue(option)))
                .toList();
    }

    /// The options, each once, by name.
    List<ParameterDescription> options() {
        return options.values().stream().distinct().toList();
    }

    static boolean takesValue(ParameterDescription option) {
        Class<?> type = option.getParameterized().getType();
        return type != boolean.class && type != Boolean.class;
    }

    /// Reads the words from an index on and sets the command's fields.
    public Invocation read(CommandLine line, int from, Console console) {
        var problems = new Diagnostics();
        var found = new Found(problems);
        List<String> words = line.words();
        boolean onlyOperands = false;
        for (int i = from; i < words.size(); i++) {
            String word = words.get(i);
            if (!onlyOperands && word.equals("--")) {
                onlyOperands = true;
            } else if (onlyOperands || word.length() < 2 || !word.startsWith("-")) {
                found.operand(word, line.span(i));
            } else if (readOption(line, i, found)) {
                i++;
            }
        }
        checkOperands(line, found);
        problems.throwIfErrors();
        setFields(found);
        List<Span> memory = found.spansOfValues.getOrDefault("--max-memory", List.of());
        return new Invocation(
                console,
                words,
                limits.limits(memory.isEmpty() ? Span.none() : memory.getLast()),
                found.operands,
                found.spansOfOperands,
                found.spansOfValues);
    }

    /// Says whether the next word was taken as the value of this option.
    private boolean readOption(CommandLine line, int index, Found found) {
        String word = line.words().get(index);
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        ParameterDescription option = options.get(name);
        if (option == null) {
            found.hasUnknownOption = true;
            String hint = elsewhere.apply(name).orElseGet(() -> nearest(name));
            found.problems.error(
                    CliCode.UNKNOWN_OPTION,
                    line.span(index),
                    "`" + command.name() + "` has no option `" + name + "`",
                    hint);
            return false;
        }
        if (!takesValue(option)) {
            if (equals >= 0) {
                found.problems.error(
                        CliCode.VALUE_OF_A_SWITCH,
                        line.span(index),
                        "`" + name + "` takes no value",
                        "write only `" + name + "`");
            }
            found.option(option, Optional.empty(), line.span(index));
            return false;
        }
        if (equals >= 0) {
            found.option(option, Optional.of(word.substring(equals + 1)), line.span(index));
            return false;
        }
        boolean last = index + 1 == line.words().size();
        if (last || options.containsKey(line.words().get(index + 1))) {
            Span where = last ? line.end() : line.span(index + 1);
            found.problems.error(CliCode.MISSING_VALUE, where, "`" + name + "` needs a value", describe(option));
            found.option(option, Optional.empty(), line.span(index));
            return false;
        }
        found.option(option, Optional.of(line.words().get(index + 1)), line.span(index + 1));
        return true;
    }

    private String nearest(String name) {
        return options.isEmpty() ? "it has no options" : Nearest.hint(name, options.keySet());
    }

    private void checkOperands(CommandLine line, Found found) {
        Operands wanted = command.operands();
        int count = found.operands.size();
        if (count < wanted.least()) {
            found.problems.error(
                    CliCode.MISSING_ARGUMENT,
                    line.end(),
                    "`" + command.name() + "` needs " + wanted.usage(),
                    "see `sectile help " + command.name() + "`");
        } else if (count > wanted.most() && !found.hasUnknownOption) {
            // What follows an unknown option may be its value.
            String hint = wanted.most() == 0
                    ? "it takes none"
                    : wanted.usage().isEmpty()
                            ? "everything after the file is an option: see `sectile help " + command.name() + "`"
                            : "it takes only " + wanted.usage();
            found.problems.error(
                    CliCode.TOO_MANY_ARGUMENTS,
                    found.spansOfOperands.get(wanted.most()),
                    "`" + command.name() + "` cannot use the argument `" + found.operands.get(wanted.most()) + "`",
                    hint);
        }
    }

    private void setFields(Found found) {
        try {
            commander.parse(found.forCommander.toArray(String[]::new));
        } catch (BadValue e) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.BAD_VALUE,
                            found.spanOf(e.option(), e.value()),
                            "`" + e.option() + "` cannot be `" + e.value() + "`")
                    .hint("expected " + e.expected()));
        }
    }

    private static String describe(ParameterDescription option) {
        return option.getLongestName() + " " + option.getParameter().placeholder() + ": " + option.getDescription();
    }

    /// The words sorted so far.
    private static final class Found {
        final Diagnostics problems;
        final List<String> forCommander = new ArrayList<>();
        final List<String> operands = new ArrayList<>();
        final List<Span> spansOfOperands = new ArrayList<>();
        final Map<String, List<Span>> spansOfValues = new LinkedHashMap<>();
        final Map<String, Span> spanOfPair = new LinkedHashMap<>();
        boolean hasUnknownOption;

        Found(Diagnostics problems) {
            this.problems = problems;
        }

        void operand(String word, Span span) {
            operands.add(word);
            spansOfOperands.add(span);
        }

        void option(ParameterDescription option, Optional<String> value, Span span) {
            String name = option.getLongestName();
            List<Span> earlier = spansOfValues.computeIfAbsent(name, key -> new ArrayList<>());
            boolean repeatable =
                    List.class.isAssignableFrom(option.getParameterized().getType());
            if (!earlier.isEmpty() && !repeatable) {
                problems.add(Diagnostic.error(CliCode.OPTION_TWICE, span, "`" + name + "` is given twice")
                        .note(earlier.getFirst(), "first here")
                        .hint("keep one of them"));
            }
            earlier.add(span);
            forCommander.add(name);
            value.ifPresent(text -> {
                forCommander.add(text);
                spanOfPair.putIfAbsent(name + "=" + text, span);
            });
        }

        Span spanOf(String option, String value) {
            return spanOfPair.getOrDefault(option + "=" + value, Span.none());
        }
    }
}
