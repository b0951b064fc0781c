package sectile.check.superfluous;

import sectile.base.diag.Span;

/// Something in a program that orders its parts, and that can be left out.
///
/// @param what in words, for messages, as in "barrier `tensor.barrier`"
public record Site(Kind kind, String what, Span span) {
    /// What it does.
    public enum Kind {
        NOTIFY("notify"),
        WAIT("wait"),
        BARRIER("barrier"),
        FENCE("fence"),
        /// Waits for all transfers of a core.
        COMPLETION("completion wait"),
        /// A task waits for another one.
        DEPENDENCY("dependency"),
        /// A slot of a queue goes back to its sender.
        CREDIT("credit"),
        /// A message of a queue: the send, and the receive that takes it.
        MESSAGE("message");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    @Override
    public String toString() {
        return what + (span.isNone() ? "" : " at " + span);
    }
}
