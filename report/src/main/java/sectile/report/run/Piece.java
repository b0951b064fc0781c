package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sectile.sim.trace.Op;

/// A part of an operation as a timeline shows it: the wait it begins with, or the work after that.
record Piece(Op op, boolean waiting) {
    /// All pieces by start. Of those that start together a receive comes last, so that it follows the send whose
    /// message
    /// it took, even where sending takes no time.
    static List<Piece> of(List<Op> ops) {
        List<Piece> pieces = new ArrayList<>();
        for (Op op : ops) {
            if (op.waitPs() > 0) {
                pieces.add(new Piece(op, true));
            }
            pieces.add(new Piece(op, false));
        }
        pieces.sort(Comparator.comparingLong(Piece::startPs)
                .thenComparing(piece -> !piece.waiting && Messages.isReceive(piece.op)));
        return pieces;
    }

    long startPs() {
        return waiting ? op.startPs() : op.workStartPs();
    }

    long lengthPs() {
        return waiting ? op.waitPs() : op.workPs();
    }

    String name() {
        return waiting ? "wait: " + op.name() : op.name();
    }
}
