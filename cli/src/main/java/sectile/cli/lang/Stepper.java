package sectile.cli.lang;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.diag.Span;
import sectile.base.observe.Event;
import sectile.check.Operation;
import sectile.cli.command.Console;

/// Shows the events of a run one by one, in both directions. A command is a line: `n` or an empty line for the next
/// event, `p` for the one before, `g N` for event N, `q` to end.
final class Stepper {
    private static final String COMMANDS = "n next, p previous, g N go to event N, q quit";

    private final List<Operation> events;
    private final Console console;
    private final BufferedReader in;

    Stepper(List<Operation> events, Console console, BufferedReader in) {
        this.events = events;
        this.console = console;
        this.in = in;
    }

    /// Until `q` or the end of the input.
    void run() throws IOException {
        console.print(events.size() + " events; " + COMMANDS + "\n");
        int at = 0;
        show(at);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String command = line.strip();
            int next = at;
            if (command.isEmpty() || command.equals("n")) {
                next = at + 1;
            } else if (command.equals("p")) {
                next = at - 1;
            } else if (command.equals("q")) {
                return;
            } else if (command.matches("g\\s*\\d{1,9}")) {
                next = Integer.parseInt(command.substring(1).strip()) - 1;
            } else {
                console.print("unknown command `" + command + "`: " + COMMANDS + "\n");
                continue;
            }
            if (next < 0 || next >= events.size()) {
                console.print("there are events 1 to " + events.size() + "\n");
                continue;
            }
            at = next;
            show(at);
        }
    }

    private void show(int at) {
        if (events.isEmpty()) {
            return;
        }
        Operation event = events.get(at);
        Span span = event.span();
        var text = new StringBuilder();
        text.append("%5d of %d  %s %s\n".formatted(at + 1, events.size(), event.actor(), EventText.what(event)));
        if (!span.isNone()) {
            text.append("       %s:%d | %s\n"
                    .formatted(
                            span.source().name(),
                            span.line(),
                            span.source().lineText(span.line()).strip()));
        }
        cells(at)
                .forEach((cell, last) -> text.append("       cell ")
                        .append(cell)
                        .append(": ")
                        .append(last)
                        .append('\n'));
        waiting(at)
                .forEach((actor, what) -> text.append("       ")
                        .append(actor)
                        .append(' ')
                        .append(what)
                        .append('\n'));
        console.print(text.toString());
    }

    private List<Event> before(int at) {
        return events.subList(0, at + 1).stream()
                .flatMap(operation -> operation.events().stream())
                .toList();
    }

    /// By cell, who signalled it last, and how often it was.
    private SequencedMap<String, String> cells(int at) {
        var counts = new LinkedHashMap<String, Integer>();
        var cells = new LinkedHashMap<String, String>();
        for (Event event : before(at)) {
            if (event instanceof Event.Access access
                    && access.kind().isAtomic()
                    && access.kind().writes()) {
                String cell = access.region().toString();
                int count = counts.merge(cell, 1, Integer::sum);
                cells.put(
                        cell,
                        count + (count == 1 ? " signal" : " signals") + ", the last by " + access.actor()
                                + (access.span().isNone()
                                        ? ""
                                        : " at line " + access.span().line()));
            }
        }
        return cells;
    }

    /// Actors that cannot continue, and why.
    private SequencedMap<String, String> waiting(int at) {
        var waiting = new LinkedHashMap<String, String>();
        for (Event event : before(at)) {
            if (event instanceof Event.Block block) {
                waiting.put(block.actor().toString(), block.waiting().doing());
            } else if (event.actor() != null) {
                waiting.remove(event.actor().toString());
            }
        }
        return waiting;
    }
}
