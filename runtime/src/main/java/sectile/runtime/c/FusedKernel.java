package sectile.runtime.c;

import java.util.ArrayList;
import java.util.List;
import sectile.base.number.Reduction;
import sectile.runtime.c.FusedNode.Extent;

/// A fused region as a kernel in OpenCL C, and the call that starts it. A work item is an element; or, if the region
/// has reductions or values of rows or columns, a row, whose elements it takes in ascending order, so that sums round
/// as the interpreter's.
final class FusedKernel {
    private final Expressions expressions;
    private final FusedRegion region;
    private final List<FusedNode> nodes;
    private final int number;
    private final boolean byRows;
    private final int passes;
    private final Code text = new Code();
    /// The arrays that the kernel gets, by the names of their rows in the C text.
    private final List<String> arrays = new ArrayList<>();
    private final List<String> numbers = new ArrayList<>();

    FusedKernel(Expressions expressions, FusedRegion region, int number, boolean byRows) {
        this.expressions = expressions;
        this.region = region;
        this.nodes = region.nodes();
        this.number = number;
        this.byRows = byRows;
        this.passes = region.passes();
    }

    private String name(FusedNode node) {
        return "n" + number + "_" + node.id;
    }

    /// Prints the call into the C text, and gives the kernel to the unit.
    void print() {
        Code code = expressions.code();
        for (FusedNode node : nodes) {
            if (node.isInput()) {
                arrays.add(name(node));
            } else if (node.kind instanceof FusedNode.Single) {
                numbers.add(name(node));
            }
            if (node.stored != null) {
                arrays.add("m" + name(node));
            } else if (isReadLater(node)) {
                String room = "k" + name(node);
                code.line("sx_data d" + room + " = {0};");
                code.line("sx_rows " + room + ";");
                code.line("sx_make(c, &d" + room + ", false, SX_F32, 2, (int64_t[]){rows" + number + ", columns"
                        + number + "}, false);");
                code.line("sx_rows_of(&d" + room + ", &" + room + ");");
                arrays.add(room);
            }
        }
        if (region.storing().isPresent()) {
            arrays.add("to" + number);
        }
        int kernel = expressions.unit().addKernel(kernel());
        code.line("sx_tick(c);");
        code.line("sx_k_fused(c, " + kernel + ", " + byRows + ", rows" + number + ", columns" + number + ", "
                + arrays.size() + ", (const sx_rows *const[]){"
                + String.join(", ", arrays.stream().map(array -> "&" + array).toList()) + "}, " + numbers.size() + ", "
                + (numbers.isEmpty() ? "NULL" : "(const float[]){" + String.join(", ", numbers) + "}") + ");");
        nodes.stream()
                .filter(node -> node.stored == null && isReadLater(node))
                .forEach(node -> code.line("sx_release(c, &dk" + name(node) + ");"));
    }

    /// Whether a later walk over the columns reads the elements that an earlier one computed.
    private boolean isReadLater(FusedNode node) {
        if (!node.isComputed() || node.extent != Extent.FULL) {
            return false;
        }
        boolean storedLater = region.stored().filter(node::equals).isPresent() && node.pass < passes - 1;
        return storedLater
                || nodes.stream()
                        .anyMatch(user ->
                                user.extent == Extent.FULL && user.pass > node.pass && user.operands.contains(node));
    }

    private String kernel() {
        var parameters = new ArrayList<String>();
        arrays.forEach(array -> parameters.add(
                "__global float *" + array + ", const long " + array + "_at, const long " + array + "_step"));
        numbers.forEach(value -> parameters.add("const float v" + value));
        parameters.add("const long rows");
        parameters.add("const long columns");
        text.line("__kernel void "
                + Unit.kernelName(expressions.unit().kernels().size()) + "(" + String.join(", ", parameters) + ") {");
        if (byRows) {
            text.line("const long row = (long)get_global_id(0);");
            text.line("if (row >= rows) return;");
            for (FusedNode node : nodes) {
                if (node.extent == Extent.COLUMN && node.stored != null) {
                    text.line("for (long i = 0; row == 0 && i < columns; i++) " + column("m" + name(node)) + " = "
                            + column(name(node)) + ";");
                }
            }
            for (int pass = 0; pass < passes; pass++) {
                rowValues(pass);
                walk(pass);
            }
            rowValues(passes);
            for (FusedNode node : nodes) {
                if (node.extent == Extent.ROW && node.stored != null) {
                    text.line(at("m" + name(node), "0") + " = sx_clean(v" + name(node) + ");");
                }
            }
        } else {
            text.line("const long item = (long)get_global_id(0);");
            text.line("if (item >= rows * columns) return;");
            text.line("const long row = item / columns, i = item % columns;");
            body(0);
        }
        text.line("}");
        return text.toString();
    }

