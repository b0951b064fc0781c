package sectile.script;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.python.operator.Relation;
import sectile.python.value.DictValue;
import sectile.python.value.None;
import sectile.python.value.Sequence;
import sectile.python.value.Text;
import sectile.python.value.TupleValue;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// What `kernel_args` gave, sorted to the parameters of the kernel: a dict by name, a tuple from the first parameter
/// after the tensor pointers on.
public final class ExtraArguments {
    private ExtraArguments() {}

    /// The value of each parameter that has none otherwise, or that a tuple gives by its position.
    ///
    /// @param parameters of the kernel, without `tl`
    /// @param pointers how many of them, from the first on, are tensor pointers
    /// @param taken those that get a value without this, by name; a value that is already known is there, else None
    /// @param at where `kernel_args` is
    public static Map<String, Object> of(
            Object given, List<String> parameters, int pointers, Map<String, Object> taken, Span at) {
        Map<String, Object> extra = new LinkedHashMap<>();
        switch (given) {
            case None _ -> {}
            case DictValue dict -> {
                TupleValue items = dict.items();
                for (int i = 0; i < items.size(); i++) {
                    TupleValue item = (TupleValue) items.at(i);
                    String name = Text.str(item.at(0));
                    if (!parameters.contains(name)) {
                        throw Problems.at(
                                at,
                                TextCode.KERNEL_ARGS_DO_NOT_FIT,
                                "kernel_args gives `" + name + "`, which is not a parameter of the kernel",
                                Nearest.hint(name, parameters));
                    }
                    put(extra, name, item.at(1), taken, at);
                }
            }
            case Sequence values -> {
                int open = parameters.size() - pointers;
                if (values.size() > open) {
                    throw Problems.at(
                            at,
                            TextCode.KERNEL_ARGS_DO_NOT_FIT,
                            "kernel_args gives " + values.size() + " values for " + open + " parameters",
                            "a tuple fills the parameters after the tensor pointers: "
                                    + String.join(", ", parameters.subList(pointers, parameters.size())));
                }
                for (int i = 0; i < values.size(); i++) {
                    String name = parameters.get(pointers + i);
                    if (taken.getOrDefault(name, None.NONE) == None.NONE) {
                        // The position decides, even where a name would have a value by itself.
                        extra.put(name, values.at(i));
                    } else {
                        put(extra, name, values.at(i), taken, at);
                    }
                }
            }
            default ->
                throw Problems.at(
                        at,
                        TextCode.KERNEL_ARGS_DO_NOT_FIT,
                        "kernel_args gives " + Problems.kind(given),
                        "return a tuple for the parameters after the tensor pointers, or a dict by name");
        }
        return extra;
    }

    private static void put(Map<String, Object> extra, String name, Object value, Map<String, Object> taken, Span at) {
        Object known = taken.get(name);
        if (known == null) {
            extra.put(name, value);
        } else if (!Relation.equal(known, value)) {
            throw Problems.at(
                    at,
                    TextCode.KERNEL_ARGS_DO_NOT_FIT,
                    "kernel_args gives " + Text.repr(value) + " for `" + name + "`, which "
                            + (known == None.NONE ? "every PE receives automatically" : "is " + Text.repr(known)),
                    "call the parameter differently, or do not give it");
        }
    }
}
