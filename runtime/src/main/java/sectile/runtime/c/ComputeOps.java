package sectile.runtime.c;

import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.number.Rounding;
import sectile.base.number.TileTypes;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.CastMode;
import sectile.ir.symbol.CmpType;
import sectile.runtime.c.Value.Kind;

/// Ops that compute.
final class ComputeOps {
    private ComputeOps() {}

    static void elementwise(OpContext op, Semantics.Elementwise semantics) {
        String made = "(c, " + op.out() + ", " + op.tensor();
        switch (semantics) {
            case Semantics.Apply apply ->
                op.line("sx_unary" + made + ", SX_" + apply.function().name() + ", " + op.data(0) + ");");
            case Semantics.Combine combine -> combine(op, combine);
            case Semantics.CombineValid combine ->
                op.line("sx_binary_valid" + made + ", SX_" + combine.function().name() + ", " + op.data(0) + ", "
                        + op.data(1) + ");");
            case Semantics.Convert convert -> {
                Rounding mode = Rounding.parse(op.symbol("mode", CastMode.class).surfaceName())
                        .orElseThrow();
                op.line("sx_cast" + made + ", " + op.dtypeOf("target_type") + ", SX_" + mode.name() + ", " + op.data(0)
                        + ");");
            }
            case Semantics.Compare compare -> {
                String other = op.array(1, op.dtype(0));
                op.line("sx_compare" + made + ", " + comparison(op.symbol("cmp_type", CmpType.class)) + ", "
                        + compare.packed() + ", " + op.data(0) + ", " + other + ");");
            }
            case Semantics.Select select -> {
                String other = op.array(select.otherwise(), op.dtype(1));
                op.line("sx_select" + made + ", " + op.data("mask") + ", " + op.data(1) + ", " + other + ");");
            }
            case Semantics.Broadcast broadcast -> {
                String value = op.array(broadcast.value(), op.dtype(broadcast.like()));
                op.line("sx_expand" + made + ", " + broadcast.sameValid() + ", " + value + ", "
                        + op.data(broadcast.like()) + ");");
            }
        }
    }

    private static void combine(OpContext op, Semantics.Combine combine) {
        DType dtype = op.dtype(0);
        String lhs = op.data(0);
        String left = lhs;
        for (int i = 1; i < combine.operands(); i++) {
            boolean last = i + 1 == combine.operands();
            String to = last
                    ? op.out()
                    : op.expressions().slots().fresh(Kind.ARRAY, "").text();
            String right = op.array(i, dtype);
            op.line("sx_binary(c, " + to + ", " + op.tensor() + ", SX_"
                    + combine.function().name() + ", " + left + ", " + right + ", " + lhs + ");");
            left = to;
        }
    }

    /// The runtime's number of a comparison.
    static String comparison(CmpType type) {
        return "SX_" + type.name();
    }

    static void reduce(OpContext op, Semantics.Reduce reduce) {
        boolean chosen = op.call().op().findAttribute("axis").isPresent();
        String axis = chosen ? op.number("axis") : Integer.toString(reduce.axis());
        boolean keep = !chosen || op.flag("keep_dim");
        boolean pairs = Semantics.Reduce.hasScratch(op.call());
        op.line("sx_reduce(c, " + op.out() + ", " + op.tensor() + ", SX_"
                + reduce.function().name() + ", " + pairs + ", " + axis + ", " + keep + ", " + op.data(0) + ");");
    }

    static void contract(OpContext op, Semantics.Contract contract) {
        boolean tile = op.call().op().isTile();
        String transposed = tile ? "false, false" : op.truth("a_trans") + ", " + op.truth("b_trans");
        String lhs = op.data("lhs");
        String rhs = op.data("rhs");
        if (contract.scaled()) {
            transposed = "false, false";
            lhs = scaled(op, lhs, op.data("lscale"), true);
            rhs = scaled(op, rhs, op.data("rscale"), false);
        }
        Optional<MicroKernel> kernel = MicroKernel.of(op, contract);
        if (kernel.isPresent()) {
            boolean adds = contract.accumulation() == Semantics.Accumulation.ACCUMULATOR;
            boolean conditional = adds && op.takes("init_cond") && op.has("init_cond");
            op.line("sx_micro(c, " + op.out() + ", " + kernel.get().symbol() + ", " + (adds ? op.data("acc") : "NULL")
                    + ", " + (conditional ? Scalars.truth(op.value("init_cond")) : "false") + ", " + lhs + ", " + rhs
                    + "); /* micro-kernel " + kernel.get().name() + " */");
            return;
        }
        switch (contract.accumulation()) {
            case NOTHING, BIAS -> {
                boolean bias = contract.accumulation() == Semantics.Accumulation.BIAS;
                op.line("sx_matmul(c, " + op.out() + ", " + op.tensor() + ", " + Text.dtype(output(op)) + ", "
                        + transposed + ", " + lhs + ", " + rhs + ", " + (bias ? op.data("bias") : "NULL") + ");");
            }
            case ACCUMULATOR -> {
                boolean conditional = op.takes("init_cond") && op.has("init_cond");
                String overwrite = conditional ? Scalars.truth(op.value("init_cond")) : "false";
                op.line("sx_matmul_acc(c, " + op.out() + ", " + transposed + ", " + op.data("acc") + ", " + lhs + ", "
                        + rhs + ", " + overwrite + ");");
            }
        }
    }

    private static String scaled(OpContext op, String values, String scales, boolean rows) {
        String room = op.expressions().slots().fresh(Kind.ARRAY, "").text();
        op.line("sx_scaled(c, " + room + ", " + values + ", " + scales + ", " + rows + ");");
        return room;
    }

    /// The element type of a product that is not added to an accumulator.
    private static DType output(OpContext op) {
        DType input = op.dtype("lhs");
        boolean tile = op.call().op().isTile();
        if (!tile && op.isGiven("out_dtype")) {
            return op.element("out_dtype");
        }
        return !input.isFloat() ? TileTypes.integerProduct(input) : tile ? DType.F32 : input;
    }
}
