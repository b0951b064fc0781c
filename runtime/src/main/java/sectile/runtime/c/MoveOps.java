package sectile.runtime.c;

import sectile.base.array.Codec;
import sectile.base.array.DType;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.AtomicType;
import sectile.ir.symbol.PadValue;

/// Views, moves, rearrangements and creation.
final class MoveOps {
    private MoveOps() {}

    static void view(OpContext op, Semantics.View view) {
        String made = "(c, " + op.out() + ", " + op.data(0);
        switch (view) {
            case RESHAPE ->
                op.line("sx_reshape" + made + ", " + op.shape("shape") + ", " + op.optional("valid_shape") + ");");
            case REINTERPRET ->
                op.line("sx_reinterpret" + made + ", " + op.dtypeOf("dtype") + ", " + op.shape("shape") + ");");
            case VALID_PART ->
                op.line("sx_valid_part" + made + ", " + op.integer("rows") + ", " + op.integer("cols") + ");");
            case TRANSPOSE -> op.line("sx_transpose_view" + made + ");");
            case SLICE -> slice(op);
            case SAME -> op.line("sx_assign" + made + ");");
        }
    }

    private static void slice(OpContext op) {
        boolean drops = op.takes("drop_dims") && op.has("drop_dims");
        boolean clamp = !op.call().op().isTile() && op.flag("clamp");
        op.line("sx_slice(c, " + op.out() + ", " + op.tensor() + ", " + op.data("input") + ", " + op.shape("shape")
                + ", "
                + op.list("offset") + ", " + op.optional("valid_shape") + ", "
                + (drops ? op.shape("drop_dims") : "0, NULL") + ", " + clamp + ", " + pad(op) + ");");
    }

    private static String pad(OpContext op) {
        return op.call().op().findAttribute("pad_value").isPresent()
                ? "SX_PAD_" + op.symbol("pad_value", PadValue.class).name()
                : "SX_PAD_NULL";
    }

    static String atomic(OpContext op) {
        return Text.literal(op.symbol("atomic", AtomicType.class) == AtomicType.ADD);
    }

    static void move(OpContext op, Semantics.Move move) {
        String out = "(c, " + op.out() + ", ";
        switch (move) {
            case LOAD ->
                op.line("sx_load" + out + op.tensor() + ", " + op.data("tensor") + ", " + op.list("offsets") + ", "
                        + op.shape("shapes") + ", " + op.optional("valid_shape") + ", " + op.truth("clamp") + ");");
            case STORE ->
                op.line("sx_store" + out + op.data("tile") + ", " + op.data("out_tensor") + ", " + op.list("offsets")
                        + ", " + (op.has("shapes") ? op.shape("shapes") : "0, NULL") + ", " + atomic(op) + ");");
            case RELOCATE -> op.line("sx_copy" + out + op.tensor() + ", " + op.data("tile") + ");");
            case EXTRACT ->
                op.line("sx_extract" + out + op.tensor() + ", " + op.data("src") + ", (int64_t[]){" + op.integer("row")
                        + ", " + op.integer("col") + "}, " + op.shape("shape") + ");");
            case ASSEMBLE ->
                op.line("sx_assemble" + out + op.data("target") + ", " + op.data("source") + ", " + op.list("offset")
                        + ", " + (op.call().op().isTile() ? "false" : atomic(op)) + ");");
            case COPY_REGION -> {
                String extents = op.has("valid_shape") ? "valid_shape" : "shapes";
                op.line("sx_copy_region" + out + op.data("acc") + ", " + op.data("src") + ", " + op.list("dst_offset")
                        + ", " + op.list("src_offset") + ", " + op.shape(extents) + ", " + op.truth("transpose")
                        + ");");
            }
        }
    }

    static void rearrange(OpContext op, Semantics.Rearrange rearrange) {
        String made = "(c, " + op.out() + ", " + op.tensor() + ", ";
        switch (rearrange) {
            case TRANSPOSE ->
                op.line("sx_transpose" + made + op.data("input") + ", " + op.integer("axis1") + ", "
                        + op.integer("axis2") + ", " + op.optional("valid_shape") + ");");
            case CONCATENATE -> op.line("sx_concat" + made + op.data("src0") + ", " + op.data("src1") + ");");
            case PAD ->
                op.line("sx_pad" + made + op.data(0) + ", (" + op.data(0) + ")->rank, (" + op.data(0) + ")->dims, "
                        + pad(op) + ");");
            case PAD_TO_SHAPE ->
                op.line("sx_pad" + made + op.data(0) + ", " + op.shape("shape") + ", " + pad(op) + ");");
            case PAD_IN_PLACE -> op.line("sx_pad_in_place(c, " + op.out() + ", " + op.data(0) + ", " + pad(op) + ");");
        }
    }

    static void create(OpContext op, Semantics.Create create) {
        String made = "(c, " + op.out() + ", " + op.tensor() + ", " + op.dtypeOf("dtype") + ", " + op.shape("shape");
        DType dtype = op.element("dtype");
        switch (create) {
            case UNDEFINED -> {
                boolean tensor = op.call().op().findAttribute("init_value").isPresent();
                op.line("sx_zeros" + made + ", " + (tensor && op.flag("manual_dep")) + ");");
                if (tensor && op.isGiven("init_value")) {
                    fill(op, Codec.ofDouble(dtype, op.real("init_value")));
                }
            }
            case MATRIX_BUFFER -> op.line("sx_zeros" + made + ", false);");
            case FULL -> {
                op.line("sx_zeros" + made + ", false);");
                String value = op.number(op.value("value"), dtype);
                op.line("sx_copy_elements(c, " + op.out() + ", " + value + ");");
            }
            case COUNT -> {
                String start = dtype.isFloat() ? "0, " + op.value("start").real() : op.integer("start") + ", 0";
                op.line("sx_count_up" + made + ", " + op.truth("descending") + ", " + start + ");");
            }
            case RANDOM ->
                op.line("sx_random" + made + ", (int64_t[]){" + op.integer("key0") + ", " + op.integer("key1")
                        + "}, (int64_t[]){" + op.integer("ctr0") + ", " + op.integer("ctr1") + ", " + op.integer("ctr2")
                        + ", " + op.integer("ctr3") + "}, " + op.number("rounds") + ");");
            case TRIANGLE ->
                op.line("sx_triangle" + made + ", " + op.integer("diagonal") + ", " + op.truth("upper") + ", "
                        + op.optional("valid_shape") + ");");
        }
    }

    private static void fill(OpContext op, long bits) {
        op.line("sx_fill(c, " + op.out() + ", UINT64_C(" + Long.toUnsignedString(bits) + "));");
    }
}
