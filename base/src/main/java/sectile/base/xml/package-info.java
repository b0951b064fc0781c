/// XML that remembers where everything is.
///
/// [Xml] turns a text into an [XmlElement] with its attributes and children, each with its
/// [sectile.base.diag.Span]; [XmlWriter] writes one.
///
/// ```java
/// var problems = new Diagnostics();
/// XmlElement root = Xml.parse(source, problems).orElseThrow();
/// root.attribute("ngpus").map(XmlAttribute::value);
/// root.children().getFirst().span().line();
/// ```
///
/// The dialect is what data files need: elements, attributes, comments, processing instructions, CDATA sections,
/// character references and the five predefined entities. A document type declaration is refused, so that no text can
/// name another file or grow when it is read. Names have no namespaces; text between elements is skipped.
@NullMarked
package sectile.base.xml;

import org.jspecify.annotations.NullMarked;
