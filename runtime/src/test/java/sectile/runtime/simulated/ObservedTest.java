package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.observe.Event;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// Both executors report the same accesses and the same order between actors; the machine adds times.
class ObservedTest {
    @ParameterizedTest
    @ValueSource(strings = {"all_reduce.py", "put_get_ring.py", "barrier.py", "mixed_kernel.py", "task_graph.py"})
    void bothExecutorsReportTheSame(String file) {
        Program program = Programs.example(file);
        Run run = Programs.run(Programs.entries(program).getFirst(), 4, 7);
        var virtual = new ArrayList<Event>();
        new Interpreter(program).run(run.watchedBy(virtual::add));
        var timed = new ArrayList<Event>();
        try (Machine machine = Machine.open(Topologies.preset("default", List.of("system.sips.count=4")))) {
            SimulatedRun.of(program, run.watchedBy(timed::add)).on(machine);
        }
        assertThat(texts(timed)).isNotEmpty().containsExactlyInAnyOrderElementsOf(texts(virtual));
        assertThat(virtual).allMatch(event -> event.timePs() == -1);
        assertThat(timed).extracting(Event::timePs).isSorted();
        assertThat(timed.getLast().timePs()).isPositive();
    }

    /// Events without waits, which depend on time; each once, for the machine meets twice in a collective.
    private static List<String> texts(List<Event> events) {
        var texts = new ArrayList<String>();
        for (Event event : events) {
            switch (event) {
                case Event.Access a -> texts.add(a.actor().rank() + " " + a.kind() + " " + a.region() + " " + a.span());
                case Event.Start s ->
                    texts.add("start " + s.child().function() + " " + s.child().rank());
                case Event.Join j ->
                    texts.add("join " + j.done().function() + " " + j.done().rank());
                case Event.Release r -> texts.add("release " + r.actor().rank() + " " + r.token() + " " + r.span());
                case Event.Acquire a -> texts.add("acquire " + a.actor().rank() + " " + a.token() + " " + a.span());
                case Event.End e ->
                    texts.add("end " + e.actor().function() + " " + e.actor().rank());
                case Event.Block b -> {}
                case Event.Delay d -> {}
                case Event.Resume r -> {}
            }
        }
        return texts.stream().distinct().toList();
    }
}
