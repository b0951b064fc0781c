package sectile.base.xml;

import sectile.base.diag.Span;

/// An attribute of an element.
///
/// @param value with references replaced
/// @param span of the value, without its quotes
public record XmlAttribute(String name, String value, Span span) {}
