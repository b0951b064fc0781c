package sectile.python.format;

import java.math.BigInteger;
import java.util.Locale;
import sectile.python.value.Fault;
import sectile.python.value.FloatText;
import sectile.python.value.Ints;
import sectile.python.value.Site;
import sectile.python.value.Text;
import sectile.python.value.Values;

/// What `format(value, specification)` returns, and so what `{value:specification}` in an f-string is.
public final class Format {
    private final Specification spec;
    private final Object value;
    private final String text;
    private final Site site;

    private Format(Specification spec, Object value, String text, Site site) {
        this.spec = spec;
        this.value = value;
        this.text = text;
        this.site = site;
    }

    public static String apply(Object value, String specification, Site site) {
        if (specification.isEmpty()) {
            return Text.str(value);
        }
        Specification spec = Specification.parse(specification)
                .orElseThrow(() -> site.fault(
                        Fault.FORMAT,
                        "`" + Text.shortened(specification) + "` is not a format",
                        "formats are [[fill]align][sign][#][0][width][,][.precision][type]"));
        Format format = new Format(spec, value, specification, site);
        if (value instanceof String string) {
            return format.string(string);
        }
        if (Ints.isInt(value) && !format.isFloat()) {
            return format.integer(Ints.big(value));
        }
        if (!Values.isNumber(value)) {
            throw format.refusal("");
        }
        return format.floating(Values.toDouble(value, site));
    }

    private boolean isFloat() {
        return !spec.type().isEmpty() && "eEfFgG%".contains(spec.type());
    }

    private RuntimeException refusal(String why) {
        return site.fault(
                Fault.FORMAT,
                "the format `" + text + "` does not apply to " + Values.kind(value, site)
                        + (why.isEmpty() ? "" : ": " + why));
    }

    private String string(String string) {
        if (!spec.type().isEmpty() && !spec.type().equals("s")) {
            throw refusal("");
        }
        if (!spec.sign().isEmpty()
                || spec.alternate()
                || spec.noNegativeZero()
                || !spec.grouping().isEmpty()) {
            throw refusal("a sign, `#`, `z`, `,` and `_` are for numbers");
        }
        if (spec.align().equals("=")) {
            throw refusal("`=` is for numbers");
        }
        int length = string.codePointCount(0, string.length());
        String shown = spec.precision() >= 0 && spec.precision() < length
                ? string.substring(0, string.offsetByCodePoints(0, spec.precision()))
                : string;
        return padded(shown, spec.align().isEmpty() || spec.align().equals("0") ? "<" : spec.align());
    }

    private String integer(BigInteger number) {
        if (spec.precision() >= 0) {
            throw refusal("an int has no precision");
        }
        if (spec.noNegativeZero()) {
            throw refusal("`z` is for floats");
        }
        String type = spec.type();
        if (type.equals("c")) {
            return character(number);
        }
        int radix = switch (type) {
            case "b" -> 2;
            case "o" -> 8;
            case "x", "X" -> 16;
            case "", "d", "n" -> 10;
            default -> throw refusal("");
        };
        if ((spec.grouping().equals(",") && radix != 10) || (!spec.grouping().isEmpty() && type.equals("n"))) {
            throw refusal("no `" + spec.grouping() + "` with `" + type + "`");
        }
        String digits = number.abs().toString(radix);
        return number(
                number.signum() < 0,
                spec.alternate() && radix != 10 ? "0" + type : "",
                type.equals("X") ? digits.toUpperCase(Locale.ROOT) : digits,
                "",
                radix == 10 ? 3 : 4);
    }

    private String character(BigInteger number) {
        if (!spec.sign().isEmpty() || spec.alternate() || !spec.grouping().isEmpty()) {
            throw refusal("a sign, `#`, `,` and `_` are for digits");
        }
        if (number.signum() < 0 || number.bitLength() > 31 || number.intValue() > Character.MAX_CODE_POINT) {
            throw refusal("it is not the number of a character");
        }
        return padded(Character.toString(number.intValue()), spec.align().isEmpty() ? "<" : spec.align());
    }

    private String floating(double number) {
        if (!spec.type().isEmpty() && !isFloat() && !spec.type().equals("n")) {
            throw refusal("");
        }
        if (!spec.grouping().isEmpty() && spec.type().equals("n")) {
            throw refusal("no `" + spec.grouping() + "` with `n`");
        }
        boolean upper = !spec.type().isEmpty() && "EFG".contains(spec.type());
        String percent = spec.type().equals("%") ? "%" : "";
        double shown = percent.isEmpty() ? number : number * 100;
        String lower = Double.isFinite(shown)
                ? FloatDigits.of(
                        Math.abs(shown), spec.type().toLowerCase(Locale.ROOT), spec.precision(), spec.alternate())
                : FloatText.special(Math.abs(shown));
        String all = upper ? lower.toUpperCase(Locale.ROOT) : lower;
        boolean negative = !Double.isNaN(number) && (number < 0 || 1 / number < 0);
        if (spec.noNegativeZero() && Double.isFinite(shown) && all.chars().noneMatch(c -> c >= '1' && c <= '9')) {
            negative = false;
        }
        int integral = 0;
        while (integral < all.length() && Character.isDigit(all.charAt(integral))) {
            integral++;
        }
        return number(negative, "", all.substring(0, integral), all.substring(integral) + percent, 3);
    }

    /// Puts sign, digits and padding together.
    ///
    /// @param digits of the integral part, to be grouped
    /// @param rest what follows them
    private String number(boolean negative, String prefix, String digits, String rest, int group) {
        String before = (negative ? "-" : spec.sign().equals("-") ? "" : spec.sign()) + prefix;
        if (spec.align().equals("0") || (spec.align().equals("=") && spec.fill().equals("0"))) {
            // Zeros are grouped like digits.
            int room = spec.width() - before.length() - rest.length();
            String zeros = digits;
            while (grouped(zeros, group).length() < room) {
                zeros = "0" + zeros;
            }
            return before + grouped(zeros, group) + rest;
        }
        String shown = grouped(digits, group) + rest;
        if (spec.align().equals("=")) {
            return before + spec.fill().repeat(Math.max(0, spec.width() - before.length() - shown.length())) + shown;
        }
        return padded(before + shown, spec.align().isEmpty() ? ">" : spec.align());
    }

    private String grouped(String digits, int size) {
        if (spec.grouping().isEmpty()) {
            return digits;
        }
        StringBuilder out = new StringBuilder(digits);
        for (int i = digits.length() - size; i > 0; i -= size) {
            out.insert(i, spec.grouping());
        }
        return out.toString();
    }

    private String padded(String shown, String align) {
        int missing = Math.max(0, spec.width() - shown.codePointCount(0, shown.length()));
        int before = align.equals("<") ? 0 : align.equals("^") ? missing / 2 : missing;
        return spec.fill().repeat(before) + shown + spec.fill().repeat(missing - before);
    }
}
