package sectile.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Names beside points of a drawing, so that none covers another: points in the same place share a line of text, and
/// one that has no room on either side is moved down.
final class PointNames {
    private static final double LETTER = 6.5;
    private static final double LINE = 14;
    private static final double BESIDE = 8;
    /// Points nearer than this are in the same place.
    private static final double SAME = 3;

    /// @param x where its point is
    record Name(double x, double y, String text) {}

    private record Box(double left, double right, double middle) {
        boolean meets(Box other) {
            return left < other.right && other.left < right && Math.abs(middle - other.middle) < LINE;
        }
    }

    private PointNames() {}

    /// @param right where the drawing ends
    static void write(List<Name> names, double right, Html out) {
        var placed = new ArrayList<Box>();
        for (Name name : together(names)) {
            double width = name.text.length() * LETTER;
            Box after = new Box(name.x + BESIDE, name.x + BESIDE + width, name.y);
            Box before = new Box(name.x - BESIDE - width, name.x - BESIDE, name.y);
            boolean isAfter = after.right <= right && (isFree(after, placed) || !isFree(before, placed));
            Box box = isAfter ? after : before;
            while (!isFree(box, placed)) {
                box = new Box(box.left, box.right, box.middle + LINE);
            }
            placed.add(box);
            out.raw("<text")
                    .attribute("text-anchor", isAfter ? "start" : "end")
                    .attribute("x", isAfter ? box.left : box.right)
                    .attribute("y", box.middle + 4)
                    .raw(">")
                    .text(name.text)
                    .raw("</text>");
        }
    }

    private static boolean isFree(Box box, List<Box> placed) {
        return placed.stream().noneMatch(box::meets);
    }

    private static List<Name> together(List<Name> names) {
        var joined = new ArrayList<Name>();
        for (Name name : names) {
            int same = 0;
            while (same < joined.size()
                    && (Math.abs(joined.get(same).x - name.x) > SAME || Math.abs(joined.get(same).y - name.y) > SAME)) {
                same++;
            }
            if (same == joined.size()) {
                joined.add(name);
            } else {
                Name first = joined.get(same);
                joined.set(same, new Name(first.x, first.y, first.text + ", " + name.text));
            }
        }
        joined.sort(Comparator.comparingDouble(Name::y));
        return joined;
    }
}
