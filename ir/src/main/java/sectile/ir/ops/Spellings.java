package sectile.ir.ops;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Op;
import sectile.ir.symbol.CoreType;
import sectile.ir.symbol.PadValue;

/// Other names of arguments, and words for values of attributes, that programs use. To add one, add a row.
final class Spellings {
    /// A keyword of some ops and what it means: the name of an operand or attribute, or `#n` for operand n.
    private record Row(String keyword, String meaning, List<String> ops) {
        boolean is(Op op, String word) {
            return keyword.equals(word)
                    && ops.stream()
                            .anyMatch(name -> name.endsWith("*")
                                    ? op.simpleName().startsWith(name.substring(0, name.length() - 1))
                                    : name.contains(".")
                                            ? op.name().equals(name)
                                            : op.simpleName().equals(name));
        }
    }

    private static final List<Row> KEYWORDS = List.of(
            row("lhs", "#0", "row_expand*", "col_expand*", "part_*"),
            row("rhs", "#1", "row_expand*", "col_expand*", "part_*", "addsc", "subsc"),
            row("tmp_tile", "tmp", "row_*", "col_*", "tile.transpose"),
            row("lhs_scale", "lscale", "matmul_mx*"),
            row("rhs_scale", "rscale", "matmul_mx*"),
            row(
                    "tensor",
                    "#0",
                    "tensor.slice",
                    "tensor.reshape",
                    "tensor.transpose",
                    "tensor.view",
                    "tensor.col_expand"),
            row("tile", "#0", "tile.slice", "tile.reshape", "tile.transpose"),
            row("input", "#0", "set_validshape"),
            row("src", "#0", "expand_clone", "gather_mask", "scatter_mask", "read"),
            row("x", "#0", "aiv_shard", "aic_gather"),
            row("output_tensor", "out_tensor", "store", "mscatter"),
            row("dst_offsets", "dst_off", "put", "get"),
            row("src_offsets", "src_off", "put", "get"),
            row("counter0", "ctr0", "random"),
            row("counter1", "ctr1", "random"),
            row("counter2", "ctr2", "random"),
            row("counter3", "ctr3", "random"),
            row("value", "pad_value", "fillpad*"),
            row("dst", "#0", "gather_row", "write"),
            row("src0", "src", "mrgsort_format1"),
            row("valid_rows", "rows", "set_validshape"),
            row("valid_cols", "cols", "set_validshape"),
            row("memory_space", "memory", "alloc"),
            row("dist_tensor", "target", "get_comm_ctx"),
            row("size", "size_bytes", "alloc_window_buffer"),
            row("src_tile", "#0", "remote_store"),
            row("c2v_consumer_buf", "c2v_buf", "aic_initialize_pipe", "aiv_initialize_pipe"),
            row("v2c_consumer_buf", "v2c_buf", "aic_initialize_pipe", "aiv_initialize_pipe"),
            row("offset", "indices", "read", "write"),
            row("index_row", "row", "extract"),
            row("index_col", "col", "extract"),
            row("session_handle", "session", "prefetch.wait"),
            row("local_data", "input", "allgather"));

    /// Words for values of an attribute.
    private static final Map<String, Map<String, Attr>> WORDS = Map.of(
            "acc_phase",
            Map.of("unspecified", Parts.integer(0), "partial", Parts.integer(1), "final", Parts.integer(2)),
            "coalesce",
            Map.of("row", Parts.TRUE, "elem", Parts.FALSE),
            "core_type",
            Map.of(
                    "aiv_only", Parts.sym(CoreType.AIV),
                    "aic_only", Parts.sym(CoreType.AIC),
                    "mix", Parts.sym(CoreType.MIX)),
            "pad_value",
            Map.of(
                    "0", Parts.sym(PadValue.ZERO),
                    "0.0", Parts.sym(PadValue.ZERO),
                    "inf", Parts.sym(PadValue.MAX),
                    "-inf", Parts.sym(PadValue.MIN)));

    private Spellings() {}

    private static Row row(String keyword, String meaning, String... ops) {
        return new Row(keyword, meaning, List.of(ops));
    }

    /// The operand or attribute that a keyword of an op means, if it is another name for one.
    static Optional<String> keyword(Op op, String word) {
        return KEYWORDS.stream()
                .filter(row -> row.is(op, word))
                .findFirst()
                .map(row -> row.meaning().startsWith("#")
                        ? op.operands()
                                .get(Integer.parseInt(row.meaning().substring(1)))
                                .name()
                        : row.meaning());
    }

    static Optional<Attr> word(String attribute, String text) {
        return Optional.ofNullable(WORDS.getOrDefault(attribute, Map.of()).get(text));
    }
}
