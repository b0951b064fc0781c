package sectile.cli.command;

import java.util.List;
import java.util.Map;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;

/// One call of a verb: its operands, and where in the command line everything is.
///
/// @param words the whole command line
/// @param limits on the time and memory of the verb
/// @param spansOfValues for each option given, by its first name, the positions of its values in order (of the option
///     itself if it takes none)
public record Invocation(
        Console console,
        List<String> words,
        Limits limits,
        List<String> operands,
        List<Span> spansOfOperands,
        Map<String, List<Span>> spansOfValues) {
    public Invocation {
        words = List.copyOf(words);
        operands = List.copyOf(operands);
        spansOfOperands = List.copyOf(spansOfOperands);
        spansOfValues = Map.copyOf(spansOfValues);
    }

    /// The operand at an index.
    public String operand(int index) {
        return operands.get(index);
    }

    public Span spanOfOperand(int index) {
        return spansOfOperands.get(index);
    }

    public boolean isGiven(String option) {
        return spansOfValues.containsKey(option);
    }

    /// Where the value of an option is; no position if the option was not given.
    public Span spanOf(String option) {
        List<Span> spans = spansOf(option);
        return spans.isEmpty() ? Span.none() : spans.getLast();
    }

    /// Where the values of an option that may be repeated are, in order.
    public List<Span> spansOf(String option) {
        return spansOfValues.getOrDefault(option, List.of());
    }
}
