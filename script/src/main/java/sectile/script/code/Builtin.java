package sectile.script.code;

import java.util.List;
import sectile.base.diag.Span;

/// A function of Python that kernels have.
///
/// @param least how many arguments it takes at least, `most` at most
/// @param positional how many of them may be given by position
/// @param keywords names of the arguments that may be given by name, from the last position backwards
record Builtin(String name, int least, int most, int positional, List<String> keywords, Body body) {
    interface Body {
        Object call(Activation run, Object[] arguments, Span at);
    }
}
