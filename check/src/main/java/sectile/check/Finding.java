package sectile.check;

import java.util.List;
import sectile.base.diag.Diagnostic;

/// A mistake of a program, and an order of its parts in which it happens.
///
/// @param kind what it is
/// @param cause the same text for every finding of the same cause
/// @param diagnostic explains it
/// @param ranks how many ranks the run had
/// @param choices the order, for `sectile.base.order.Replayed`
public record Finding(Kind kind, String cause, Diagnostic diagnostic, int ranks, List<String> choices) {
    /// What a mistake is.
    public enum Kind {
        /// Accesses to the same bytes that nothing orders.
        RACE("race"),
        /// Nothing can continue.
        STUCK("stuck"),
        /// The program does something it must not.
        FAILURE("failure"),
        /// The result depends on the order.
        RESULT("result");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    public Finding {
        choices = List.copyOf(choices);
    }

    Finding with(List<String> newChoices) {
        return new Finding(kind, cause, diagnostic, ranks, newChoices);
    }
}
