package sectile.cli.lang;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.cli.command.Invocation;
import sectile.cli.problem.CliCode;

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
            var setting = new Setting(text.substring(0, equals), text.substring(equals + 1), spans.get(i));
            settings.stream()
                    .filter(earlier -> earlier.name.equals(setting.name))
                    .findFirst()
                    .ifPresent(earlier -> {
                        throw twice(option, earlier, setting);
                    });
            settings.add(setting);
        }
        return settings;
    }

    private static DiagnosticException twice(String option, Setting first, Setting second) {
        return new DiagnosticException(Diagnostic.error(
                        CliCode.OPTION_TWICE, second.span, "`" + option + "` is given twice for `" + second.name + "`")
                .note(first.span, "first here")
                .hint("keep one of them"));
    }

    static DiagnosticException wrong(String option, String text, Span span, String expected) {
        return new DiagnosticException(
                Diagnostic.error(CliCode.BAD_VALUE, span, "`" + option + "` cannot be `" + text + "`")
                        .hint("expected " + expected));
    }

    /// The value as an integer, a real number, true or false or a text.
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
