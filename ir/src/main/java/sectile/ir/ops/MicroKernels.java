package sectile.ir.ops;

import java.util.List;
import sectile.base.diag.Nearest;
import sectile.ir.expr.Attr;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.OpCall;
import sectile.ir.problem.LanguageCode;

/// Requests for hand-written kernels. A request changes no value: a target that has a kernel of the name for the op,
/// the shape and the element type uses it, and others compute the op as without it.
public final class MicroKernels {
    /// The attribute that holds the name of the kernel.
    public static final String ATTRIBUTE = "micro_kernel";
    /// Whatever kernel the target has for the op, the shape and the element type.
    public static final String ANY = "any";
    /// The names that a request may have: `mac_RxC` multiplies and adds on R rows and C columns, for any inner extent.
    public static final List<String> NAMES = List.of(ANY, "mac_4x4", "mac_8x8", "mac_6x16", "mac_16x16");

    private MicroKernels() {}

    static OpBuilder requestable(OpBuilder builder) {
        return builder.optional(
                ATTRIBUTE,
                Parts.TEXT,
                "the hand-written kernel that a target should use if it has one, such as \"mac_8x8\", or \"any\"");
    }

    /// The name that a call asks for; empty if it asks for none.
    public static String requested(OpCall call) {
        return call.op().findAttribute(ATTRIBUTE).isPresent()
                        && call.attr(ATTRIBUTE).orElse(null) instanceof Attr.Text text
                ? text.value()
                : "";
    }

    static void check(OpArgs args) {
        if (args.op().findAttribute(ATTRIBUTE).isPresent()
                && args.attr(ATTRIBUTE).orElse(null) instanceof Attr.Text text
                && !NAMES.contains(text.value())) {
            throw args.error(
                    LanguageCode.UNKNOWN_MICRO_KERNEL,
                    "there is no micro-kernel `" + text.value() + "`",
                    Nearest.hint(text.value(), NAMES));
        }
    }
}
