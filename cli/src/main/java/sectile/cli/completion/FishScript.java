package sectile.cli.completion;

import static sectile.cli.completion.Script.quote;

import java.util.stream.Collectors;
import sectile.cli.completion.Grammar.Option;
import sectile.cli.completion.Grammar.Values;
import sectile.cli.completion.Grammar.Verb;

/// The script for fish: one `complete` line per verb and option.
final class FishScript {
    private FishScript() {}

    static String of(Grammar grammar) {
        var out = new StringBuilder(HEAD);
        grammar.firstWords()
                .forEach((word, summary) -> out.append("complete -c sectile -n '__sectile_words 1' -f -a ")
                        .append(quote(word))
                        .append(" -d ")
                        .append(quote(summary))
                        .append('\n'));
        for (String first : grammar.firstWords().keySet()) {
            grammar.secondWords(first)
                    .forEach((word, summary) -> out.append("complete -c sectile -n ")
                            .append(quote("__sectile_words 2; and __sectile_is " + first))
                            .append(" -a ")
                            .append(quote(word))
                            .append(" -d ")
                            .append(quote(summary))
                            .append('\n'));
        }
        for (Verb verb : grammar.verbs()) {
            verb.options().forEach(option -> out.append(line(verb, option)));
        }
        return out.toString();
    }

    private static String line(Verb verb, Option option) {
        String names = option.names().stream()
                .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                .collect(Collectors.joining(" "));
        String value = option.values()
                .map(values -> switch (values) {
                    case Values.Unknown() -> " -x";
                    case Values.File() -> " -r -F";
                    case Values.Words(var words, var orFile) ->
                        (orFile ? " -r -F" : " -x") + " -a " + quote(String.join(" ", words));
                })
                .orElse("");
        return "complete -c sectile -n " + quote("__sectile_is " + verb.name().replace("*.py", "file")) + " " + names
                + value + " -d " + quote(option.description()) + "\n";
    }

    private static final String HEAD = """
        # Completion of sectile for fish: sectile completion fish > ~/.config/fish/completions/sectile.fish
        function __sectile_words
          test (count (commandline -opc)) -eq $argv[1]
        end

        # Whether the words so far name this verb, of one or two words; `run file` is `run` and a file.
        function __sectile_is
          set -l words (commandline -opc)
          test (count $words) -ge 2; and test "$words[2]" = "$argv[1]"; or return 1
          set -q argv[2]; or return 0
          test (count $words) -ge 3; or return 1
          test "$words[3]" = "$argv[2]"; and return 0
          test "$argv[2]" = file; and string match -q '*.py' -- $words[3]
        end

        """;
}
