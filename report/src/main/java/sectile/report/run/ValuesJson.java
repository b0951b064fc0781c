package sectile.report.run;

import java.util.List;
import java.util.Optional;
import sectile.base.json.JsonWriter;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.WrongValue;

/// The members of a JSON document that every executor has: what ran, and whether its values are right. `exec` has these
/// alone, `run` adds those of time.
public final class ValuesJson {
    private ValuesJson() {}

    /// Writes one JSON object for an execution without time.
    ///
    /// @param check the values that were compared
    public static void write(
            JsonWriter json, String workload, String executor, long seed, ValueCheck check, Results results) {
        json.beginObject();
        members(
                json,
                workload,
                executor,
                seed,
                results.ok() && check.wrong() == 0,
                check.checked(),
                check.wrong(),
                check.first(),
                Optional.of(results));
        json.endObject();
    }

    static void members(
            JsonWriter json,
            String workload,
            String executor,
            long seed,
            boolean ok,
            long checked,
            long wrong,
            List<WrongValue> first,
            Optional<Results> results) {
        json.member("ok", ok)
                .member("workload", workload)
                .member("executor", executor)
                .member("seed", seed)
                .member("checked", checked)
                .member("wrong", wrong);
        WrongValues.write(json, first);
        results.ifPresent(found -> found.write(json));
    }
}
