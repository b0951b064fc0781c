package sectile.script.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.python.builtin.Builtin;
import sectile.python.builtin.Methods;
import sectile.sim.kernel.TlArguments;
import sectile.sim.kernel.TlOperation;

/// Calls, each with its arguments in the order of the parameters.
final class Calls {
    private Calls() {}

    /// A function of the text.
    static final class OfFunction extends Node {
        private final FunctionCode function;
        private final Node[] arguments;

        OfFunction(FunctionCode function, List<Node> arguments, Span span) {
            super(span);
            this.function = function;
            this.arguments = arguments.toArray(Node[]::new);
        }

        @Override
        Object value(Frame frame) {
            @Nullable Object[] variables = function.variables();
            for (int i = 0; i < arguments.length; i++) {
                variables[i] = arguments[i].value(frame);
            }
            return function.call(frame.run, variables, span, null);
        }
    }

    static final class OfBuiltin extends Node {
        private final Builtin builtin;
        private final List<Node> arguments;

        OfBuiltin(Builtin builtin, List<Node> arguments, Span span) {
            super(span);
            this.builtin = builtin;
            this.arguments = arguments;
        }

        @Override
        Object value(Frame frame) {
            Object[] values = Displays.values(arguments, frame);
            for (int i = 0; i < values.length; i++) {
                if (values[i] instanceof HostValue host && !builtin.name().equals("str")) {
                    values[i] = host.elements(arguments.get(i));
                }
            }
            return builtin.body().call(values, new Here(frame.run, span));
        }
    }

    static final class OfMethod extends Node {
        private final Node owner;
        private final String name;
        private final List<Node> arguments;

        OfMethod(Node owner, String name, List<Node> arguments, Span span) {
            super(span);
            this.owner = owner;
            this.name = name;
            this.arguments = arguments;
        }

        @Override
        Object value(Frame frame) {
            return Methods.call(owner.value(frame), name, Displays.values(arguments, frame), this);
        }
    }

    /// An operation of the machine.
    static final class OfTl extends Node {
        private final TlOperation operation;
        /// One per parameter, then those of the variable rest; null where nothing is given.
        private final @Nullable Node[] arguments;

        OfTl(TlOperation operation, @Nullable Node[] arguments, Span span) {
            super(span);
            this.operation = operation;
            this.arguments = arguments;
        }

        @Override
        Object value(Frame frame) {
            @Nullable Object[] values = new @Nullable Object[arguments.length];
            for (int i = 0; i < values.length; i++) {
                Node argument = arguments[i];
                if (argument == null) {
                    continue;
                }
                if (argument instanceof Node.Constant known) {
                    // Converted when it was compiled.
                    values[i] = known.constant;
                } else {
                    values[i] = TlConversion.convert(operation, i, argument.value(frame), argument.span);
                }
            }
            Activation run = frame.run;
            run.enter(span);
            try {
                return HandleMath.value(operation.body().call(run.tl(), new TlArguments(values)));
            } catch (RuntimeException e) {
                throw run.located(e, span);
            }
        }
    }
}
