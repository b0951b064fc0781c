package sectile.ir.verify;

import java.util.EnumSet;
import java.util.Set;

/// What a program can be verified to be. A pass says which it needs, makes and breaks.
public enum Property {
    /// Every op call follows its op's type rule, every function call its callee's signature.
    TYPED,
    /// A variable has a value wherever it is used.
    DEFINED_BEFORE_USE,
    /// Loops and conditionals yield what they should, where they should; functions return what they declare.
    STRUCTURED,
    /// Out parameters are written, In parameters are not.
    DIRECTIONS,
    /// Ops and calls stand in functions that can execute them.
    PLACED,
    /// Windows, devices and collectives are used as all ranks need.
    DISTRIBUTED,
    /// Every variable is assigned once.
    SSA,
    /// The operands of a call are no calls.
    FLAT_CALLS,
    /// Scopes are functions of their own, inline functions are in place, and only kernels compute.
    SPLIT_KERNELS,
    /// Kernels compute on tiles, not on tensors.
    TILE_OPS,
    /// The memory of every tile is chosen.
    SPACES_INFERRED,
    /// Every tile has a buffer that is large enough and lies in one memory.
    MEMREFS,
    /// Every tile has a constant place in a buffer of known size.
    ADDRESSES_ALLOCATED,
    /// The results of a function stand in the order of the parameters it writes.
    RETURN_ORDER,
    /// Every call says what the callee does with its arguments.
    CALL_DIRECTIONS,
    /// Every window is a slot of one group of devices, and dispatches stand in the domain of theirs.
    COMM_DOMAINS,
    /// A fence is between a write of a window and a signal that follows it.
    DATA_ORDERED;

    /// What every program has, at every stage.
    public static Set<Property> always() {
        return EnumSet.of(TYPED, DEFINED_BEFORE_USE, STRUCTURED, DIRECTIONS, PLACED, DISTRIBUTED);
    }
}
