package sectile.runtime.device;

import java.time.Duration;

/// How an evaluation measures.
///
/// @param repeat how many times are taken
/// @param number how many executions one time covers; 0 means as many as last `minRepeat`
/// @param minRepeat how long the executions of one time last at least, if their number is not given
/// @param cold whether caches are emptied before every execution, each of which is then timed alone
/// @param validate whether results are compared with the interpreter's before anything is timed
/// @param counters whether counters of the processor and the system are read
public record EvaluationOptions(
        int repeat, int number, Duration minRepeat, boolean cold, boolean validate, boolean counters) {
    public EvaluationOptions {
        if (repeat < 1 || number < 0 || minRepeat.isNegative()) {
            throw new IllegalArgumentException(repeat + " repeats of " + number + ", at least " + minRepeat);
        }
        if (cold && number > 1) {
            throw new IllegalArgumentException("a cold execution is timed alone, not with " + (number - 1) + " others");
        }
    }

    /// Ten times of at least 20 ms each, validated, without counters.
    public static EvaluationOptions standard() {
        return new EvaluationOptions(10, 0, Duration.ofMillis(20), false, true, false);
    }

    public EvaluationOptions withRepeat(int newRepeat) {
        return new EvaluationOptions(newRepeat, number, minRepeat, cold, validate, counters);
    }

    public EvaluationOptions withNumber(int newNumber) {
        return new EvaluationOptions(repeat, newNumber, minRepeat, cold, validate, counters);
    }

    public EvaluationOptions withMinRepeat(Duration duration) {
        return new EvaluationOptions(repeat, number, duration, cold, validate, counters);
    }

    public EvaluationOptions withCold(boolean newCold) {
        return new EvaluationOptions(repeat, number, minRepeat, newCold, validate, counters);
    }

    public EvaluationOptions withValidation(boolean newValidate) {
        return new EvaluationOptions(repeat, number, minRepeat, cold, newValidate, counters);
    }

    public EvaluationOptions withCounters(boolean newCounters) {
        return new EvaluationOptions(repeat, number, minRepeat, cold, validate, newCounters);
    }
}
