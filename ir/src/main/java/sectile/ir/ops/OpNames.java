package sectile.ir.ops;

/// Names of ops that share their semantics with others, for code that wants a certain one. They are the part after the
/// tier.
public final class OpNames {
    public static final String MATMUL = "matmul";
    public static final String MATMUL_ACC = "matmul_acc";
    public static final String RESHAPE = "reshape";
    public static final String ROW_EXPAND_ADD = "row_expand_add";
    public static final String ROW_EXPAND_SUB = "row_expand_sub";
    public static final String ROW_EXPAND_MUL = "row_expand_mul";
    public static final String ROW_EXPAND_DIV = "row_expand_div";

    private OpNames() {}
}
