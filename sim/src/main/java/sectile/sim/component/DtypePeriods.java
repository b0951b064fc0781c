package sectile.sim.component;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import sectile.base.array.DType;

/// The clock of an engine and how much faster or slower it is for each element type. Both maps hold every type, so
/// that a cost in the middle of a run is a look-up and a multiplication.
record DtypePeriods(Clock clock, Map<DType, Ratio> rates, Map<DType, Ratio> periods) {
    private static final Ratio ONE = new Ratio(1, 1);

    DtypePeriods {
        rates = Collections.unmodifiableMap(new EnumMap<>(rates));
        periods = Collections.unmodifiableMap(new EnumMap<>(periods));
    }

    /// Reads `clock_ghz` and `rates`.
    static DtypePeriods of(Attributes attributes) throws AttributeException {
        Clock clock = attributes.clock("clock_ghz");
        Map<String, BigDecimal> given = attributes.table("rates");
        Map<DType, Ratio> rates = new EnumMap<>(DType.class);
        Map<DType, Ratio> periods = new EnumMap<>(DType.class);
        for (DType dtype : DType.values()) {
            BigDecimal value = given.getOrDefault(dtype.text(), BigDecimal.ONE);
            try {
                Ratio rate = Ratio.of(value);
                rates.put(dtype, rate);
                periods.put(dtype, clock.period().dividedBy(rate));
            } catch (ArithmeticException e) {
                String message = "the rate " + value + " of " + dtype.text() + " cannot be held exactly";
                throw new AttributeException("rates", message, "use fewer digits");
            }
        }
        return new DtypePeriods(clock, rates, periods);
    }

    Ratio rate(DType dtype) {
        return rates.getOrDefault(dtype, ONE);
    }

    /// The time of cycles counted at rate 1, rounded up.
    long picoseconds(long cycles, DType dtype) {
        return periods.getOrDefault(dtype, clock.period()).ceilTimes(cycles);
    }

    /// Operations per second, if one cycle at rate 1 does `perCycle`.
    double perSecond(double perCycle, DType dtype) {
        return clock.infinite()
                ? Double.POSITIVE_INFINITY
                : perCycle * rate(dtype).toDouble() * clock.ghz() * 1e9;
    }
}
