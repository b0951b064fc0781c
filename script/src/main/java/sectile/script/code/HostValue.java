package sectile.script.code;

import org.jspecify.annotations.Nullable;
import sectile.python.operator.Operator;
import sectile.python.operator.Relation;
import sectile.python.value.Fault;
import sectile.python.value.Sequence;
import sectile.script.problem.Place;

/// A value that only host programs have, such as a tensor: what can be done with it is up to it.
public interface HostValue extends Place.Named {
    /// What messages call it, with its article: `a tensor`.
    @Override
    String kind();

    /// What `value.name` is; a diagnostic if there is no such member.
    Object member(String name, Place at);

    /// Assigns `value.name = …`.
    default void assignMember(String name, Object value, Place at) {
        throw at.fault(Fault.ATTRIBUTE, "the member `" + name + "` of " + kind() + " cannot be assigned", "");
    }

    /// `value[index]`; several indices are a tuple, a slice is a [SliceValue].
    default Object element(Object index, Place at) {
        throw at.fault(Fault.TYPE, kind() + " has no elements", "");
    }

    /// `value[index] = element`.
    default void assign(Object index, Object element, Place at) {
        throw at.fault(Fault.TYPE, "the elements of " + kind() + " cannot be assigned", "");
    }

    /// `left operator right`, one of which is this value; null if it does not apply.
    default @Nullable Object binary(Operator operator, Object left, Object right, Place at) {
        return null;
    }

    /// `left relation right`, one of which is this value; null if it does not apply.
    default @Nullable Object compare(Relation relation, Object left, Object right, Place at) {
        return null;
    }

    /// `-value`.
    default Object negated(Place at) {
        throw at.fault(Fault.TYPE, "`-` does not apply to " + kind(), "");
    }

    /// Whether it counts as true.
    default boolean truth(Place at) {
        return true;
    }

    /// What a loop or a function of Python such as `len` and `max` sees.
    default Sequence elements(Place at) {
        throw at.fault(Fault.TYPE, kind() + " has no elements to iterate over", "");
    }
}
