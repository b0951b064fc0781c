package sectile.base.xml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// Reads XML.
public final class Xml {
    private static final int MAX_DEPTH = 100;
    private static final int MAX_CODE_POINT_DIGITS = 8;
    private static final Map<String, String> ENTITIES =
            Map.of("lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'");

    private final SourceFile source;
    private final String text;
    private int at;

    private Xml(SourceFile source) {
        this.source = source;
        this.text = source.text();
    }

    /// The root element; empty, with a diagnostic at the first mistake, if the text is not XML.
    public static Optional<XmlElement> parse(SourceFile source, Diagnostics problems) {
        try {
            return Optional.of(new Xml(source).document());
        } catch (DiagnosticException e) {
            problems.addAll(e.diagnostics());
            return Optional.empty();
        }
    }

    private XmlElement document() {
        if (text.startsWith("\uFEFF")) {
            at++;
        }
        between();
        if (at == text.length()) {
            throw wrong(at, at, "there is no element", "an XML text has one element that holds all others");
        }
        XmlElement root = element(0);
        between();
        if (at < text.length()) {
            throw wrong(
                    at,
                    at + 1,
                    "there is something after the end of `" + root.name() + "`",
                    "a text has one root element");
        }
        return root;
    }

    /// Skips what may be around the root element.
    private void between() {
        while (true) {
            space();
            if (at == text.length() || !misc()) {
                break;
            }
        }
        if (at < text.length() && text.charAt(at) != '<') {
            throw wrong(at, at + 1, "expected an element, found text", "");
        }
    }

    /// Skips a comment or a processing instruction.
    private boolean misc() {
        if (text.startsWith("<!--", at)) {
            skipTo("-->", 4, "this comment does not end");
            return true;
        }
        if (text.startsWith("<?", at)) {
            skipTo("?>", 2, "this processing instruction does not end");
            return true;
        }
        if (text.startsWith("<!DOCTYPE", at)) {
            throw new DiagnosticException(Diagnostic.error(
                            XmlCode.DOCTYPE,
                            span(at, at + "<!DOCTYPE".length()),
                            "document type declarations are not read")
                    .hint("remove the declaration, and write out the entities that it defines"));
        }
        return false;
    }

    private void skipTo(String end, int opening, String message) {
        int found = text.indexOf(end, at + opening);
        if (found < 0) {
            throw wrong(at, at + opening, message, "expected `" + end + "`");
        }
        at = found + end.length();
    }

    private XmlElement element(int depth) {
        int start = at;
        if (depth == MAX_DEPTH) {
            throw new DiagnosticException(Diagnostic.error(
                    XmlCode.DEPTH, span(start, start + 1), "elements are nested deeper than " + MAX_DEPTH + " levels"));
        }
        at++;
        String name = name("an element");
        var attributes = new LinkedHashMap<String, XmlAttribute>();
        boolean spaced = space();
        while (at < text.length() && text.charAt(at) != '>' && text.charAt(at) != '/') {
            if (!spaced) {
                throw wrong(at, at + 1, "expected a space before the next attribute", "");
            }
            XmlAttribute attribute = attribute();
            if (attributes.putIfAbsent(attribute.name(), attribute) != null) {
                throw new DiagnosticException(Diagnostic.error(
                        XmlCode.DUPLICATE,
                        attribute.span(),
                        "`" + name + "` has two attributes `" + attribute.name() + "`"));
            }
            spaced = space();
        }
        boolean closed = at < text.length() && text.charAt(at) == '/';
        if (closed) {
            at++;
        }
        if (at >= text.length() || text.charAt(at) != '>') {
            throw wrong(start, start + 1 + name.length(), "the tag `<" + name + "` does not end", "expected `>`");
        }
        at++;
        Span tag = span(start, at);
        List<XmlElement> children = closed ? List.of() : content(name, tag, depth);
        return new XmlElement(name, attributes, children, tag);
    }

    private List<XmlElement> content(String name, Span tag, int depth) {
        var children = new ArrayList<XmlElement>();
        while (true) {
            int next = text.indexOf('<', at);
            if (next < 0) {
                throw wrong(tag.start(), tag.end(), "`" + name + "` is not closed", "expected `</" + name + ">`");
            }
            references(text.substring(at, next), at);
            at = next;
            if (text.startsWith("</", at)) {
                closing(name, tag);
                return children;
            }
            if (text.startsWith("<![CDATA[", at)) {
                skipTo("]]>", "<![CDATA[".length(), "this CDATA section does not end");
            } else if (!misc()) {
                children.add(element(depth + 1));
            }
        }
    }

