package sectile.dist.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclErrors;
import sectile.dist.ccl.Team;
import sectile.sim.kernel.Handle;

/// How the roots of all SIPs combine their values.
enum InterSip {
    /// A [ForwardRing] of all.
    RING,
    /// A [ForwardRing] along each row of a rectangle, then one along each column.
    TORUS,
    /// Without wrap-around: along each row of a rectangle to its last member and back, then along each column.
    MESH;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// What an entry asks for; `auto` is what the machine's SIPs are arranged in, as far as the team fits it.
    static InterSip of(Team team, AlgorithmSettings settings) {
        if (settings.interSip().equals("auto")) {
            if (team.size() != team.machine().sips() || team.rowLength().isEmpty()) {
                return RING;
            }
            return switch (team.machine().sipGrid().topology()) {
                case RING_1D, GRAPH -> RING;
                case TORUS_2D, MESH_2D -> TORUS;
                case MESH_2D_NO_WRAP -> MESH;
            };
        }
        List<String> known = Arrays.stream(values()).map(InterSip::text).toList();
        Optional<InterSip> found = Arrays.stream(values())
                .filter(kind -> kind.text().equals(settings.interSip()))
                .findFirst();
        return found.orElseThrow(() -> CclErrors.badInterSip(settings, known));
    }

    /// How many ranks are in a row.
    int rowLength(Team team, AlgorithmSettings settings) {
        return this == RING ? team.size() : team.rowLength("inter_sip `" + text() + "` of `" + settings.name() + "`");
    }

    /// The combination of the values of all roots, on each of them.
    Handle combine(Exchange exchange, int rowLength, Handle own) {
        int rank = exchange.args().rank();
        int column = rank % rowLength;
        int row = rank / rowLength;
        int rows = exchange.args().world() / rowLength;
        return switch (this) {
            case RING -> ForwardRing.allReduce(exchange, "global_E", "global_W", rank, rowLength, own);
            case TORUS -> {
                Handle ofRow = ForwardRing.allReduce(exchange, "global_E", "global_W", column, rowLength, own);
                yield ForwardRing.allReduce(exchange, "global_S", "global_N", row, rows, ofRow);
            }
            case MESH -> {
                Line across = new Line(exchange, column, rowLength, rowLength - 1, "global_E", "global_W");
                Handle ofRow = across.handOut(across.collect(own));
                Line down = new Line(exchange, row, rows, rows - 1, "global_S", "global_N");
                yield down.handOut(down.collect(ofRow));
            }
        };
    }
}
