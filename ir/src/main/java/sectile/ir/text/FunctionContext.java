package sectile.ir.text;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Type;
import sectile.ir.symbol.SplitMode;

/// What all blocks of a function share while it is read: where it was declared, what it returns, its attributes.
final class FunctionContext {
    private final ProgramLowering program;
    private final Declaration declaration;
    private final Map<String, Integer> assignments;
    private final Map<String, Attr> attributes = new TreeMap<>();
    private final ArrayDeque<SplitMode> splits = new ArrayDeque<>();
    private @Nullable List<Type> declaredResults;
    private @Nullable List<Type> inferredResults;

    FunctionContext(ProgramLowering program, Declaration declaration) {
        this.program = program;
        this.declaration = declaration;
        this.assignments = AssignmentCounter.count(declaration.syntax().body());
    }

    /// How the innermost scope of vector cores divides values.
    Optional<SplitMode> splitMode() {
        return Optional.ofNullable(splits.peek());
    }

    void enterSplit(SplitMode mode) {
        splits.push(mode);
    }

    void leaveSplit() {
        splits.pop();
    }

    ProgramLowering program() {
        return program;
    }

    Declaration declaration() {
        return declaration;
    }

    boolean isAssigned(String name) {
        return assignments.containsKey(name);
    }

    boolean isAssignedOnce(String name) {
        return assignments.getOrDefault(name, 0) <= 1;
    }

    /// Attributes that directives in the body add.
    Map<String, Attr> attributes() {
        return attributes;
    }

    void declareResults(@Nullable List<Type> types) {
        declaredResults = types;
    }

    @Nullable
    List<Type> declaredResults() {
        return declaredResults;
    }

    /// The results of the first `return`, if none are declared.
    void inferResults(List<Type> types) {
        inferredResults = types;
    }

    @Nullable
    List<Type> inferredResults() {
        return inferredResults;
    }

    List<Type> results() {
        return declaredResults != null ? declaredResults : inferredResults != null ? inferredResults : List.of();
    }
}
