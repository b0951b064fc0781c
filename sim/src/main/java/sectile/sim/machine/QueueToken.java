package sectile.sim.machine;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.observe.Token;
import sectile.sim.Place;

/// A message of a queue, or the credit for its slot, as the observer of a machine is told of it. Each is an object of
/// its own: its place in the queue is that in the program of its sender, so the order in which payloads arrive makes
/// no difference to it.
///
/// @param installation of the queue: which one of the machine
/// @param from the PE that sends
/// @param direction the queue, as its sender names it
/// @param to the PE that receives
/// @param toDirection the queue, as its receiver names it
/// @param sequence which message of the queue, from 0
public record QueueToken(long installation, Place from, String direction, Place to, String toDirection, long sequence) {
    private static final String PLACE = "sip(\\d+)\\.cube(\\d+)\\.pe(\\d+)";
    private static final Pattern OBJECT = Pattern.compile("(\\d+) " + PLACE + " (\\S+) " + PLACE + " (\\S+) (\\d+)");

    /// A message that a pair sends.
    static QueueToken sent(WiredPair by, long sequence) {
        return new QueueToken(by.installation(), by.place(), by.direction(), by.peer(), by.peerDirection(), sequence);
    }

    /// A message that a pair receives.
    static QueueToken received(WiredPair by, long sequence) {
        return new QueueToken(by.installation(), by.peer(), by.peerDirection(), by.place(), by.direction(), sequence);
    }

    /// What a token of the kinds [Token.Kind#ELEMENT] and [Token.Kind#CREDIT] is of; empty for others.
    public static Optional<QueueToken> of(Token token) {
        Matcher matcher = OBJECT.matcher(token.object());
        return (token.kind() == Token.Kind.ELEMENT || token.kind() == Token.Kind.CREDIT) && matcher.matches()
                ? Optional.of(new QueueToken(
                        Long.parseLong(matcher.group(1)),
                        new Place(number(matcher, 2), number(matcher, 3), number(matcher, 4)),
                        matcher.group(5),
                        new Place(number(matcher, 6), number(matcher, 7), number(matcher, 8)),
                        matcher.group(9),
                        Long.parseLong(matcher.group(10))))
                : Optional.empty();
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    Token message() {
        return token(Token.Kind.ELEMENT, "message " + this);
    }

    Token credit() {
        return token(Token.Kind.CREDIT, "the slot of message " + this);
    }

    private Token token(Token.Kind kind, String text) {
        return new Token(
                kind,
                installation + " " + from + " " + direction + " " + to + " " + toDirection + " " + sequence,
                sequence,
                text);
    }

    @Override
    public String toString() {
        return sequence + " of " + from + " to `" + direction + "`";
    }
}
