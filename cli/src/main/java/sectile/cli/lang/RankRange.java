package sectile.cli.lang;

import com.beust.jcommander.IStringConverter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import sectile.cli.command.BadValue;

/// Several numbers of ranks, such as 2 or 2-4.
public record RankRange(int first, int last) {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    public List<Integer> all() {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }

    /// Reads one.
    public record Converter(String option) implements IStringConverter<RankRange> {
        @Override
        public RankRange convert(String value) {
            Matcher matcher = RANGE.matcher(value);
            if (matcher.matches()) {
                int first = Integer.parseInt(matcher.group(1));
                int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
                if (first >= 1 && first <= last) {
                    return new RankRange(first, last);
                }
            }
            throw new BadValue(option, value, "a number of ranks from 1 to 99999 such as 2, or a range such as 2-4");
        }
    }
}
