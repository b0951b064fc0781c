package sectile.ir.ops;

import java.util.Locale;
import sectile.ir.expr.Semantics;

/// Semantics in words, for the reference.
public final class SemanticsText {
    private SemanticsText() {}

    /// Such as `elementwise: add of 2 operands`.
    public static String of(Semantics semantics) {
        return switch (semantics) {
            case Semantics.Elementwise elementwise -> "elementwise: " + of(elementwise);
            case Semantics.Reduce reduce -> "reduction: " + reduce.function().text() + " along axis " + reduce.axis();
            case Semantics.Contract contract ->
                "contraction: matrix product"
                        + (contract.scaled() ? " with a scale per block" : "")
                        + switch (contract.accumulation()) {
                            case NOTHING -> "";
                            case ACCUMULATOR -> ", added to the accumulator";
                            case BIAS -> ", plus a bias row";
                        };
            case Semantics.View view -> "view: " + words(view);
            case Semantics.Move move -> "move: " + words(move);
            case Semantics.Rearrange rearrange -> "rearrangement: " + words(rearrange);
            case Semantics.Create create -> "creation: " + words(create);
            case Semantics.Element element -> "index: " + words(element) + " one element";
            case Semantics.Gather gather -> "index: gather, " + words(gather);
            case Semantics.Scatter scatter -> "index: scatter, " + words(scatter);
            case Semantics.Sort sort -> "index: sort, " + words(sort);
            case Semantics.Access access -> "remote access: " + words(access);
            case Semantics.Signal signal -> "signal: " + words(signal);
            case Semantics.Collective collective -> "collective: " + words(collective);
            case Semantics.Synchronise synchronise -> "synchronisation: " + words(synchronise);
            case Semantics.Open open -> "pipe: open";
            case Semantics.Push push -> "pipe: push " + words(push.flow());
            case Semantics.Pop pop -> "pipe: pop " + words(pop.flow());
            case Semantics.Free free -> "pipe: free " + words(free.flow());
            case Semantics.Lanes lanes -> "lanes: " + words(lanes);
            case Semantics.Query query -> "query: " + words(query);
            case Semantics.Task task -> "host: task, " + words(task);
            case Semantics.Scalars scalars -> "host: array of scalars, " + words(scalars);
            case Semantics.Prefetch prefetch -> "host: prefetch, " + words(prefetch);
            case Semantics.Window window -> "host: window, " + words(window);
            case Semantics.Reserve reserve -> "host: address, " + words(reserve);
        };
    }

    private static String of(Semantics.Elementwise elementwise) {
        return switch (elementwise) {
            case Semantics.Apply apply -> apply.function().text();
            case Semantics.Combine combine -> combine.function().text() + " of " + combine.operands() + " operands";
            case Semantics.CombineValid combine -> combine.function().text() + " where both operands hold data";
            case Semantics.Convert convert -> "conversion";
            case Semantics.Compare compare -> compare.packed() ? "comparison, as a packed mask" : "comparison";
            case Semantics.Select select -> "selection by a packed mask";
            case Semantics.Broadcast broadcast -> "broadcast";
        };
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
