package sectile.ir.text;

import sectile.python.syntax.Ast;

/// What an [Evaluator] does with values that are only known when the program runs; absent at module level.
interface RunTimeValues {
    Val binary(Ast.Binary syntax, Val lhs, Val rhs);

    Val unary(Ast.Unary syntax, Val operand);

    Val compare(String op, Val lhs, Val rhs, Ast.Compare syntax);

    Val logical(String op, Val lhs, Val rhs, Ast.Logical syntax);

    Val conditional(Ast.Conditional syntax, Val condition);

    Val call(Ast.Call syntax, Val callee);

    Val subscript(Ast.Subscript syntax, Val value);
}
