package sectile.ir.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Walk;
import sectile.ir.stmt.Return;

/// Which parameter of a function each of its results is. A result is the memory of a parameter, other memory, or a
/// scalar; only the `return` of the function says which.
public final class Results {
    private static final int NONE = -1;

    private final Writes.Callees callees;
    private final Map<String, List<Integer>> known = new HashMap<>();

    private Results(Writes.Callees callees) {
        this.callees = callees;
    }

    public static Results of(Writes.Callees callees) {
        return new Results(callees);
    }

    Writes.Callees callees() {
        return callees;
    }

    /// The number of the parameter whose memory a result is; empty if it is no parameter, or not always the same one.
    public OptionalInt parameter(String callee, int result) {
        List<Integer> places = known.get(callee);
        if (places == null) {
            Function target = callees.find(callee).orElse(null);
            if (target == null) {
                return OptionalInt.empty();
            }
            // A recursive function is taken to return what it writes, in order.
            known.put(callee, written(target));
            places = places(target);
            known.put(callee, places);
        }
        int place = result < places.size() ? places.get(result) : NONE;
        return place == NONE ? OptionalInt.empty() : OptionalInt.of(place);
    }

    /// A function without a `return` hands back what it writes.
    private static List<Integer> written(Function function) {
        var places = new ArrayList<Integer>();
        for (int i = 0; i < function.params().size(); i++) {
            if (function.params().get(i).direction().writes()) {
                places.add(i);
            }
        }
        return places;
    }

    private List<Integer> places(Function function) {
        var returns = new ArrayList<Return>();
        Walk.each(function.body(), statement -> {
            if (statement instanceof Return ret) {
                returns.add(ret);
            }
        });
        if (returns.isEmpty()) {
            return written(function);
        }
        Writes writes = Writes.of(function, this);
        var places = new ArrayList<Integer>();
        for (int i = 0; i < returns.getFirst().values().size(); i++) {
            places.add(place(function, writes, returns, i));
        }
        return places;
    }

    private static int place(Function function, Writes writes, List<Return> returns, int result) {
        Param found = writes.returned(returns.getFirst(), result).orElse(null);
        for (Return each : returns) {
            if (found == null || !found.equals(writes.returned(each, result).orElse(null))) {
                return NONE;
            }
        }
        return function.params().indexOf(found);
    }
}
