package sectile.cli.lang;

import java.util.ArrayList;
import java.util.List;

/// Two texts line by line: what only the first has, what only the second has, and a few lines around them.
final class TextDiff {
    private static final int CONTEXT = 2;

    private TextDiff() {}

    /// One line; `sign` is a space, `-` or `+`.
    record Line(char sign, String text) {}

    /// All lines, in an order that reads as a change of the first text into the second. Empty if they are equal.
    static List<Line> of(String before, String after) {
        List<String> a = before.lines().toList();
        List<String> b = after.lines().toList();
        int start = 0;
        while (start < Math.min(a.size(), b.size()) && a.get(start).equals(b.get(start))) {
            start++;
        }
        int end = 0;
        while (end < Math.min(a.size(), b.size()) - start
                && a.get(a.size() - 1 - end).equals(b.get(b.size() - 1 - end))) {
            end++;
        }
        var lines = new ArrayList<Line>();
        a.subList(0, start).forEach(l -> lines.add(new Line(' ', l)));
        lines.addAll(middle(a.subList(start, a.size() - end), b.subList(start, b.size() - end)));
        a.subList(a.size() - end, a.size()).forEach(l -> lines.add(new Line(' ', l)));
        return around(lines);
    }

    /// By the longest common subsequence.
    private static List<Line> middle(List<String> a, List<String> b) {
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        var lines = new ArrayList<Line>();
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
                lines.add(new Line(' ', a.get(i++)));
                j++;
            } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new Line('-', a.get(i++)));
            } else {
                lines.add(new Line('+', b.get(j++)));
            }
        }
        return lines;
    }

    private static List<Line> around(List<Line> all) {
        var kept = new ArrayList<Line>();
        int last = Integer.MIN_VALUE;
        for (int i = 0; i < all.size(); i++) {
            boolean near = false;
            for (int j = Math.max(0, i - CONTEXT); j <= Math.min(all.size() - 1, i + CONTEXT); j++) {
                near |= all.get(j).sign() != ' ';
            }
            if (near) {
                if (!kept.isEmpty() && last + 1 != i) {
                    kept.add(new Line(' ', "..."));
                }
                kept.add(all.get(i));
                last = i;
            }
        }
        return kept;
    }
}
