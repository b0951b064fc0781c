package sectile.explore;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What came of a point.
public sealed interface Measured {
    /// A run that ended.
    ///
    /// @param ok whether its values were right
    /// @param figures numbers, words and truth values of the run, as Python values, in the order of its document
    record Run(boolean ok, Map<String, Object> figures) implements Measured {
        public Run {
            Map<String, Object> copy = new LinkedHashMap<>();
            figures.forEach((name, value) -> copy.put(name, canonical(value)));
            figures = Collections.unmodifiableMap(copy);
        }

        /// JSON does not tell 4 from 4.0, so that both are the int, whether they were written in between or not.
        private static Object canonical(Object value) {
            return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1L << 53
                    ? (Object) number.longValue()
                    : value;
        }
    }

    /// A run that could not begin or end.
    ///
    /// @param code of its first diagnostic, whose message and hint these are
    record Failed(String code, String message, String hint) implements Measured {}
}
