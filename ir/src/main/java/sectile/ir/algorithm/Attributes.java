package sectile.ir.algorithm;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.xml.XmlAttribute;
import sectile.base.xml.XmlElement;

/// Reads the attributes of an element with their types, and reports all that is wrong with them.
final class Attributes {
    private final XmlElement element;
    private final Diagnostics problems;

    Attributes(XmlElement element, Diagnostics problems) {
        this.element = element;
        this.problems = problems;
    }

    /// The text of an attribute that must be there.
    Optional<String> text(String name) {
        Optional<String> text = element.attribute(name).map(XmlAttribute::value);
        if (text.isEmpty()) {
            problems.error(
                    AlgorithmCode.MISSING, element.span(), "`" + element.name() + "` has no attribute `" + name + "`");
        }
        return text;
    }

    /// A number that must be there; the least one if it is missing or wrong.
    int number(String name, int least, int most) {
        return text(name).map(text -> number(name, text, least, most)).orElse(least);
    }

    int numberOr(String name, int least, int most, int otherwise) {
        return element.attribute(name).isEmpty() ? otherwise : number(name, least, most);
    }

    private int number(String name, String text, int least, int most) {
        boolean whole = text.strip().matches("-?\\d{1,9}");
        int number = whole ? Integer.parseInt(text.strip()) : least;
        if (!whole || number < least || number > most) {
            problems.error(
                    AlgorithmCode.VALUE,
                    element.place(name),
                    "`" + name + "` is `" + text + "`, expected an integer from " + least + " to " + most);
            return least;
        }
        return number;
    }

    /// One of several words, which must be there.
    <T> Optional<T> word(String name, Function<String, Optional<T>> parse, List<String> words) {
        Optional<String> text = text(name);
        Optional<T> value = text.flatMap(parse);
        if (text.isPresent() && value.isEmpty()) {
            problems.error(
                    AlgorithmCode.VALUE,
                    element.place(name),
                    "`" + name + "` is `" + text.get() + "`",
                    Nearest.hint(text.get(), words));
        }
        return value;
    }
}
