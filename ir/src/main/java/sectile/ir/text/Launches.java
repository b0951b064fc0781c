package sectile.ir.text;

import sectile.ir.expr.ScalarType;
import sectile.ir.expr.UnknownType;
import sectile.ir.problem.LanguageCode;
import sectile.python.syntax.Ast;

/// What the arguments of a launch may be: `core_num`, `sync_start`, `allow_early_resolve` and `predicate`.
final class Launches {
    private Launches() {}

    static void check(String owner, Ast.Keyword keyword, Val value) {
        switch (keyword.name()) {
            case "core_num", "count" -> blocks(owner, keyword, value);
            case "sync_start", "allow_early_resolve" -> {
                if (!(value instanceof Val.Bool)) {
                    throw wrong(owner, keyword, value, "True or False");
                }
            }
            case "predicate" -> {
                boolean scalar = value instanceof Val.Bool
                        || (value instanceof Val.Ir ir
                                && (ir.expr().type() instanceof UnknownType
                                        || (ir.expr().type() instanceof ScalarType type
                                                && (type.equals(ScalarType.BOOL)
                                                        || type.dtype().isInteger()))));
                if (!scalar) {
                    throw wrong(owner, keyword, value, "a condition on scalars, such as gate[0, 0] > 0");
                }
            }
            default -> {}
        }
    }

    private static void blocks(String owner, Ast.Keyword keyword, Val value) {
        boolean integer = value instanceof Val.Int count
                ? count.value() > 0
                : value instanceof Val.Ir ir
                        && (ir.expr().type() instanceof UnknownType
                                || (ir.expr().type() instanceof ScalarType type
                                        && type.dtype().isInteger()));
        if (!integer) {
            throw wrong(owner, keyword, value, "a positive integer");
        }
    }

    private static RuntimeException wrong(String owner, Ast.Keyword keyword, Val value, String expected) {
        return Problem.at(
                keyword.value().span(),
                LanguageCode.BAD_ARGUMENT,
                "`" + keyword.name() + "` of " + owner + " must be " + expected + ", found " + value.describe());
    }
}
