package sectile.cli.completion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import sectile.cli.command.Command;
import sectile.cli.command.OptionReader;
import sectile.cli.command.OptionReader.OptionText;

/// The words that can be completed.
///
/// @param verbs by name; a verb of two words has a space in its name
record Grammar(List<Verb> verbs) {
    /// The word in the name of a verb that is a file rather than a word, such as `run FILE.py`.
    static final String FILE = ".py";

    Grammar {
        verbs = List.copyOf(verbs);
    }

    /// What can follow an option.
    sealed interface Values {
        /// A word that nothing is known about, such as a number.
        record Unknown() implements Values {}

        /// One of these words, or also a file.
        record Words(List<String> words, boolean orFile) implements Values {
            public Words {
                words = List.copyOf(words);
            }
        }

        record File() implements Values {}
    }

    /// @param values empty if no value follows the option
    record Option(List<String> names, String description, Optional<Values> values) {
        Option {
            names = List.copyOf(names);
        }
    }

    record Verb(String name, String summary, List<Option> options) {
        Verb {
            options = List.copyOf(options);
        }
    }

    /// @param known the words of placeholders whose values have names, such as those of `TARGET`
    static Grammar of(List<Command> commands, Map<String, List<String>> known) {
        SequencedMap<String, Verb> verbs = new LinkedHashMap<>();
        for (Command command : commands) {
            String name = nameOf(command);
            List<Option> options = new ArrayList<>();
            for (OptionText option : new OptionReader(command).texts()) {
                options.add(new Option(option.names(), option.description(), values(option, known)));
            }
            // Kernels and programs are both called as `run FILE.py`; the file decides which it is, later.
            verbs.merge(name, new Verb(name, command.summary(), options), Grammar::join);
        }
        return new Grammar(List.copyOf(verbs.values()));
    }

    /// The first words of all verbs, each with the summary of the first verb that begins with it.
    SequencedMap<String, String> firstWords() {
        SequencedMap<String, String> words = new LinkedHashMap<>();
        verbs.forEach(verb -> words.putIfAbsent(verb.name().split(" ", 2)[0], verb.summary()));
        return words;
    }

    /// The verbs of two words that begin with this one, by their second word.
    SequencedMap<String, String> secondWords(String first) {
        SequencedMap<String, String> words = new LinkedHashMap<>();
        for (Verb verb : verbs) {
            if (verb.name().startsWith(first + " ") && !verb.name().endsWith(FILE)) {
                words.put(verb.name().substring(first.length() + 1), verb.summary());
            }
        }
        return words;
    }

    private static String nameOf(Command command) {
        String[] words = command.name().split(" ", 2);
        return command.name().endsWith(FILE) ? words[0] + " *" + FILE : command.name();
    }

    private static Verb join(Verb one, Verb other) {
        SequencedSet<String> seen = new LinkedHashSet<>();
        List<Option> options = new ArrayList<>();
        for (List<Option> list : List.of(one.options(), other.options())) {
            for (Option option : list) {
                if (seen.addAll(option.names())) {
                    options.add(option);
                }
            }
        }
        return new Verb(one.name(), one.summary(), options);
    }

    private static Optional<Values> values(OptionText option, Map<String, List<String>> known) {
        if (!option.takesValue()) {
            return Optional.empty();
        }
        String placeholder = option.placeholder();
        boolean mayBeFile =
                placeholder.contains("FILE") || placeholder.contains("DIR") || placeholder.startsWith("OUT");
        if (known.containsKey(placeholder)) {
            return Optional.of(new Values.Words(known.get(placeholder), mayBeFile));
        }
        if (mayBeFile) {
            return Optional.of(new Values.File());
        }
        List<String> words = List.of(placeholder.split("\\|"));
        boolean isChoice = words.size() > 1 && words.stream().allMatch(word -> word.matches("[a-z0-9_-]+"));
        return Optional.of(isChoice ? new Values.Words(words, false) : new Values.Unknown());
    }
}
