package sectile.script.code;

import sectile.base.diag.Span;
import sectile.python.operator.Operator;
import sectile.script.problem.Place;
import sectile.sim.kernel.Handle;

/// A place that a run has reached, where handles can be used, too.
record Here(Activation run, Span span) implements Place {
    @Override
    public boolean truth(Object foreign) {
        return foreign instanceof Handle handle ? HandleMath.truth(run, handle, span) : Place.super.truth(foreign);
    }

    @Override
    public Object sum(Object a, Object b) {
        return a instanceof Handle || b instanceof Handle
                ? HandleMath.binary(run, Operator.ADD, a, b, span)
                : Place.super.sum(a, b);
    }
}
