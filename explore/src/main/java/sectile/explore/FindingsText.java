package sectile.explore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import sectile.base.io.AtomicFiles;
import sectile.base.quantity.Units;
import sectile.report.table.Csv;
import sectile.report.table.TextTable;

/// Findings for a terminal, and as CSV.
public final class FindingsText {
    private FindingsText() {}

    /// The points that no other point beats, how much each axis matters, and how many points there were.
    public static String text(Findings findings) {
        FindingsTables tables = new FindingsTables(findings);
        List<Sensitivity> sensitivity = Sensitivity.of(findings);
        var text = new StringBuilder();
        boolean several = findings.plan().objectives().size() > 1;
        if (!findings.front().isEmpty()) {
            text.append(TextTable.render(
                    tables.front(several ? "Points that no other point beats in all objectives" : "Best points")));
        }
        if (!sensitivity.isEmpty()) {
            text.append('\n')
                    .append(TextTable.render(
                            tables.sensitivity("How much each axis changes the mean of an objective", sensitivity)));
        }
        return text.append('\n').append(summary(findings)).append('\n').toString();
    }

    /// How many points there were, in one line.
    static String summary(Findings findings) {
        var text = new StringBuilder(Units.counted(findings.rows().size(), "point"));
        count(text, findings.front().size(), "best");
        count(text, findings.infeasible().size(), "outside the constraints");
        count(text, findings.rows().stream().filter(row -> !row.last()).count(), "left out before the last rung");
        count(text, findings.wrong().size(), "with wrong values");
        count(text, findings.failed().size(), "failed");
        return text.toString();
    }

    private static void count(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(", ").append(Units.count(count)).append(' ').append(what);
        }
    }

    /// Writes all points with all their figures.
    public static void writeCsv(Path file, Findings findings) {
        AtomicFiles.writeText(file, out -> {
            try {
                Csv.write(new FindingsTables(findings).csv(), out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
