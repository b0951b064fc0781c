package sectile.ir.build;

import java.util.List;
import sectile.ir.expr.Var;

/// What the body of a loop sees: the index and the carried values as they are at the beginning of a round.
public record Loop(Var index, List<Var> carried) {
    public Loop {
        carried = List.copyOf(carried);
    }

    public Var carried(int position) {
        return carried.get(position);
    }
}
