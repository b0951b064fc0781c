package sectile.script.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.array.DType;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.base.io.InputSource;
import sectile.base.number.Tile;
import sectile.script.Literals;
import sectile.script.problem.TextCode;

/// Reads `x=randn:64x64:f16,n=64`: for every parameter a buffer or a value.
///
/// A buffer is `SOURCE:SHAPE[:DTYPE][@SPREAD]` or `FILE.npy[@SPREAD]`. A value is a literal of Python; a word that
/// is none is a string.
public final class ArgumentReader {
    private static final String EXPECTED = "SOURCE:SHAPE:DTYPE, such as randn:64x64:f16";

    private final Diagnostics problems;
    private final SequencedMap<String, Argument> arguments = new LinkedHashMap<>();

    public ArgumentReader(Diagnostics problems) {
        this.problems = problems;
    }

    /// What was read so far.
    public SequencedMap<String, Argument> arguments() {
        return arguments;
    }

    /// Reads one list.
    ///
    /// @param at where it is
    public void read(String text, Span at) {
        for (String part : parts(text)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                problems.error(
                        TextCode.BAD_KERNEL_ARGS,
                        at,
                        "`" + part + "` gives no parameter a value",
                        "expected NAME=VALUE");
                continue;
            }
            String name = part.substring(0, equals).strip();
            String value = part.substring(equals + 1).strip();
            if (arguments.containsKey(name)) {
                problems.error(TextCode.BAD_KERNEL_ARGS, at, "`" + name + "` is given twice", "keep one of them");
            } else if (isBuffer(value)) {
                buffer(name, value, at);
            } else {
                Object scalar = Literals.parse(value).orElse(value);
                arguments.put(name, new Argument.Scalar(scalar));
            }
        }
    }

    /// Commas inside brackets and quotes belong to a value.
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts.stream().filter(part -> !part.isBlank()).toList();
    }

    private static boolean isBuffer(String value) {
        int end = value.indexOf('@') < 0 ? value.length() : value.indexOf('@');
        String before = value.substring(0, end);
        if (Buffer.isFile(before)) {
            return true;
        }
        int colon = before.indexOf(':');
        return colon > 0 && !value.startsWith("{") && !value.startsWith("\"") && !value.startsWith("'");
    }

    /// `1/2/3:64x8:f16@spread`: a source for each SIP.
    private void perSip(String name, String value, String before, Span at) {
        int colon = before.indexOf(':');
        String rest = before.substring(colon);
        Buffer last = null;
        for (String source : before.substring(0, colon).split(Buffer.PER_SIP, -1)) {
            Optional<InputSource> one = InputSource.parse(source + rest);
            if (one.isEmpty() || one.get().shape().isEmpty()) {
                problems.error(
                        TextCode.BAD_KERNEL_ARGS,
                        at,
                        "`" + name + "` cannot be `" + value + "`: `" + source + rest + "` is not a buffer",
                        "expected a source for each SIP, such as 1/2/3/4:64x8:f16@spread");
                return;
            }
            last = new Buffer(
                    before.substring(0, colon),
                    one.get().shape().get(),
                    one.get().dtype().orElse(DType.F16),
                    Spread.SPREAD);
        }
        if (last != null) {
            arguments.put(name, last);
        }
    }

    private void buffer(String name, String value, Span at) {
        int mark = value.indexOf('@');
        String where = mark < 0 ? Spread.SHARED.text() : value.substring(mark + 1);
        Optional<Spread> spread = Spread.parse(where);
        if (spread.isEmpty()) {
            problems.error(
                    TextCode.BAD_KERNEL_ARGS,
                    at,
                    "`" + name + "` cannot be @" + where,
                    Nearest.hint(where, Spread.texts()));
            return;
        }
        String before = mark < 0 ? value : value.substring(0, mark);
        if (Buffer.isFile(before)) {
            arguments.put(name, Buffer.ofFile(before, spread.get()));
            return;
        }
        if (spread.get() == Spread.SPREAD && before.contains(Buffer.PER_SIP)) {
            perSip(name, value, before, at);
            return;
        }
        Optional<InputSource> source = InputSource.parse(before);
        if (source.isEmpty() || source.get().shape().isEmpty()) {
            problems.error(
                    TextCode.BAD_KERNEL_ARGS,
                    at,
                    "`" + name + "` cannot be `" + value + "`",
                    "expected " + EXPECTED + "; a source is " + InputSource.SOURCES);
            return;
        }
        DType dtype = source.get().dtype().orElse(DType.F16);
        if (source.get().number().isPresent()) {
            try {
                Tile.constant(dtype, source.get().number().get());
            } catch (DiagnosticException e) {
                String why = e.diagnostics().getFirst().message();
                problems.error(TextCode.BAD_KERNEL_ARGS, at, "`" + name + "` cannot be `" + value + "`: " + why, "");
                return;
            }
        }
        arguments.put(
                name, new Buffer(source.get().source(), source.get().shape().get(), dtype, spread.get()));
    }
}
