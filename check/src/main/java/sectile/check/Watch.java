package sectile.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.check.race.Endings;
import sectile.check.race.MemoryOrder;
import sectile.check.race.Race;
import sectile.check.race.RaceDetector;
import sectile.check.race.Unwritten;

/// All that looks for mistakes in one run.
final class Watch implements Observer {
    private final RaceDetector races;
    private final Endings endings = new Endings();
    private final Unwritten unwritten = new Unwritten();

    Watch(MemoryOrder order) {
        this.races = new RaceDetector(order);
    }

    @Override
    public void observe(Event event) {
        races.observe(event);
        endings.observe(event);
        unwritten.observe(event);
    }

    int raceCount() {
        return races.count();
    }

    List<Race> races() {
        return races.races();
    }

    /// What else was found, by cause.
    ///
    /// @param ended whether the run came to its end
    SequencedMap<String, Diagnostic> others(boolean ended) {
        var others = new LinkedHashMap<>(endings.diagnostics());
        if (ended) {
            others.putAll(endings.unreceived());
        }
        others.putAll(unwritten.diagnostics());
        return others;
    }
}
