package sectile.cli.completion;

import static sectile.cli.completion.Script.quote;

import java.util.stream.Collectors;
import sectile.cli.completion.Grammar.Option;
import sectile.cli.completion.Grammar.Values;
import sectile.cli.completion.Grammar.Verb;

/// The script for bash: one function with the words in `case` statements.
final class BashScript {
    private BashScript() {}

    static String of(Grammar grammar) {
        var out = new StringBuilder();
        out.append("# Completion of sectile for bash: source <(sectile completion bash)\n");
        out.append("_sectile_options() {\n  case $1 in\n");
        for (Verb verb : grammar.verbs()) {
            String names = verb.options().stream()
                    .flatMap(option -> option.names().stream())
                    .collect(Collectors.joining(" "));
            out.append("    ").append(pattern(verb)).append(") echo ").append(quote((names + " --help").strip()));
            out.append(" ;;\n");
        }
        out.append("  esac\n}\n\n");
        out.append("# Prints what may follow an option: words, <file>, or <any>; nothing if no value follows.\n");
        out.append("_sectile_values() {\n  case $1:$2 in\n");
        for (Verb verb : grammar.verbs()) {
            for (Option option : verb.options()) {
                option.values().ifPresent(values -> out.append(values(verb, option, values)));
            }
        }
        out.append("  esac\n}\n\n");
        out.append("_sectile_second() {\n  case $1 in\n");
        for (String first : grammar.firstWords().keySet()) {
            String words = String.join(" ", grammar.secondWords(first).keySet());
            if (!words.isEmpty()) {
                out.append("    ")
                        .append(first)
                        .append(") echo ")
                        .append(quote(words))
                        .append(" ;;\n");
            }
        }
        out.append("  esac\n}\n\n");
        out.append(FUNCTION.replace(
                "@VERBS@", String.join(" ", grammar.firstWords().keySet())));
        return out.toString();
    }

    private static String values(Verb verb, Option option, Values values) {
        String text = switch (values) {
            case Values.Unknown() -> "<any>";
            case Values.File() -> "<file>";
            case Values.Words(var words, var orFile) -> String.join(" ", words) + (orFile ? " <file>" : "");
        };
        String patterns =
                option.names().stream().map(name -> pattern(verb) + ":" + name).collect(Collectors.joining(" | "));
        return "    " + patterns + ") echo " + quote(text) + " ;;\n";
    }

    /// A pattern of `case`: the star of `run *.py` stays one.
    private static String pattern(Verb verb) {
        return verb.name().replace(" ", "\\ ");
    }

    private static final String FUNCTION = """
        _sectile() {
          local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} words
          COMPREPLY=()
          if ((COMP_CWORD == 1)); then
            mapfile -t COMPREPLY < <(compgen -W '@VERBS@' -- "$current")
            return
          fi
          # A verb of two words, or of one word and a file.
          if ((COMP_CWORD > 2)) && [[ -n $(_sectile_options "$verb ${COMP_WORDS[2]}") ]]; then
            verb+=" ${COMP_WORDS[2]}"
          fi
          # bash splits --option=value at the equals sign.
          if [[ $current == '=' ]]; then
            current=''
          elif [[ $before == '=' ]]; then
            before=${COMP_WORDS[COMP_CWORD - 2]}
          fi
          words=''
          if [[ $before == -* ]]; then words=$(_sectile_values "$verb" "$before"); fi
          if [[ -n $words ]]; then
            if [[ $words == *'<file>'* ]]; then
              mapfile -t COMPREPLY < <(compgen -f -- "$current")
              compopt -o filenames 2>/dev/null
            fi
            words=${words//<file>/} words=${words//<any>/}
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$current")
            return
          fi
          if [[ $current == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_sectile_options "$verb")" -- "$current")
            return
          fi
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
          compopt -o filenames 2>/dev/null
          if ((COMP_CWORD == 2)); then
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$(_sectile_second "$verb")" -- "$current")
          fi
        }
        complete -F _sectile sectile ./sectile
        """;
}
