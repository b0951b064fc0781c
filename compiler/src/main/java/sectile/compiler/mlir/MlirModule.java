package sectile.compiler.mlir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import sectile.base.diag.Diagnostic;
import sectile.compiler.CompiledProgram;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;

/// A compiled program as an MLIR module.
///
/// @param text what `mlir-opt` reads
/// @param leftOut a warning for each function that is only declared, because of what cannot be expressed
public record MlirModule(String text, List<Diagnostic> leftOut) {
    public MlirModule {
        leftOut = List.copyOf(leftOut);
    }

    public static MlirModule of(CompiledProgram compiled) {
        var functions = new ArrayList<String>();
        var leftOut = new ArrayList<Diagnostic>();
        for (Function function : compiled.program().functions()) {
            try {
                functions.add(new FunctionText(compiled, function).text());
            } catch (InexpressibleException e) {
                leftOut.add(leftOut(function, e));
                declaration(function).ifPresent(functions::add);
            }
        }
        String text = functions.stream().collect(Collectors.joining("\n", "module {\n", "}\n"));
        return new MlirModule(text, leftOut);
    }

    /// Whether at least one function is there with its body.
    public boolean isEmpty() {
        return !text.contains("  func.func @");
    }

    /// Functions that call it need its type. If that cannot be expressed, they cannot be either.
    private static Optional<String> declaration(Function function) {
        try {
            return Optional.of(Signature.of(function).declaration());
        } catch (InexpressibleException e) {
            return Optional.empty();
        }
    }

    private static Diagnostic leftOut(Function function, InexpressibleException problem) {
        return Diagnostic.warning(
                        CompilerCode.NOT_IN_MLIR,
                        problem.span().isNone() ? function.origin().span() : problem.span(),
                        "`" + function.name() + "` is only declared in the MLIR, which cannot express "
                                + problem.getMessage())
                .hint("run the program with `sectile run` or `sectile exec`, which know it");
    }
}
