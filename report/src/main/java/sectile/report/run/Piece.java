package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sectile.sim.trace.Op;

/// A part of an operation as a timeline shows it: the wait it begins with, the work after that, or the flight of what
/// the engine sent.
record Piece(Op op, Part part) {
    enum Part {
        WAIT,
        WORK,
        FLIGHT
    }

    /// All pieces by start. Of those that start together a receive comes last, so that it follows the send whose
    /// message it took, even where sending takes no time.
    static List<Piece> of(List<Op> ops) {
        List<Piece> pieces = new ArrayList<>();
        for (Op op : ops) {
            if (op.waitPs() > 0) {
                pieces.add(new Piece(op, Part.WAIT));
            }
            if (op.workPs() > 0 || op.waitingPs() == 0 || op.flow() != 0) {
                pieces.add(new Piece(op, Part.WORK));
            }
            if (op.flightPs() > 0) {
                pieces.add(new Piece(op, Part.FLIGHT));
            }
        }
        pieces.sort(Comparator.comparingLong(Piece::startPs)
                .thenComparing(piece -> piece.part == Part.WORK && Messages.isReceive(piece.op)));
        return pieces;
    }

    boolean waiting() {
        return part != Part.WORK;
    }

    long startPs() {
        return switch (part) {
            case WAIT -> op.startPs();
            case WORK -> op.workStartPs();
            case FLIGHT -> op.workEndPs();
        };
    }

    long lengthPs() {
        return switch (part) {
            case WAIT -> op.waitPs();
            case WORK -> op.workPs();
            case FLIGHT -> op.flightPs();
        };
    }

    String name() {
        return switch (part) {
            case WAIT -> "wait: " + op.name();
            case WORK -> op.name();
            case FLIGHT -> "in flight: " + op.name();
        };
    }
}
