package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.sim.Place;
import sectile.sim.trace.Op;

/// The messages between PEs that went equally far: inside a cube, between the cubes of a SIP, between SIPs.
///
/// A message is in flight from the moment its sender begins to send it to the moment its receiver has it.
///
/// @param flightPs how long at least one of them was in flight
/// @param waitPs how long their receivers waited for them, all together
public record LevelTime(String level, long messages, long bytes, long flightPs, long waitPs) {
    private enum Level {
        CUBE("inside a cube"),
        SIP("between cubes"),
        SYSTEM("between SIPs");

        private final String text;

        Level(String text) {
            this.text = text;
        }

        static Level between(Place from, Place to) {
            if (from.sip() != to.sip()) {
                return SYSTEM;
            }
            return from.cube() != to.cube() ? SIP : CUBE;
        }
    }

    private record Message(long startPs, long endPs, long waitPs, long bytes) {}

    /// Those levels that had messages.
    static List<LevelTime> of(List<Op> ops) {
        Map<Long, Op> sends = new HashMap<>();
        for (Op op : ops) {
            if (Messages.isSend(op)) {
                sends.put(op.flow(), op);
            }
        }
        Map<Level, List<Message>> messages = new EnumMap<>(Level.class);
        for (Op op : ops) {
            Op send = Messages.isReceive(op) ? sends.get(op.flow()) : null;
            if (send != null) {
                Level level = Level.between(send.place(), op.place());
                Message message = new Message(send.workStartPs(), op.endPs(), op.waitPs(), op.bytes());
                messages.computeIfAbsent(level, l -> new ArrayList<>()).add(message);
            }
        }
        List<LevelTime> levels = new ArrayList<>();
        messages.forEach((level, list) -> {
            list.sort(Comparator.comparingLong(Message::startPs));
            levels.add(new LevelTime(
                    level.text,
                    list.size(),
                    list.stream().mapToLong(Message::bytes).sum(),
                    flight(list),
                    list.stream().mapToLong(Message::waitPs).sum()));
        });
        return levels;
    }

    /// They are in order of their start.
    private static long flight(List<Message> list) {
        long busy = 0;
        long until = Long.MIN_VALUE;
        for (Message message : list) {
            if (message.endPs > until) {
                busy += message.endPs - Math.max(message.startPs, until);
                until = message.endPs;
            }
        }
        return busy;
    }
}
