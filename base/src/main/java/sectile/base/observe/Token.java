package sectile.base.observe;

/// What an actor passes on when it lets another one continue: a release of a token comes before every
/// acquisition of the same token that follows it.
///
/// @param kind what carries the order
/// @param object which one, with the same name in every order of the same program
/// @param turn which use of it: the n-th tile of a pipe, the n-th meeting of a barrier; 0 where uses are
///     not counted
/// @param text for messages, as in "the barrier `syncall`"
public record Token(Kind kind, String object, long turn, String text) {
    /// What carries the order.
    public enum Kind {
        /// A signal cell: notify, then wait. A set replaces what the cell carries, an addition adds to it.
        CELL,
        /// A queue or pipe: from the sender of an element to its receiver.
        ELEMENT,
        /// A queue or pipe: from the actor that frees a slot to the one that fills it next.
        CREDIT,
        /// A flag or event between cores.
        FLAG,
        /// A barrier or collective: from all that arrive to all that leave.
        MEETING,
        /// An engine: from the actor that asks for an operation to the engine that carries it out, and from its
        /// completion to the actor that waits for it. Also a processing element, from one kernel to the next.
        ENGINE,
        /// A transfer that was started and not waited for: from its end to the signals that its starter sends after a
        /// fence. The starter itself does not continue after it.
        TRANSFER,
        /// Acquired by a fence: what the actor wrote before comes before the signals that it sends from now on.
        FENCE,
        /// Released at the end of a kernel.
        KERNEL
    }

    @Override
    public boolean equals(java.lang.@org.jspecify.annotations.Nullable Object other) {
        return other instanceof Token that && kind == that.kind && turn == that.turn && object.equals(that.object);
    }

    @Override
    public int hashCode() {
        return (kind.hashCode() * 31 + object.hashCode()) * 31 + Long.hashCode(turn);
    }

    @Override
    public String toString() {
        return text;
    }
}
