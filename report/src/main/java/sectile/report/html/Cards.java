package sectile.report.html;

import java.util.List;

/// The few numbers a reader looks for first.
public record Cards(String title, List<Card> cards) implements Section {
    /// A value, what it is, and a remark (empty if there is none).
    public record Card(String label, String value, String note) {}

    public Cards {
        cards = List.copyOf(cards);
    }
}
