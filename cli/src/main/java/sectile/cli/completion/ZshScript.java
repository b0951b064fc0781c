package sectile.cli.completion;

import static sectile.cli.completion.Script.quote;

import java.util.Map;
import java.util.SequencedMap;
import sectile.cli.completion.Grammar.Option;
import sectile.cli.completion.Grammar.Values;
import sectile.cli.completion.Grammar.Verb;

/// The script for zsh: words with their descriptions.
final class ZshScript {
    private ZshScript() {}

    static String of(Grammar grammar) {
        var out = new StringBuilder();
        out.append("#compdef sectile ./sectile\n");
        out.append("# Completion of sectile for zsh: source <(sectile completion zsh)\n");
        out.append("_sectile_options() {\n  case $1 in\n");
        for (Verb verb : grammar.verbs()) {
            out.append("    ").append(pattern(verb)).append(") reply=(");
            for (Option option : verb.options()) {
                option.names().forEach(name -> out.append(described(name, option.description())));
            }
            out.append(described("--help", "explains this verb")).append(" ) ;;\n");
        }
        out.append("    *) return 1 ;;\n  esac\n}\n\n");
        out.append("_sectile_values() {\n  case \"$1:$2\" in\n");
        for (Verb verb : grammar.verbs()) {
            for (Option option : verb.options()) {
                option.values()
                        .ifPresent(values -> option.names()
                                .forEach(name -> out.append("    ")
                                        .append(pattern(verb))
                                        .append(":")
                                        .append(name)
                                        .append(") ")
                                        .append(action(values))
                                        .append(" ;;\n")));
            }
        }
        out.append("    *) return 1 ;;\n  esac\n}\n\n");
        out.append("_sectile_second() {\n  case $1 in\n");
        for (String first : grammar.firstWords().keySet()) {
            SequencedMap<String, String> words = grammar.secondWords(first);
            if (!words.isEmpty()) {
                out.append("    ")
                        .append(first)
                        .append(") reply=(")
                        .append(all(words))
                        .append(" ) ;;\n");
            }
        }
        out.append("    *) reply=() ;;\n  esac\n}\n\n");
        out.append(FUNCTION.replace("@VERBS@", all(grammar.firstWords())));
        return out.toString();
    }

    private static String action(Values values) {
        return switch (values) {
            case Values.Unknown() -> "_message value";
            case Values.File() -> "_files";
            case Values.Words(var words, var orFile) ->
                "compadd -- " + String.join(" ", words) + (orFile ? "; _files" : "");
        };
    }

    private static String all(Map<String, String> words) {
        var out = new StringBuilder();
        words.forEach((word, summary) -> out.append(described(word, summary)));
        return out.toString();
    }

    private static String described(String word, String description) {
        return " " + quote(word.replace(":", "\\:") + ":" + description);
    }

    private static String pattern(Verb verb) {
        return verb.name().replace(" ", "\\ ");
    }

    private static final String FUNCTION = """
        _sectile() {
          local -a reply
          local verb=$words[2]
          if ((CURRENT == 2)); then
            reply=(@VERBS@ )
            _describe verb reply
            return
          fi
          # A verb of two words, or of one word and a file.
          if ((CURRENT > 3)) && _sectile_options "$verb $words[3]"; then verb="$verb $words[3]"; fi
          if [[ $words[CURRENT-1] == -* ]] && _sectile_values "$verb" "$words[CURRENT-1]"; then return; fi
          if [[ $words[CURRENT] == -* ]]; then
            _sectile_options "$verb" && _describe -o option reply
            return
          fi
          if ((CURRENT == 3)); then
            _sectile_second "$verb"
            _describe verb reply
          fi
          _files
        }
        compdef _sectile sectile ./sectile
        """;
}
