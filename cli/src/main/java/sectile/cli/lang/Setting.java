package sectile.cli.lang;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.cli.command.Invocation;

/// One `NAME=VALUE` of the command line.
record Setting(String name, String value, Span span) {
    static List<Setting> of(Invocation call, String option, List<String> texts, String expected) {
        var settings = new ArrayList<Setting>();
        List<Span> spans = call.spansOf(option);
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw wrong(option, text, spans.get(i), expected);
            }
            settings.add(new Setting(text.substring(0, equals), text.substring(equals + 1), spans.get(i)));
        }
        return settings;
    }

    static DiagnosticException wrong(String option, String text, Span span, String expected) {
        return new DiagnosticException(Diagnostic.error("CLI-104", span, "`" + option + "` cannot be `" + text + "`")
                .hint("expected " + expected));
    }

    /// The value as a whole number, a real number, a truth value or a text.
    Object scalar() {
        if (value.equals("True") || value.equals("true")) {
            return true;
        }
        if (value.equals("False") || value.equals("false")) {
            return false;
        }
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException notWhole) {
            try {
                return Double.parseDouble(value);
            } catch (NumberFormatException notANumber) {
                return value;
            }
        }
    }
}
