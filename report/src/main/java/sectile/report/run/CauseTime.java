package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;
import sectile.sim.Place;
import sectile.sim.path.Cause;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;

/// The operations that began after things of one kind had happened.
///
/// @param idlePs how long their engines had nothing to do before, all together
public record CauseTime(Cause cause, long operations, long idlePs) {
    private record Engine(Place place, Lane lane) {}

    /// One for each cause, the longest first; none if the machine was not traced.
    ///
    /// @param ops in order of their starts
    static List<CauseTime> of(List<Op> ops) {
        Map<Engine, Long> busyUntil = new HashMap<>();
        Map<Cause, CauseTime> sums = new EnumMap<>(Cause.class);
        for (Op op : ops) {
            Cause cause = op.after();
            if (cause != null) {
                var engine = new Engine(op.place(), op.lane());
                long until = busyUntil.getOrDefault(engine, 0L);
                busyUntil.put(engine, Math.max(until, op.endPs()));
                sums.merge(cause, new CauseTime(cause, 1, Math.max(0, op.startPs() - until)), CauseTime::plus);
            }
        }
        List<CauseTime> all = new ArrayList<>(sums.values());
        all.sort(Comparator.comparingLong(CauseTime::idlePs).reversed().thenComparing(CauseTime::cause));
        return all;
    }

    private CauseTime plus(CauseTime more) {
        return new CauseTime(cause, operations + more.operations, idlePs + more.idlePs);
    }

    static Optional<Table> table(List<CauseTime> causes) {
        if (causes.isEmpty()) {
            return Optional.empty();
        }
        Table.Builder table = Table.builder("What operations waited for")
                .column("began after", Unit.TEXT)
                .column("operations", Unit.COUNT)
                .column("idle before", Unit.PICOSECONDS);
        causes.forEach(each -> table.row(each.cause.text(), each.operations, each.idlePs));
        return Optional.of(table.build());
    }

    static void write(JsonWriter json, List<CauseTime> causes) {
        json.name("operation_causes").beginArray();
        for (CauseTime each : causes) {
            json.beginObject()
                    .member("cause", each.cause.text())
                    .member("operations", each.operations)
                    .member("idle_ps", each.idlePs)
                    .endObject();
        }
        json.endArray();
    }
}
