package sectile.cli.lang;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.base.json.JsonWriter;
import sectile.check.Finding;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.race.MemoryOrder;

/// What `sectile verify` answers.
final class VerificationText {
    private VerificationText() {}

    /// A line for every number of ranks.
    static String of(String entry, MemoryOrder order, List<Verification> done) {
        var text = new StringBuilder();
        for (Verification one : done) {
            text.append(entry)
                    .append(" on ")
                    .append(count(one.ranks(), "rank"))
                    .append(": ")
                    .append(one.verdict().text());
            if (one.verdict() == Verdict.FOUND) {
                text.append(", ").append(count(one.findings().size(), "finding"));
            }
            text.append(" (")
                    .append(order.text())
                    .append(" order, ")
                    .append(coverage(one))
                    .append(")\n");
        }
        return text.toString();
    }

    private static String coverage(Verification one) {
        var parts = new ArrayList<String>();
        if (one.executions() > 0 || one.redundant() > 0) {
            parts.add((one.verdict() == Verdict.PROVED ? "all " : "")
                    + count(one.executions(), one.executions() == 1 ? "class" : "classe")
                    + " of orders"
                    + (one.verdict() == Verdict.NOT_FOUND ? estimate(one) : ""));
        }
        if (one.schedules() > 0) {
            parts.add(count(one.schedules(), "drawn order"));
        }
        if (one.tooLong() > 0) {
            parts.add(count(one.tooLong(), "run") + " too long to explore");
        }
        parts.add(count(one.steps(), "step"));
        return String.join(", ", parts);
    }

    private static String estimate(Verification one) {
        if (one.left() <= 0 || one.left() >= 1) {
            return "";
        }
        double all = one.executions() / (1 - one.left());
        return (all < 1000 ? " of about %.0f" : " of about %.3g").formatted(all).replace("e+", "e");
    }

    static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    static void write(JsonWriter writer, Verified verified) {
        writer.beginObject()
                .member("ok", verified.findings().isEmpty())
                .member("entry", verified.title())
                .member("order", verified.order().text());
        writer.name("results").beginArray();
        for (Verification one : verified.done()) {
            writer.beginObject()
                    .member("ranks", one.ranks())
                    .member("verdict", one.verdict().text())
                    .member("executions", one.executions())
                    .member("redundant", one.redundant())
                    .member("schedules", one.schedules())
                    .member("steps", one.steps())
                    .member("left", one.left());
            writer.name("findings").beginArray();
            one.findings().forEach(finding -> write(writer, finding));
            writer.endArray().endObject();
        }
        writer.endArray();
        if (!verified.superfluous().isEmpty()) {
            SuperfluousText.write(writer, verified.superfluous());
        }
        writer.endObject();
    }

    static void write(JsonWriter writer, Finding finding) {
        writer.beginObject().member("kind", finding.kind().text());
        write(writer, finding.diagnostic());
        writer.name("choices").beginArray();
        finding.choices().forEach(writer::value);
        writer.endArray().endObject();
    }

    /// The members of a diagnostic.
    static void write(JsonWriter writer, Diagnostic diagnostic) {
        writer.member("code", diagnostic.code());
        place(writer, diagnostic.span());
        writer.member("message", diagnostic.message());
        writer.name("notes").beginArray();
        for (Diagnostic.Note note : diagnostic.notes()) {
            writer.beginObject();
            place(writer, note.span());
            writer.member("message", note.message()).endObject();
        }
        writer.endArray().member("hint", diagnostic.hint());
    }

    static void place(JsonWriter writer, Span span) {
        if (!span.isNone()) {
            writer.member("file", span.source().name())
                    .member("line", span.line())
                    .member("column", span.column());
        }
    }
}
