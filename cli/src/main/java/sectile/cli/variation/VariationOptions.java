package sectile.cli.variation;

import com.beust.jcommander.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.problem.CliCode;
import sectile.sim.topology.Distribution;
import sectile.sim.topology.Topology;
import sectile.sim.topology.Variation;

/// `--vary-random` and `--draws`
public final class VariationOptions {
    private static final int USUAL_DRAWS = 100;
    private static final String SPEED = ".speed";

    @Parameter(
            names = "--vary-random",
            placeholder = "PART.speed=DISTRIBUTION",
            splitter = Values.Unsplit.class,
            description =
                    "run on --draws machines whose parts differ by chance, such as pe.speed=normal(1,0.02), and show"
                            + " how the latency is spread and what is to blame; may be repeated")
    private List<String> wanted = new ArrayList<>();

    @Parameter(
            names = "--draws",
            placeholder = "N",
            converter = Values.Count.class,
            description = "how many machines --vary-random draws; 100 if not given")
    private int draws;

    public boolean isGiven() {
        return !wanted.isEmpty() || draws > 0;
    }

    public int draws() {
        return draws > 0 ? draws : USUAL_DRAWS;
    }

    /// Settings of the topology that say what varies.
    public List<String> settings(Invocation call) {
        List<Span> spans = call.spansOf("--vary-random");
        List<String> settings = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < wanted.size(); i++) {
            Span span = i < spans.size() ? spans.get(i) : Span.none();
            String text = wanted.get(i);
            String part = part(text, span);
            if (!seen.add(part)) {
                throw wrong(CliCode.PART_VARIES_TWICE, span, "`" + part + SPEED + "` varies twice", "keep one of them");
            }
            settings.add("variation." + part + SPEED + "=" + distribution(text, span));
        }
        return settings;
    }

    private static String part(String text, Span span) {
        int equals = text.indexOf('=');
        String path = equals < 0 ? text : text.substring(0, equals).strip();
        if (equals < 1 || !path.endsWith(SPEED)) {
            throw wrong(
                    CliCode.BAD_VARIATION,
                    span,
                    "`--vary-random` cannot be `" + text + "`",
                    "write what varies and how, such as pe.speed=normal(1,0.02) or sip_sip.speed=uniform(0.9,1)");
        }
        String part = path.substring(0, path.length() - SPEED.length());
        if (!Variation.varying().contains(part)) {
            throw wrong(
                    CliCode.PART_CANNOT_VARY,
                    span,
                    "nothing called `" + part + "` varies",
                    Nearest.hint(part, Variation.varying()));
        }
        return part;
    }

    private static String distribution(String text, Span span) {
        String distribution = text.substring(text.indexOf('=') + 1).strip();
        try {
            Distribution.parse(distribution);
        } catch (Distribution.Malformed e) {
            throw wrong(CliCode.BAD_DISTRIBUTION, span, String.valueOf(e.getMessage()), e.hint());
        }
        return distribution;
    }

    /// A diagnostic if draws of a machine would all be the same.
    public void check(Topology topology, Invocation call) {
        if (topology.speeds().variation().speeds().isEmpty()) {
            throw wrong(
                    CliCode.NOTHING_VARIES,
                    call.spanOf("--draws"),
                    "`--draws` has no effect where nothing varies",
                    "add --vary-random, such as pe.speed=normal(1,0.02), or a section `variation` to the topology");
        }
    }

    private static DiagnosticException wrong(DiagnosticCode code, Span span, String message, String hint) {
        return new DiagnosticException(Diagnostic.error(code, span, message).hint(hint));
    }
}
