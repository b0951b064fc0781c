package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.CommGroup;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.python.syntax.Ast;

/// `comm_groups = [pld.CommGroup(devices=[…], slots=[pld.WindowBuffer("w", 256, dtype=pl.FP32, …)])]` in a program's
/// body.
final class CommGroupReader {
    private CommGroupReader() {}

    static List<CommGroup> read(Evaluator evaluator, Ast.Expr value) {
        if (!(value instanceof Ast.ListExpr list)) {
            throw Problem.at(value.span(), LanguageCode.COMM_GROUPS, "comm_groups is a list of pld.CommGroup(...)");
        }
        var groups = new ArrayList<CommGroup>();
        for (Ast.Expr element : list.elements()) {
            Ast.Call call = call(evaluator, element, "pld.CommGroup");
            var devices = new ArrayList<Integer>();
            var slots = new ArrayList<WindowBuffer>();
            for (Ast.Keyword keyword : call.keywords()) {
                if (keyword.name().equals("devices")
                        && evaluator.evaluate(keyword.value()) instanceof Val.Items items) {
                    for (Val device : items.values()) {
                        if (!(device instanceof Val.Int number)
                                || number.value() < 0
                                || number.value() > Integer.MAX_VALUE) {
                            throw Problem.at(
                                    keyword.value().span(),
                                    LanguageCode.COMM_GROUPS,
                                    "a device is a number, found " + device.describe());
                        }
                        devices.add((int) number.value());
                    }
                } else if (keyword.name().equals("slots") && keyword.value() instanceof Ast.ListExpr windows) {
                    for (Ast.Expr window : windows.elements()) {
                        slots.add(window(evaluator, call(evaluator, window, "pld.WindowBuffer")));
                    }
                } else {
                    throw Problem.at(
                            keyword.span(), LanguageCode.COMM_GROUPS, "pld.CommGroup takes devices=[…] and slots=[…]");
                }
            }
            groups.add(new CommGroup(devices, slots));
        }
        return groups;
    }

    private static Ast.Call call(Evaluator evaluator, Ast.Expr value, String path) {
        if (value instanceof Ast.Call call
                && evaluator.path(call.function()).orElse("").equals(path)) {
            return call;
        }
        throw Problem.at(value.span(), LanguageCode.COMM_GROUPS, "expected " + path + "(…)");
    }

    private static WindowBuffer window(Evaluator evaluator, Ast.Call call) {
        if (call.args().size() != 2 || !(evaluator.evaluate(call.args().getFirst()) instanceof Val.Str name)) {
            throw Problem.at(call.span(), LanguageCode.COMM_GROUPS, "pld.WindowBuffer takes a name and a size");
        }
        Val size = evaluator.evaluate(call.args().get(1));
        Expr expr = switch (size) {
            case Val.Int i -> ConstInt.index(i.value());
            case Val.Ir ir -> ir.expr();
            case Val.Real _,
                    Val.Bool _,
                    Val.Str _,
                    Val.None _,
                    Val.Dots _,
                    Val.Named _,
                    Val.Element _,
                    Val.Sym _,
                    Val.Items _,
                    Val.Dict _,
                    Val.Python _,
                    Val.Group _,
                    Val.Place _ ->
                throw Problem.at(
                        call.args().get(1).span(),
                        LanguageCode.COMM_GROUPS,
                        "a window's size is a number, found " + size.describe());
        };
        DataType dtype = DataType.FP32;
        boolean load = false;
        boolean store = false;
        for (Ast.Keyword keyword : call.keywords()) {
            Val value = evaluator.evaluate(keyword.value());
            switch (keyword.name()) {
                case "dtype" -> dtype = value instanceof Val.Element e ? e.value() : dtype;
                case "load_from_host" -> load = value instanceof Val.Bool b && b.value();
                case "store_to_host" -> store = value instanceof Val.Bool b && b.value();
                default ->
                    throw Problem.at(
                            keyword.span(),
                            LanguageCode.COMM_GROUPS,
                            "pld.WindowBuffer takes no `" + keyword.name() + "`");
            }
        }
        return new WindowBuffer(name.value(), expr, dtype, load, store, Origin.of(call.span()));
    }
}