    private void closing(String name, Span tag) {
        int start = at;
        at += 2;
        String found = name("the end of an element");
        space();
        if (at >= text.length() || text.charAt(at) != '>') {
            throw wrong(start, at, "this end tag does not end", "expected `>`");
        }
        at++;
        if (!found.equals(name)) {
            throw new DiagnosticException(
                    Diagnostic.error(XmlCode.SYNTAX, span(start, at), "`</" + found + ">` closes `" + name + "`")
                            .note(tag, "which begins here")
                            .hint("expected `</" + name + ">`"));
        }
    }

    private XmlAttribute attribute() {
        String name = name("an attribute");
        space();
        if (at >= text.length() || text.charAt(at) != '=') {
            throw wrong(at, at + 1, "expected `=` after the attribute `" + name + "`", "");
        }
        at++;
        space();
        char quote = at < text.length() ? text.charAt(at) : ' ';
        if (quote != '"' && quote != '\'') {
            throw wrong(at, at + 1, "the value of `" + name + "` is not in quotes", "write " + name + "=\"…\"");
        }
        int start = at + 1;
        int end = text.indexOf(quote, start);
        if (end < 0) {
            throw wrong(at, start, "the value of `" + name + "` does not end", "expected a closing quote");
        }
        String raw = text.substring(start, end);
        int less = raw.indexOf('<');
        if (less >= 0) {
            throw wrong(start + less, start + less + 1, "`<` is not allowed in a value", "write &lt;");
        }
        at = end + 1;
        return new XmlAttribute(name, references(raw, start), span(start, end));
    }

    private String name(String what) {
        int start = at;
        while (at < text.length() && isName(text.charAt(at), at == start)) {
            at++;
        }
        if (at == start) {
            throw wrong(at, at + 1, "expected the name of " + what, "write &lt; for a `<` in a text");
        }
        return text.substring(start, at);
    }

    private static boolean isName(char c, boolean first) {
        return Character.isLetter(c)
                || c == '_'
                || c == ':'
                || (!first && (Character.isDigit(c) || c == '-' || c == '.'));
    }

    /// Replaces character references and entities.
    private String references(String raw, int start) {
        int ampersand = raw.indexOf('&');
        if (ampersand < 0) {
            return raw;
        }
        var out = new StringBuilder(raw.length());
        int done = 0;
        while (ampersand >= 0) {
            out.append(raw, done, ampersand);
            int end = raw.indexOf(';', ampersand);
            String reference = end < 0 ? "" : raw.substring(ampersand + 1, end);
            Optional<String> value = value(reference);
            if (value.isEmpty()) {
                int from = start + ampersand;
                throw wrong(
                        from,
                        end < 0 ? from + 1 : start + end + 1,
                        end < 0 ? "`&` begins no reference" : "there is no entity `&" + reference + ";`",
                        "write &amp; for `&`; &lt; &gt; &quot; &apos; and &#N; are known");
            }
            out.append(value.get());
            done = end + 1;
            ampersand = raw.indexOf('&', done);
        }
        return out.append(raw, done, raw.length()).toString();
    }

    private static Optional<String> value(String reference) {
        if (!reference.startsWith("#")) {
            return Optional.ofNullable(ENTITIES.get(reference));
        }
        boolean hex = reference.startsWith("#x");
        String digits = reference.substring(hex ? 2 : 1);
        if (digits.length() > MAX_CODE_POINT_DIGITS || !digits.matches(hex ? "[0-9A-Fa-f]+" : "[0-9]+")) {
            return Optional.empty();
        }
        long point = Long.parseLong(digits, hex ? 16 : 10);
        return point == 0 || point > Character.MAX_CODE_POINT
                ? Optional.empty()
                : Optional.of(Character.toString((int) point));
    }

    private boolean space() {
        int start = at;
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at > start;
    }

    private Span span(int start, int end) {
        return new Span(source, Math.min(start, text.length()), Math.min(end, text.length()));
    }

    private DiagnosticException wrong(int start, int end, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(XmlCode.SYNTAX, span(start, end), message).hint(hint));
    }
}
