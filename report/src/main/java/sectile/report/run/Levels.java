package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.base.quantity.Unit;
import sectile.report.html.BarChart;
import sectile.report.table.Table;
import sectile.sim.Place;
import sectile.sim.trace.Op;

/// The messages between PEs by how far they went: inside a cube, between the cubes of a SIP, between SIPs.
///
/// A message is in flight from the moment its sender begins to send it to the moment its receiver has it.
final class Levels {
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

    private final Map<Level, List<Message>> messages = new EnumMap<>(Level.class);

    private Levels() {}

    static Levels of(List<Op> ops) {
        Levels levels = new Levels();
        Map<Long, Op> sends = new HashMap<>();
        for (Op op : ops) {
            if (Messages.isSend(op)) {
                sends.put(op.flow(), op);
            }
        }
        for (Op op : ops) {
            Op send = Messages.isReceive(op) ? sends.get(op.flow()) : null;
            if (send != null) {
                Level level = Level.between(send.place(), op.place());
                Message message = new Message(send.workStartPs(), op.endPs(), op.waitPs(), op.bytes());
                levels.messages.computeIfAbsent(level, l -> new ArrayList<>()).add(message);
            }
        }
        levels.messages.values().forEach(list -> list.sort(Comparator.comparingLong(Message::startPs)));
        return levels;
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    /// @param measuredPs the time the run is about
    Table table(long measuredPs) {
        Table.Builder table = Table.builder("Messages per level")
                .column("level", Unit.TEXT)
                .column("messages", Unit.COUNT)
                .column("bytes", Unit.BYTES)
                .column("in flight", Unit.PICOSECONDS)
                .column("of the latency", Unit.RATIO)
                .column("receivers waited", Unit.PICOSECONDS);
        messages.forEach((level, list) -> table.row(
                level.text,
                list.size(),
                list.stream().mapToLong(Message::bytes).sum(),
                busyPs(list),
                share(list, measuredPs),
                list.stream().mapToLong(Message::waitPs).sum()));
        return table.build();
    }

    BarChart chart(long measuredPs) {
        List<BarChart.Bar> bars = new ArrayList<>();
        messages.forEach((level, list) -> bars.add(new BarChart.Bar(level.text, share(list, measuredPs))));
        return new BarChart("Time with a message in flight, per level", Unit.RATIO, 1, bars);
    }

    private static double share(List<Message> list, long measuredPs) {
        return measuredPs == 0 ? 0 : Math.min(1, (double) busyPs(list) / measuredPs);
    }

    /// How long at least one of them was in flight; they are in order of their start.
    private static long busyPs(List<Message> list) {
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
