package sectile.script.code;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.python.syntax.Ast;
import sectile.python.value.Text;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// `assert` and `raise`: they end the run with an error that has the author's text.
final class Raises {
    private Raises() {}

    static final class Assert extends Statement {
        private final Node condition;
        private final @Nullable Node message;
        private final Span span;

        Assert(Node condition, @Nullable Node message, Span span) {
            this.condition = condition;
            this.message = message;
            this.span = span;
        }

        @Override
        Next run(Frame frame) {
            if (condition.holds(frame)) {
                return Next.GO_ON;
            }
            String text = message == null ? "" : Text.str(message.value(frame));
            throw raised(span, text.isEmpty() ? "assertion failed" : "assertion failed: " + text);
        }
    }

    static final class Raise extends Statement {
        private final String type;
        private final List<Node> arguments;
        private final Span span;

        Raise(String type, List<Node> arguments, Span span) {
            this.type = type;
            this.arguments = arguments;
            this.span = span;
        }

        @Override
        Next run(Frame frame) {
            List<String> parts = new ArrayList<>();
            for (Node argument : arguments) {
                parts.add(Text.str(argument.value(frame)));
            }
            throw raised(span, parts.isEmpty() ? type : type + ": " + String.join(", ", parts));
        }
    }

    private static DiagnosticException raised(Span span, String text) {
        return Problems.at(span, TextCode.RAISED, text, "");
    }

    /// What `raise` names: `ValueError("text")`, `ValueError`; empty for a `raise` alone and for anything else.
    static String type(Ast.@Nullable Expr exception) {
        if (exception instanceof Ast.Call call) {
            return type(call.function());
        }
        if (exception instanceof Ast.Name name) {
            return name.id();
        }
        return exception instanceof Ast.Attribute attribute ? attribute.name() : "";
    }
}
