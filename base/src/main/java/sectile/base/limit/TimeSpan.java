package sectile.base.limit;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Spans of time on this host, as people write and read them.
public final class TimeSpan {
    private static final Map<String, Long> MILLIS = Map.of("ms", 1L, "s", 1000L, "m", 60_000L, "h", 3_600_000L);
    private static final Pattern OPTION = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h)");

    private TimeSpan() {}

    /// Reads `30s`, `1.5m`, `200ms`. Empty if the text is not a time of at least a millisecond.
    public static Optional<Duration> parse(String text) {
        Matcher matcher = OPTION.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal unit = BigDecimal.valueOf(MILLIS.getOrDefault(matcher.group(2), 0L));
        long millis = new BigDecimal(matcher.group(1)).multiply(unit).longValue();
        return millis < 1 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    }

    /// `200 ms`, `1.5 s`, `4 min 30 s`, `2 h`.
    public static String text(Duration time) {
        if (time.toMillis() < 1000) {
            return time.toMillis() + " ms";
        }
        if (time.toSeconds() < 10 && time.toMillisPart() != 0) {
            return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros() + " s";
        }
        String seconds = time.toSecondsPart() == 0 ? "" : " " + time.toSecondsPart() + " s";
        String minutes = time.toMinutesPart() == 0 ? "" : " " + time.toMinutesPart() + " min";
        String hours = time.toHours() == 0 ? "" : time.toHours() + " h";
        return (hours + minutes + (time.toHours() > 0 ? "" : seconds)).strip();
    }

    /// As an option takes it, rounded to seconds or minutes.
    static String option(Duration time) {
        return time.toSeconds() < 120 ? Math.max(1, time.toSeconds()) + "s" : time.toMinutes() + "m";
    }
}
