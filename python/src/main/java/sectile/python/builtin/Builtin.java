package sectile.python.builtin;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.python.syntax.Ast;
import sectile.python.value.Site;

/// A function of Python.
///
/// @param least how many arguments it takes at least, `most` at most
/// @param positional how many of them may be given by position
/// @param keywords names of the arguments that may be given by name, from the last position backwards
public record Builtin(String name, int least, int most, int positional, List<String> keywords, Body body) {
    /// As many arguments as there are.
    static final int MANY = Integer.MAX_VALUE;

    @FunctionalInterface
    public interface Body {
        Object call(Object[] arguments, Site site);
    }

    /// A function without names for its arguments.
    static Builtin of(String name, int least, int most, Body body) {
        return new Builtin(name, least, most, most, List.of(), body);
    }

    /// How a dialect refuses a call.
    @FunctionalInterface
    public interface Refusal {
        RuntimeException at(Span span, String message, String hint);
    }

    /// The arguments of a call in the order of the parameters.
    public List<Ast.Expr> bind(Ast.Call call, Refusal refusal) {
        List<Ast.Expr> all = new ArrayList<>(call.args());
        for (Ast.Keyword keyword : call.keywords()) {
            int index = keywords.indexOf(keyword.name());
            if (index < 0 || all.size() != most - keywords.size() + index) {
                throw refusal.at(
                        keyword.span(),
                        "`" + name + "` has no parameter `" + keyword.name() + "` here",
                        Nearest.hint(keyword.name(), keywords));
            }
            all.add(keyword.value());
        }
        if (all.size() < least || all.size() > most) {
            throw refusal.at(call.span(), "`" + name + "` takes " + arity() + ", not " + all.size(), "");
        }
        if (call.args().size() > positional) {
            throw refusal.at(
                    call.args().get(positional).span(),
                    "`" + name + "` takes this argument only by name",
                    "write " + keywords.getFirst() + "=…");
        }
        return List.copyOf(all);
    }

    private String arity() {
        return least == most ? count(least) : most == MANY ? "at least " + count(least) : least + " to " + count(most);
    }

    private static String count(int arguments) {
        return arguments == 0 ? "no argument" : arguments == 1 ? "1 argument" : arguments + " arguments";
    }
}
