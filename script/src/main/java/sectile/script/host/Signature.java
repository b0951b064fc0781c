package sectile.script.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.script.Literals;

/// The parameters of a function of a table, written as in Python: `*shape, dtype="f16", dp=None`.
///
/// @param text as it is written
record Signature(String text, List<Parameter> parameters) {
    /// A parameter.
    ///
    /// @param rest whether it takes all arguments by position that are left
    /// @param fallback its value if it is not given, null if it must be
    record Parameter(String name, boolean rest, @Nullable Object fallback) {}

    static Signature of(String text) {
        List<Parameter> parameters = new ArrayList<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(", ", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            boolean rest = name.startsWith("*");
            Object fallback = equals < 0
                    ? null
                    : Literals.parse(part.substring(equals + 1))
                            .orElseThrow(() -> new IllegalArgumentException("not a literal: " + part));
            parameters.add(new Parameter(rest ? name.substring(1) : name, rest, fallback));
        }
        return new Signature(text, List.copyOf(parameters));
    }

    List<String> names() {
        return parameters.stream().map(Parameter::name).toList();
    }

    Optional<Parameter> find(String name) {
        return parameters.stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst();
    }
}