    private static String at(String array, String column) {
        return array + "[" + array + "_at + row * " + array + "_step + " + column + "]";
    }

    private static String column(String array) {
        return array + "[" + array + "_at + i]";
    }

    /// Values of rows that are known before a walk.
    private void rowValues(int pass) {
        for (FusedNode node : nodes) {
            if (node.extent == Extent.ROW && node.pass == pass && !(node.kind instanceof FusedNode.Fold)) {
                text.line("const float v" + name(node) + " = "
                        + (node.isInput() ? at(name(node), "0") : expression(node)) + ";");
            }
        }
    }

    private String expression(FusedNode node) {
        return node.expression(operand -> "v" + name(operand));
    }

    private List<FusedNode> folds(int pass) {
        return nodes.stream()
                .filter(node -> node.kind instanceof FusedNode.Fold && node.pass == pass + 1)
                .toList();
    }

    private void walk(int pass) {
        for (FusedNode node : folds(pass)) {
            String start = switch (function(node)) {
                case SUM -> "double s" + name(node) + " = 0";
                case PROD -> "double s" + name(node) + " = 1";
                case MAX -> "float s" + name(node) + " = -INFINITY";
                case MIN -> "float s" + name(node) + " = INFINITY";
                case ARGMAX, ARGMIN -> throw new IllegalStateException("a position");
            };
            text.line(start + ";");
        }
        text.line("for (long i = 0; i < columns; i++) {");
        body(pass);
        text.line("}");
        for (FusedNode node : folds(pass)) {
            text.line("const float v" + name(node) + " = sx_clean((float)s" + name(node) + ");");
        }
    }

    private static Reduction function(FusedNode node) {
        return ((FusedNode.Fold) node.kind).function();
    }

    /// One element of a walk.
    private void body(int pass) {
        var known = new ArrayList<FusedNode>();
        boolean stores = pass == passes - 1 && region.stored().isPresent();
        for (FusedNode node : nodes) {
            boolean copies = node.isInput() && node.extent == Extent.FULL && node.stored != null && pass == 0;
            if (copies) {
                need(node, known);
                text.line(at("m" + name(node), "i") + " = v" + name(node) + ";");
            }
            if (node.isComputed() && node.extent == Extent.FULL && node.pass == pass) {
                node.operands.forEach(operand -> need(operand, known));
                text.line("const float v" + name(node) + " = " + expression(node) + ";");
                known.add(node);
                if (node.stored != null || isReadLater(node)) {
                    text.line(at((node.stored != null ? "m" : "k") + name(node), "i") + " = sx_clean(v" + name(node)
                            + ");");
                }
            }
        }
        for (FusedNode node : folds(pass)) {
            FusedNode operand = node.operands.getFirst();
            need(operand, known);
            String sum = "s" + name(node);
            String value = "v" + name(operand);
            text.line(sum + " = "
                    + switch (function(node)) {
                        case SUM -> sum + " + (double)" + value;
                        case PROD -> sum + " * (double)" + value;
                        case MAX -> "sx_max_v(" + sum + ", " + value + ")";
                        case MIN -> "sx_min_v(" + sum + ", " + value + ")";
                        case ARGMAX, ARGMIN -> throw new IllegalStateException("a position");
                    }
                    + ";");
        }
        if (stores) {
            FusedNode node = region.stored().orElseThrow();
            need(node, known);
            text.line(at("to" + number, "i") + " = " + (node.isInput() ? "" : "sx_clean") + "(v" + name(node) + ");");
        }
    }

    /// Makes sure that the element of a value is at hand.
    private void need(FusedNode node, List<FusedNode> known) {
        if (node.extent == Extent.ROW || node.extent == Extent.ONE || known.contains(node)) {
            return;
        }
        known.add(node);
        String from = node.isInput() ? name(node) : (node.stored != null ? "m" : "k") + name(node);
        text.line("const float v" + name(node) + " = " + (node.extent == Extent.COLUMN ? column(from) : at(from, "i"))
                + ";");
    }
}
