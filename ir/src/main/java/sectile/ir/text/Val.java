package sectile.ir.text;

import java.util.List;
import java.util.SequencedMap;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MemRef;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Symbol;
import sectile.python.syntax.Ast;

/// What an expression of the program represents while it is read: a value of the IR or something known now.
sealed interface Val {
    /// A constant of Python.
    sealed interface Literal extends Val {}

    /// What a name outside the function refers to.
    sealed interface Named extends Val {}

    /// A value at run time.
    record Ir(Expr expr) implements Val {}

    record Int(long value) implements Literal {}

    record Real(double value) implements Literal {}

    record Bool(boolean value) implements Literal {}

    record Str(String value) implements Literal {}

    record None() implements Literal {}

    record Dots() implements Literal {}

    record Element(DataType value) implements Val {}

    record Sym(Symbol value) implements Val {}

    /// A tuple or list.
    record Items(List<Val> values, boolean isList) implements Val {
        /// A tuple.
        Items(List<Val> values) {
            this(values, false);
        }
    }

    record Dict(SequencedMap<String, Val> entries) implements Val {}

    /// A value of Python that only constants have: an integer beyond 64 bits, a range, a dictionary with keys other
    /// than strings.
    record Python(Object value) implements Val {}

    /// A name of the language, `pl.tile.add`, or of the program, `self.kernel`.
    record Path(String name) implements Named {}

    /// A kernel outside a class.
    record Kernel(Declaration declaration) implements Named {
        String name() {
            return declaration.name();
        }
    }

    /// A function of Python, which is executed while the program is read.
    record Helper(Ast.FunctionDef syntax, PythonScope around) implements Named {}

    /// A class or an imported file, whose names are its attributes.
    record Space(String name, PythonScope scope) implements Named {}

    /// A program that a factory returns.
    record Made(ProgramText program) implements Named {}

    /// A named group of attributes, such as `pl.split(pl.SplitMode.UP_DOWN)`.
    record Group(Attr.Group group) implements Val {}

    record Place(MemRef memref) implements Val {}

    /// For messages, beside another value that differs from this one.
    default String describe(Val other) {
        return this instanceof Ir a && other instanceof Ir b
                ? sectile.ir.expr.Describe.type(a.expr().type(), b.expr().type())
                : describe();
    }

    /// For messages.
    default String describe() {
        return switch (this) {
            case Ir ir -> sectile.ir.expr.Describe.type(ir.expr().type());
            case Int i -> "the integer " + i.value();
            case Real r -> "the number " + Statics.text(r);
            case Bool b -> b.value() ? "True" : "False";
            case Str s -> "the string \"" + s.value() + "\"";
            case None n -> "None";
            case Dots d -> "`...`";
            case Element e -> "the dtype " + e.value().surface();
            case Sym s -> s.value().surface();
            case Items i ->
                "a " + (i.isList() ? "list" : "tuple") + " of " + i.values().size();
            case Dict d -> "a dictionary";
            case Python p -> Statics.text(p);
            case Path p -> "`" + p.name() + "`";
            case Kernel k -> "the function `" + k.name() + "`";
            case Helper h -> "the Python function `" + h.syntax().name() + "`";
            case Space s -> "`" + s.name() + "`";
            case Made m -> "the program `" + m.program().name() + "`";
            case Group g -> "pl." + g.group().name() + "(…)";
            case Place p -> "a MemRef";
        };
    }
}
