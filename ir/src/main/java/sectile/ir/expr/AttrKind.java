package sectile.ir.expr;

import java.util.List;
import java.util.stream.Collectors;
import sectile.ir.symbol.Symbol;

/// What an attribute of an op may be.
public sealed interface AttrKind {
    /// How the documentation and messages name it.
    String text();

    boolean accepts(Attr value);

    /// The kinds without further detail.
    enum Plain implements AttrKind {
        INT("an integer"),
        REAL("a number"),
        BOOL("True or False"),
        TEXT("a string"),
        ELEMENT("a dtype"),
        VALUE("a scalar"),
        INTS("a list of integers");

        private final String text;

        Plain(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }

        @Override
        public boolean accepts(Attr value) {
            return switch (this) {
                case INT -> value instanceof Attr.Int;
                case REAL -> value instanceof Attr.Real;
                case BOOL -> value instanceof Attr.Bool;
                case TEXT -> value instanceof Attr.Text;
                case ELEMENT -> value instanceof Attr.Element;
                case VALUE -> value instanceof Attr.Int || value instanceof Attr.Value;
                case INTS ->
                    value instanceof Attr.Items items && items.values().stream().allMatch(Attr.Int.class::isInstance);
            };
        }
    }

    /// A member of one enumeration.
    record OneOf(List<? extends Symbol> members) implements AttrKind {
        public OneOf {
            members = List.copyOf(members);
        }

        @Override
        public String text() {
            return members.stream().map(Symbol::surface).collect(Collectors.joining(" | "));
        }

        @Override
        public boolean accepts(Attr value) {
            return value instanceof Attr.Sym sym && members.contains(sym.value());
        }
    }
}
