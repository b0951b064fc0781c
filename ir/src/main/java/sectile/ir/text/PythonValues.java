package sectile.ir.text;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import sectile.python.value.DictValue;
import sectile.python.value.ListValue;
import sectile.python.value.None;
import sectile.python.value.RangeValue;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.TupleValue;

/// Values that are known now as values of Python, and back.
final class PythonValues {
    private PythonValues() {}

    /// A value that only the tile language has, such as a dtype or a value at run time.
    record Foreign(Val value) {
        @Override
        public String toString() {
            return switch (value) {
                case Val.Ir ir -> ir.expr().toString();
                case Val.Dots _ -> "...";
                case Val.Element element -> element.value().surface();
                case Val.Sym symbol -> symbol.value().surface();
                case Val.Path path -> path.name();
                case Val.Kernel kernel -> kernel.name();
                case Val.Group group -> group.group().name();
                case Val.Place place -> place.memref().buffer();
                case Val.Helper helper -> helper.syntax().name();
                case Val.Space space -> space.name();
                case Val.Made made -> made.program().name();
                case Val.Int _, Val.Real _, Val.Bool _, Val.Str _, Val.None _, Val.Items _, Val.Dict _, Val.Python _ ->
                    throw new IllegalStateException(value + " is a value of Python");
            };
        }
    }

    static Object of(Val value, Site site) {
        return switch (value) {
            case Val.Int i -> i.value();
            case Val.Real r -> r.value();
            case Val.Bool b -> b.value();
            case Val.Str s -> s.value();
            case Val.None _ -> None.NONE;
            case Val.Python p -> p.value();
            case Val.Items items -> {
                Object[] elements =
                        items.values().stream().map(v -> of(v, site)).toArray();
                yield items.isList() ? new ListValue(elements) : new TupleValue(elements);
            }
            case Val.Dict dict -> {
                DictValue made = new DictValue();
                dict.entries().forEach((key, entry) -> made.put(key, of(entry, site), site));
                yield made;
            }
            case Val.Ir _, Val.Dots _, Val.Element _, Val.Sym _, Val.Path _, Val.Kernel _, Val.Group _, Val.Place _ ->
                new Foreign(value);
            case Val.Helper _, Val.Space _, Val.Made _ -> new Foreign(value);
        };
    }

    static Val val(Object value) {
        return switch (value) {
            case Long number -> new Val.Int(number);
            case Double number -> new Val.Real(number);
            case Boolean truth -> new Val.Bool(truth);
            case String text -> new Val.Str(text);
            case None _ -> new Val.None();
            case BigInteger _ -> new Val.Python(value);
            case RangeValue _ -> new Val.Python(value);
            case Sequence sequence -> new Val.Items(vals(sequence), sequence instanceof ListValue);
            case DictValue dict -> dictionary(dict);
            case Foreign foreign -> foreign.value();
            default -> throw new IllegalArgumentException("not a value of Python: " + value);
        };
    }

    static List<Val> vals(Sequence sequence) {
        var vals = new ArrayList<Val>();
        for (int i = 0; i < sequence.size(); i++) {
            vals.add(val(sequence.at(i)));
        }
        return List.copyOf(vals);
    }

    /// The language itself has dictionaries with names as keys, for attributes.
    private static Val dictionary(DictValue dict) {
        var entries = new LinkedHashMap<String, Val>();
        TupleValue items = dict.items();
        for (int i = 0; i < items.size(); i++) {
            TupleValue item = (TupleValue) items.at(i);
            if (!(item.at(0) instanceof String key)) {
                return new Val.Python(dict);
            }
            entries.put(key, val(item.at(1)));
        }
        return new Val.Dict(entries);
    }
}
