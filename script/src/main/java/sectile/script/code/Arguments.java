package sectile.script.code;

import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.python.syntax.Ast;
import sectile.script.problem.TextCode;

/// Sorts the arguments of a call to the parameters, and says what does not fit.
final class Arguments {
    private Arguments() {}

    /// One entry per parameter, null for one that is not given, then those of the rest.
    ///
    /// @param what the callee, for messages
    /// @param needed whether the parameter at an index must be given
    /// @param rest whether the last parameter takes any number
    static Ast.@Nullable Expr[] bind(
            String what, List<String> names, IntPredicate needed, boolean rest, Ast.Call call, Diagnostics problems) {
        int positional = call.args().size();
        int extra = rest ? Math.max(0, positional - names.size()) : 0;
        Ast.@Nullable Expr[] bound = new Ast.@Nullable Expr[names.size() + extra];
        if (!plain(call, problems)) {
            return bound;
        }
        for (int i = 0; i < positional; i++) {
            if (i == bound.length) {
                problems.error(
                        TextCode.BAD_CALL,
                        call.args().get(i).span(),
                        "`" + what + "` takes " + count(names.size()) + ", not " + positional,
                        signature(what, names));
                return bound;
            }
            bound[i] = call.args().get(i);
        }
        for (Ast.Keyword keyword : call.keywords()) {
            int index = names.indexOf(keyword.name());
            if (index < 0) {
                problems.error(
                        TextCode.BAD_CALL,
                        keyword.span(),
                        "`" + what + "` has no parameter `" + keyword.name() + "`",
                        Nearest.hint(keyword.name(), names));
            } else if (bound[index] != null) {
                problems.error(
                        TextCode.BAD_CALL,
                        keyword.span(),
                        "`" + keyword.name() + "` is given twice",
                        "keep one of them");
            } else {
                bound[index] = keyword.value();
            }
        }
        for (int i = 0; i < names.size(); i++) {
            if (bound[i] == null && needed.test(i)) {
                problems.error(
                        TextCode.BAD_CALL,
                        call.span(),
                        "`" + what + "` needs `" + names.get(i) + "`",
                        signature(what, names));
            }
        }
        return bound;
    }

    /// Whether the call has nothing that would have to be unpacked.
    static boolean plain(Ast.Call call, Diagnostics problems) {
        int before = problems.errorCount();
        for (Ast.Expr argument : call.args()) {
            if (argument instanceof Ast.Starred starred) {
                Unsupported.report("`*` in a call", starred.span(), problems);
            }
        }
        for (Ast.Keyword keyword : call.keywords()) {
            if (keyword.name().isEmpty()) {
                Unsupported.report("`**` in a call", keyword.span(), problems);
            }
        }
        return problems.errorCount() == before;
    }

    static String count(int arguments) {
        return arguments == 0 ? "no argument" : arguments == 1 ? "1 argument" : arguments + " arguments";
    }

    private static String signature(String what, List<String> names) {
        return what + "(" + String.join(", ", names) + ")";
    }
}
