package sectile.runtime.c;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.CmpType;
import sectile.ir.symbol.MaskPattern;
import sectile.runtime.c.Value.Kind;

/// Elements by position, mask or order.
final class IndexOps {
    private IndexOps() {}

    static void element(OpContext op, Semantics.Element element) {
        String at = op.count("indices") + ", " + op.list("indices");
        switch (element) {
            case READ -> {
                boolean real = op.dtype(0).isFloat();
                String call = (real ? "sx_read_f(c, " : "sx_read_i(c, ") + op.data(0) + ", " + at + ")";
                Value read = op.expressions().slots().fresh(real ? Kind.FLOAT : Kind.INTEGER, "");
                op.line(read.text() + " = " + call + ";");
                op.result(read);
            }
            case WRITE -> {
                String value = op.number(op.value("value"), op.dtype(0));
                op.line("sx_write(c, " + op.out() + ", " + op.data(0) + ", " + at + ", " + value + ");");
            }
        }
    }

    /// How many columns make a group, and which of them a pattern selects.
    private static String pattern(MaskPattern pattern) {
        return switch (pattern) {
            case P0101 -> "2, 0";
            case P1010 -> "2, 1";
            case P0001 -> "4, 0";
            case P0010 -> "4, 1";
            case P0100 -> "4, 2";
            case P1000 -> "4, 3";
            case P1111 -> "1, 0";
        };
    }

    static void gather(OpContext op, Semantics.Gather gather) {
        String made = "(c, " + op.out() + ", " + op.tensor() + ", ";
        switch (gather) {
            case AXIS ->
                op.line("sx_gather_axis" + made + op.number("dim") + ", " + op.data("input") + ", " + op.data("index")
                        + ");");
            case FLAT -> op.line("sx_gather_flat" + made + op.data("src") + ", " + op.data("indices") + ");");
            case BLOCKS -> {
                DType dtype = op.isGiven("output_dtype") ? op.element("output_dtype") : op.dtype("src");
                op.line("sx_gather_blocks" + made + Text.dtype(dtype) + ", " + op.data("src") + ", " + op.data("offset")
                        + ");");
            }
            case MASK -> {
                String dtype = op.isGiven("output_dtype") ? op.dtypeOf("output_dtype") : "-1";
                op.line("sx_gather_mask" + made + dtype + ", " + pattern(op.symbol("mask_pattern", MaskPattern.class))
                        + ", " + op.data("input") + ");");
            }
            case COMPARE -> {
                String room = op.isGiven("out_cols") ? op.number("out_cols") : "-1";
                String value = op.number(op.value("kvalue"), op.dtype(0));
                op.line("sx_gather_compare(c, " + op.out(0) + ", " + op.out(1) + ", " + op.tensor() + ", "
                        + ComputeOps.comparison(op.symbol("cmp_mode", CmpType.class)) + ", " + room + ", "
                        + op.number("offset") + ", " + op.dtypeOf("count_dtype") + ", " + op.data(0) + ", " + value
                        + ");");
            }
            case PAGED ->
                op.line("sx_gather_paged" + made + op.number("block_size") + ", " + op.number("size") + ", "
                        + op.number("col_off") + ", " + op.number("max_indices") + ", " + op.truth("is_trans") + ", "
                        + op.data("src") + ", " + op.data("indices") + ", " + op.data("block_table") + ");");
            case MEMORY ->
                op.line("sx_gather_memory" + made + op.truth("coalesce") + ", " + op.number("gather_oob") + ", "
                        + op.optional("valid_shape") + ", " + op.data("mem") + ", " + op.data("idx") + ");");
        }
    }

    static void scatter(OpContext op, Semantics.Scatter scatter) {
        String out = "(c, " + op.out() + ", ";
        switch (scatter) {
            case AXIS ->
                op.line("sx_scatter_axis" + out + op.tensor() + ", " + op.number("dim") + ", " + op.data("input") + ", "
                        + op.data("index") + ", " + op.data("src") + ");");
            case FLAT ->
                op.line("sx_scatter_flat" + out + op.data("dst") + ", " + op.data("src") + ", " + op.data("indexes")
                        + ");");
            case MASK ->
                op.line("sx_scatter_mask" + out + op.tensor() + ", "
                        + pattern(op.symbol("mask_pattern", MaskPattern.class)) + ", " + op.data("dst") + ", "
                        + op.data("input") + ");");
            case ROWS ->
                op.line("sx_scatter_rows" + out + op.data("input") + ", " + op.data("index") + ", " + op.data("src")
                        + ");");
            case MEMORY ->
                op.line("sx_scatter_memory" + out + op.data("src") + ", " + op.data("idx") + ", "
                        + op.data("out_tensor") + ");");
        }
    }

    static void sort(OpContext op, Semantics.Sort sort) {
        String made = "(c, " + op.out() + ", " + op.tensor() + ", ";
        switch (sort) {
            case BLOCKS -> op.line("sx_sort_blocks" + made + op.data("src") + ", " + op.data("idx") + ");");
            case MERGE_RUNS -> op.line("sx_merge_runs" + made + op.integer("block_len") + ", " + op.data("src") + ");");
            case MERGE_ROWS -> {
                var sources = new ArrayList<String>();
                for (String name : List.of("src0", "src1", "src2", "src3")) {
                    if (op.has(name)) {
                        sources.add(op.data(name));
                    }
                }
                op.line("sx_merge_rows" + made + op.truth("exhausted") + ", " + sources.size()
                        + ", (const sx_data *const[]){" + String.join(", ", sources) + "});");
            }
        }
    }
}
