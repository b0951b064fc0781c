package sectile.cli.whatif;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlNumber;
import sectile.base.yaml.YamlScalar;
import sectile.cli.problem.CliCode;

/// Turns what a user asks for into settings of a topology.
final class Changes {
    private static final Pattern FACTOR = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)x");
    /// A machine is faster when these numbers are larger, and when those are smaller.
    private static final Set<String> RATES = Set.of("bandwidth_gbs", "clock_ghz");

    private static final Set<String> TIMES = Set.of("latency_ns", "overhead_ns", "entry_ns", "ns_per_mm");

    /// The numbers of the machine by path.
    private final Map<String, BigDecimal> numbers = new LinkedHashMap<>();

    Changes(YamlMap machine) {
        collect("", machine);
    }

    private void collect(String path, YamlNode node) {
        if (node instanceof YamlMap map) {
            for (YamlMap.Entry entry : map.entries().values()) {
                collect(path.isEmpty() ? entry.key() : path + "." + entry.key(), entry.value());
            }
        } else if (node instanceof YamlScalar scalar
                && scalar.asNumber().orElse(null) instanceof YamlNumber.Finite(BigDecimal value)) {
            numbers.put(path, value);
        }
    }

    /// Every rate twice as high and every time half as long, one at a time, of the components and links given.
    List<Change> faster(Set<String> components, Span span) {
        List<Change> changes = new ArrayList<>();
        numbers.forEach((path, value) -> {
            String key = path.substring(path.lastIndexOf('.') + 1);
            boolean meant = components.stream().anyMatch(component -> path.startsWith(component + "."));
            if (meant && value.signum() > 0 && (RATES.contains(key) || TIMES.contains(key))) {
                changes.add(scaled(path, RATES.contains(key) ? BigDecimal.TWO : new BigDecimal("0.5"), span));
            }
        });
        return changes;
    }

    /// The change that `PATH=VALUE` or `PATH=2x` asks for.
    Change parse(String text, Span span) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new DiagnosticException(
                    Diagnostic.error(CliCode.BAD_WHAT_IF, span, "`--what-if` cannot be `" + text + "`")
                            .hint("write a path and a value, such as system.sips.count=4, a factor, such as"
                                    + " system.links.switch_sip.bandwidth_gbs=2x, or auto"));
        }
        String path = text.substring(0, equals);
        String value = text.substring(equals + 1);
        Matcher factor = FACTOR.matcher(value);
        if (!factor.matches()) {
            return new Change(text, numbers.containsKey(path) ? plain(numbers.get(path)) : "–", span);
        }
        if (!numbers.containsKey(path)) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.WHAT_IF_NOT_A_NUMBER,
                            span,
                            "the machine has no number `" + path + "` that could be multiplied")
                    .hint(Nearest.hint(path, numbers.keySet())));
        }
        return scaled(path, new BigDecimal(factor.group(1)), span);
    }

    private Change scaled(String path, BigDecimal factor, Span span) {
        BigDecimal before = numbers.get(path);
        if (before == null) {
            throw new IllegalArgumentException(path);
        }
        return new Change(path + "=" + plain(before.multiply(factor, MathContext.DECIMAL64)), plain(before), span);
    }

    private static String plain(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }
}
