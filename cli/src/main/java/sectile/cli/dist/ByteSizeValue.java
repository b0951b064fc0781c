package sectile.cli.dist;

import com.beust.jcommander.IStringConverter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.cli.command.BadValue;

/// A number of bytes as nccl-tests takes them: 8, 64K, 4M, 1G.
record ByteSizeValue(String option) implements IStringConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,15})([KMG]?)");

    @Override
    public Long convert(String value) {
        Matcher matcher = FORM.matcher(value);
        if (!matcher.matches() || value.startsWith("0")) {
            throw new BadValue(option, value, "a number of bytes from 1 on, such as 8, 64K, 4M or 1G");
        }
        int shift = switch (matcher.group(2)) {
            case "K" -> 10;
            case "M" -> 20;
            case "G" -> 30;
            default -> 0;
        };
        return Long.parseLong(matcher.group(1)) << shift;
    }
}
