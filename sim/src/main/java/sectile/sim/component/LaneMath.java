package sectile.sim.component;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import sectile.base.array.DType;

/// A vector engine. A type of rate r fits `lanes · r` elements into a group, the last group may be partly empty,
/// and an operation spends its number of cycles on each group.
///
/// @param groupsPerElement the inverse of `lanes · r` for each type
/// @param cycles per group, for each operation
record LaneMath(long overheadPs, Clock clock, Map<DType, Ratio> groupsPerElement, Map<MathOp, Ratio> cycles)
        implements MathModel {
    private static final String OTHER = "other";

    LaneMath {
        groupsPerElement = Collections.unmodifiableMap(new EnumMap<>(groupsPerElement));
        cycles = Collections.unmodifiableMap(new EnumMap<>(cycles));
    }

    /// The keys of `cycles`: every operation, and `other` for those not listed.
    static List<String> cycleKeys() {
        List<String> keys = new ArrayList<>(MathOp.texts());
        keys.add(OTHER);
        return keys;
    }

    static LaneMath of(Attributes attributes) throws AttributeException {
        DtypePeriods periods = DtypePeriods.of(attributes);
        Ratio groupPerLane = new Ratio(1, attributes.count("lanes"));
        Map<DType, Ratio> groupsPerElement = new EnumMap<>(DType.class);
        for (DType dtype : DType.values()) {
            try {
                groupsPerElement.put(dtype, groupPerLane.dividedBy(periods.rate(dtype)));
            } catch (ArithmeticException e) {
                String message = "the rate of " + dtype.text() + " times the lanes cannot be held exactly";
                throw new AttributeException("rates", message, "use fewer digits");
            }
        }
        return new LaneMath(attributes.time("overhead_ns"), periods.clock(), groupsPerElement, cycles(attributes));
    }

    @Override
    public long picoseconds(MathOp op, long elements, DType dtype) {
        long groups = Objects.requireNonNull(groupsPerElement.get(dtype)).ceilTimes(elements);
        return clock.picoseconds(Objects.requireNonNull(cycles.get(op)).ceilTimes(groups));
    }

    private static Map<MathOp, Ratio> cycles(Attributes attributes) throws AttributeException {
        Map<String, BigDecimal> table = attributes.table("cycles");
        Map<MathOp, Ratio> cycles = new EnumMap<>(MathOp.class);
        for (MathOp op : MathOp.values()) {
            BigDecimal value = table.containsKey(op.text()) ? table.get(op.text()) : table.get(OTHER);
            if (value == null) {
                String hint = "add `" + op.text() + ": N`, or `other: N` for all that is not listed";
                throw new AttributeException("cycles", "`cycles` has no entry for `" + op.text() + "`", hint);
            }
            try {
                cycles.put(op, Ratio.of(value));
            } catch (ArithmeticException e) {
                throw new AttributeException("cycles", value + " cycles cannot be held exactly", "use fewer digits");
            }
        }
        return cycles;
    }
}
