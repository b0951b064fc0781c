package sectile.base.xml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.diag.Span;

/// An element with its attributes and the elements in it.
///
/// @param span of the start tag
public record XmlElement(
        String name, SequencedMap<String, XmlAttribute> attributes, List<XmlElement> children, Span span) {
    public XmlElement {
        attributes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(attributes));
        children = List.copyOf(children);
    }

    public Optional<XmlAttribute> attribute(String attribute) {
        return Optional.ofNullable(attributes.get(attribute));
    }

    /// The place of an attribute, or of the element if it has none of that name.
    public Span place(String attribute) {
        return attribute(attribute).map(XmlAttribute::span).orElse(span);
    }
}
