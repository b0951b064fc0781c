package sectile.cli;

import java.util.List;
import java.util.function.Consumer;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.base.json.JsonWriter;
import sectile.cli.command.ExitCode;

/// The JSON document of a run that came to no result.
final class Failure {
    private static final int MOST_WRITTEN = 1000;

    private Failure() {}

    static Consumer<JsonWriter> of(ExitCode code, List<Diagnostic> diagnostics) {
        return json -> {
            begin(json, code);
            json.name("diagnostics").beginArray();
            diagnostics.stream().limit(MOST_WRITTEN).forEach(diagnostic -> write(json, diagnostic));
            json.endArray();
            if (diagnostics.size() > MOST_WRITTEN) {
                json.member("more_diagnostics", diagnostics.size() - MOST_WRITTEN);
            }
            json.endObject();
        };
    }

    static Consumer<JsonWriter> of(Throwable thrown) {
        return json -> {
            begin(json, ExitCode.INTERNAL_ERROR);
            json.member("internal_error", thrown.toString()).endObject();
        };
    }

    private static void begin(JsonWriter json, ExitCode code) {
        json.beginObject().member("ok", false).member("exit_code", code.number());
    }

    private static void write(JsonWriter json, Diagnostic diagnostic) {
        json.beginObject()
                .member("code", diagnostic.code())
                .member("severity", diagnostic.severity().text())
                .member("message", diagnostic.message());
        write(json, diagnostic.span());
        if (!diagnostic.hint().isEmpty()) {
            json.member("hint", diagnostic.hint());
        }
        json.name("notes").beginArray();
        for (Diagnostic.Note note : diagnostic.notes()) {
            json.beginObject().member("message", note.message());
            write(json, note.span());
            json.endObject();
        }
        json.endArray().endObject();
    }

    private static void write(JsonWriter json, Span span) {
        if (!span.isNone()) {
            json.member("file", span.source().name())
                    .member("line", span.line())
                    .member("column", span.column());
        }
    }
}
