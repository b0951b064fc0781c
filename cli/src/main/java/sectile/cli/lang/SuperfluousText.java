package sectile.cli.lang;

import java.util.List;
import java.util.OptionalLong;
import sectile.base.diag.Diagnostic;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Units;
import sectile.check.superfluous.Superfluous;
import sectile.check.superfluous.Superfluous.Need;

/// What `sectile verify --superfluous` answers.
final class SuperfluousText {
    private SuperfluousText() {}

    static String of(List<Superfluous.Answer> answers) {
        var text = new StringBuilder();
        Superfluous.Answer first = answers.getFirst();
        int found = first.sites(Need.SUPERFLUOUS).size();
        text.append("superfluous: ")
                .append(found)
                .append(" of ")
                .append(Units.counted(first.sites().size(), "site"));
        int undecided = first.sites(Need.UNDECIDED).size();
        if (undecided > 0) {
            text.append(", ").append(undecided).append(" undecided");
        }
        if (found > 0) {
            text.append("; without ")
                    .append(
                            first.together().size() == found
                                    ? "all of them"
                                    : first.together().size() + " of them")
                    .append(" at once, the program ")
                    .append(first.saved(first.togetherPs()).orElse("is right"));
        } else {
            first.timePs().ifPresent(time -> text.append("; the program takes ").append(Units.time(time)));
        }
        text.append('\n');
        for (Superfluous.Depth depth : first.depths()) {
            text.append(depth.queue().name())
                    .append(": ")
                    .append(depth.least())
                    .append(" of ")
                    .append(Units.counted(depth.queue().slots(), "slot"))
                    .append(depth.least() == 1 ? " is" : " are")
                    .append(" needed")
                    .append(first.saved(depth.timePs())
                            .map(saved -> "; with so many, the program " + saved)
                            .orElse(""))
                    .append('\n');
        }
        answers.stream().skip(1).forEach(credits -> credits(text, credits));
        return text.toString();
    }

    private static void credits(StringBuilder text, Superfluous.Answer credits) {
        text.append("credits: with so many slots, ")
                .append(credits.sites(Need.SUPERFLUOUS).size())
                .append(" of ")
                .append(credits.sites().size())
                .append(" are never waited for\n");
    }

    static void write(JsonWriter writer, List<Superfluous.Answer> answers) {
        writer.name("superfluous").beginObject();
        Superfluous.Answer first = answers.getFirst();
        time(writer, "time_ps", first.timePs());
        writer.name("sites").beginArray();
        answers.forEach(answer -> answer.sites().forEach(site -> write(writer, answer, site)));
        writer.endArray();
        writer.name("together").beginArray();
        first.together().forEach(site -> writer.value(site.number()));
        writer.endArray();
        time(writer, "together_ps", first.togetherPs());
        writer.name("queues").beginArray();
        for (Superfluous.Depth depth : first.depths()) {
            writer.beginObject()
                    .member("queue", depth.queue().name())
                    .member("slots", depth.queue().slots())
                    .member("least", depth.least());
            time(writer, "time_ps", depth.timePs());
            writer.endObject();
        }
        writer.endArray().endObject();
    }

    private static void write(JsonWriter writer, Superfluous.Answer of, Superfluous.Judgement judgement) {
        writer.beginObject()
                .member("number", judgement.number())
                .member("kind", judgement.site().kind().text())
                .member("what", judgement.site().what());
        VerificationText.place(writer, judgement.site().span());
        writer.member("need", judgement.need().text());
        time(writer, "time_ps", judgement.timePs());
        if (of.timePs().isPresent() && judgement.timePs().isPresent()) {
            writer.member(
                    "saved_ps", of.timePs().getAsLong() - judgement.timePs().getAsLong());
        }
        judgement.why().map(Diagnostic::code).ifPresent(code -> writer.member("without_it", code));
        writer.endObject();
    }

    private static void time(JsonWriter writer, String name, OptionalLong time) {
        time.ifPresent(picoseconds -> writer.member(name, picoseconds));
    }
}
