package sectile.python.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

class ParserTest {
    private static Ast.Module parse(String text) {
        return Parser.parse(new SourceFile("t.py", text), new Diagnostics());
    }

    private static Ast.Expr value(String text) {
        return ((Ast.ExprStmt) parse(text).body().getFirst()).value();
    }

    @Test
    void precedenceIsPythons() {
        var sum = (Ast.Binary) value("a + b * -c ** 2");
        assertThat(sum.op()).isEqualTo("+");
        var product = (Ast.Binary) sum.rhs();
        assertThat(((Ast.Unary) product.rhs()).operand()).isInstanceOf(Ast.Binary.class);
        assertThat(((Ast.Logical) value("a or b and not c == d")).op()).isEqualTo("or");
        assertThat(((Ast.Compare) value("a < b <= c")).ops()).containsExactly("<", "<=");
    }

    @Test
    void linesContinueInBracketsAndAfterBackslashes() {
        Ast.Module module = parse("x = (1 +\n   # comment\n  2)\ny = 3 + \\\n  4\n");
        assertThat(module.body()).hasSize(2);
    }

    @Test
    void stringsOfAllKinds() {
        assertThat(((Ast.StringLiteral) value("'a' \"b\" '''c\nd'''")).value()).isEqualTo("abc\nd");
        assertThat(((Ast.StringLiteral) value("r'\\n\\d'")).value()).isEqualTo("\\n\\d");
        assertThat(((Ast.StringLiteral) value("'\\x41\\u00e9\\101'")).value()).isEqualTo("A\u00e9A");
        assertThat(((Ast.FString) value("f'{a}-{b + 1:>{3}} {{x}}'")).parts()).hasSize(4);
    }

    @Test
    void numbers() {
        assertThat(((Ast.IntLiteral) value("0x_ff")).value()).isEqualTo(255);
        assertThat(((Ast.IntLiteral) value("0b101")).value()).isEqualTo(5);
        assertThat(((Ast.RealLiteral) value("1_0.5e-3")).value()).isEqualTo(10.5e-3);
        assertThat(((Ast.RealLiteral) value(".5")).value()).isEqualTo(0.5);
    }

    @Test
    void integersHaveAnySize() {
        assertThat(((Ast.IntLiteral) value("0xFFFFFFFFFFFFFFFF")).value())
                .isEqualTo(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
        assertThat(((Ast.Skipped) parse("x = " + "1".repeat(5000)).body().getFirst())
                        .code()
                        .text())
                .isEqualTo("LANG-106");
    }

    @Test
    void comprehensionsAreReadWithTheirConditions() {
        for (String text : List.of(
                "[x for x in y if c]",
                "[x if a else b for x in y if c if d or e]",
                "[f(x, z) for x in y for z in x if z]",
                "{k: v for k, v in y if k}",
                "f(x for x in y if x)")) {
            assertThat(parse(text).body()).as(text).singleElement().isInstanceOf(Ast.ExprStmt.class);
        }
    }

    @Test
    void aWrongStatementDoesNotHideTheNext() {
        Ast.Module module = parse("x = = 3\ny = 4\nq = f(1,\ndef f(:\n    pass\n@pl.jit\ndef g():\n    pass\n");
        assertThat(module.body())
                .extracting(s -> s.getClass().getSimpleName())
                .containsExactly("Skipped", "Assign", "Skipped", "Skipped", "FunctionDef");
    }

    @Test
    void deepNestingIsRefused() {
        Ast.Module module = parse("x = " + "(".repeat(5000) + "1" + ")".repeat(5000) + "\n");
        assertThat(((Ast.Skipped) module.body().getFirst()).code().text()).isEqualTo("LANG-105");
        module = parse("x = " + "a + ".repeat(5000) + "1\n");
        assertThat(((Ast.Skipped) module.body().getFirst()).code().text()).isEqualTo("LANG-105");
    }

    @Test
    void aChainThatIsTooLongIsOneProblem() {
        var diagnostics = new Diagnostics();
        String text = "if n: pass\n" + "elif n: pass\n".repeat(5_000) + "x = 1\n";
        Ast.Module module = Parser.parse(new SourceFile("a.py", text), diagnostics);
        assertThat(diagnostics.all()).isEmpty();
        assertThat(module.body()).hasSize(2);
        assertThat(module.body().getFirst())
                .isInstanceOfSatisfying(
                        Ast.Skipped.class, s -> assertThat(s.code().text()).isEqualTo("LANG-105"));
    }

    @Test
    void aWrongDefinitionIsOneProblemWithItsDecorators() {
        String text = "@a\n@b\ndef f(x\n    return x\n\ny = 1\n";
        Ast.Module module = Parser.parse(new SourceFile("a.py", text), new Diagnostics());
        assertThat(module.body().stream().filter(Ast.Skipped.class::isInstance)).hasSize(1);
    }
}
