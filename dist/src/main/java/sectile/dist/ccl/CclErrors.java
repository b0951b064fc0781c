package sectile.dist.ccl;

import java.util.Collection;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.dist.problem.DistCode;
import sectile.sim.Place;

/// What a user can do wrong when configuring collectives: `DIST-3xx`.
public final class CclErrors {
    private CclErrors() {}

    static DiagnosticException notSquare(String who, int ranks) {
        int side = (int) Math.sqrt(ranks);
        return error(
                DistCode.NOT_A_RECTANGLE,
                Span.none(),
                who + " needs a square number of ranks, not " + ranks,
                "the nearest squares are " + side * side + " and " + (side + 1) * (side + 1)
                        + "; SIPs that are arranged in a rectangle, with `shape: { w: …, h: … }`, do as well");
    }

    /// Ranks between which no queues lead.
    public static DiagnosticException notConnected(String team, int ranks) {
        return error(
                DistCode.NOT_CONNECTED,
                Span.none(),
                "the " + ranks + " ranks of group " + team + " are not all connected by working links",
                "`sectile topology show` lists failed links");
    }

    /// A mapper whose PEs are not different PEs of the SIP it was asked about.
    static DiagnosticException badMapper(AlgorithmSettings settings, int sip, List<Place> places) {
        return error(
                DistCode.BAD_MAPPER,
                settings.span(),
                "mapper `" + settings.mapper() + "` of `" + settings.name() + "` maps SIP " + sip + " to " + places,
                "it must list at least one PE, each once, and only PEs of that SIP");
    }

    static DiagnosticException unknownModule(AlgorithmSettings settings, String module, Collection<String> kernels) {
        String last = module.substring(module.lastIndexOf('.') + 1);
        return error(
                DistCode.UNKNOWN_MODULE,
                settings.span(),
                "module `" + module + "` of `" + settings.name()
                        + "` is neither a file beside the ccl.yaml nor a built-in",
                Nearest.of(last, kernels)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElse("the file would be " + last + ".py; built-ins are " + Nearest.listing(kernels)));
    }

    static DiagnosticException needsTopology(String algorithm) {
        return error(
                DistCode.NO_WIRING,
                Span.none(),
                "algorithm `" + algorithm + "` has `topology: none` but does not wire its own queues",
                "name a topology, such as ring_1d");
    }

    static DiagnosticException unknownAlgorithm(String name, Span at, Collection<String> known) {
        return error(DistCode.UNKNOWN_ALGORITHM, at, "there is no algorithm `" + name + "`", Nearest.hint(name, known));
    }

    public static DiagnosticException wrongCollective(
            AlgorithmSettings settings, Collective asked, Collection<Collective> can) {
        return error(
                DistCode.WRONG_COLLECTIVE,
                settings.span(),
                "algorithm `" + settings.name() + "` cannot do " + asked.text(),
                "it does: "
                        + String.join(
                                ", ",
                                can.stream().sorted().map(Collective::text).toList()));
    }

    public static DiagnosticException slotTooSmall(AlgorithmSettings settings, long slotBytes, String dtype) {
        return error(
                DistCode.SLOT_TOO_SMALL,
                settings.span(),
                "a slot of " + slotBytes + " bytes holds no element of " + dtype,
                "set slot_size of `" + settings.name() + "` to at least 8");
    }

    public static DiagnosticException badRootCube(AlgorithmSettings settings, int cube, int cubes) {
        return error(
                DistCode.ROOT_CUBE,
                settings.span(),
                "root_cube " + cube + " does not exist: a SIP has " + cubes + " cubes",
                "use 0 to " + (cubes - 1) + ", or leave it out for the last cube");
    }

    public static DiagnosticException badInterSip(AlgorithmSettings settings, Collection<String> known) {
        return error(
                DistCode.INTER_SIP,
                settings.span(),
                "inter_sip `" + settings.interSip() + "` does not exist",
                Nearest.hint(settings.interSip(), known));
    }

    static DiagnosticException error(DiagnosticCode code, Span at, String message, String hint) {
        return new DiagnosticException(Diagnostic.error(code, at, message).hint(hint));
    }
}
