package sectile.report.run;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The order of names such as `sip2.cube10`: short paths before long ones, and numbers in them count as numbers.
final class Names {
    static final Comparator<String> NUMERIC =
            Comparator.comparingInt(Names::depth).thenComparing(Names::padded).thenComparing(name -> name);

    private static final Pattern DIGITS = Pattern.compile("\\d+");

    private Names() {}

    private static int depth(String name) {
        return (int) name.chars().filter(c -> c == '.').count();
    }

    private static String padded(String name) {
        Matcher digits = DIGITS.matcher(name);
        return digits.replaceAll(found ->
                "0".repeat(Math.max(0, 10 - found.group().length())) + found.group());
    }
}
