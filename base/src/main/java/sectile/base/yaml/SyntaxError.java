package sectile.base.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;

/// Makes a diagnostic of what the parser threw.
final class SyntaxError {
    private SyntaxError() {}

    static Diagnostic diagnostic(YamlEngineException malformed, Positions positions) {
        return switch (malformed) {
            case MarkedYamlEngineException marked -> marked(marked, positions);
            case ReaderException character ->
                Diagnostic.error(
                                YamlCode.SYNTAX,
                                positions.at(character.getPosition()),
                                String.format("the character U+%04X is not allowed in YAML", character.getCodePoint()))
                        .hint("write it as an escape in double quotes");
            default -> Diagnostic.error(YamlCode.SYNTAX, positions.at(0), "not YAML: " + malformed.getMessage());
        };
    }

    private static Diagnostic marked(MarkedYamlEngineException marked, Positions positions) {
        Span span = marked.getProblemMark().map(mark -> at(mark, positions)).orElseGet(positions::end);
        String problem = marked.getProblem();
        var diagnostic =
                Diagnostic.error(YamlCode.SYNTAX, span, "not YAML: " + problem).hint(hint(problem));
        Optional<Mark> context = marked.getContextMark();
        boolean elsewhere = context.isPresent() && !at(context.get(), positions).equals(span);
        return elsewhere
                ? diagnostic.note(at(context.get(), positions), String.valueOf(marked.getContext()))
                : diagnostic;
    }

    private static Span at(Mark mark, Positions positions) {
        return positions.at(mark.getIndex());
    }

    private static String hint(String problem) {
        if (problem.contains("TAB")) {
            return "indent with spaces, not with tabs";
        }
        return problem.contains("mapping values are not allowed") ? "a value with `: ` in it needs quotes" : "";
    }
}
