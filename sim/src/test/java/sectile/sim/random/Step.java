package sectile.sim.random;

import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.number.Comparison;

/// One thing a random kernel does. Values are in numbered registers, memory is named by its offset in the home of
/// the PE.
public sealed interface Step {
    /// Brings memory into a register.
    ///
    /// @param ref whether the register names the memory instead of holding what is in it
    record Load(int to, DType dtype, Shape shape, int offset, boolean ref) implements Step {}

    record Store(int offset, int from) implements Step {}

    record Binary(int to, BinaryKind op, int a, int b) implements Step {}

    record Scalar(int to, BinaryKind op, int a, double number) implements Step {}

    record Fma(int to, int a, int b, int c) implements Step {}

    record Clamp(int to, int a, double low, double high) implements Step {}

    record Unary(int to, UnaryKind op, int a) implements Step {}

    record Reduce(int to, ReduceKind op, int a, int axis) implements Step {}

    /// `where(a op b, a, b)`.
    record Select(int to, Comparison op, int a, int b) implements Step {}

    record Cast(int to, int a, DType dtype) implements Step {}

    record Full(int to, DType dtype, Shape shape, double number) implements Step {}

    record Transpose(int to, int a) implements Step {}

    record Dot(int to, int a, int b, DType dtype) implements Step {}

    record Composite(
            DType dtype,
            DType outDtype,
            int m,
            int n,
            int k,
            int offsetA,
            int offsetB,
            int offsetOut,
            int tileM,
            int tileN,
            int tileK)
            implements Step {}

    record Send(String direction, int from) implements Step {}

    record Take(int to, String direction, DType dtype, Shape shape) implements Step {}

    /// Receives a slot and multiplies it at once, before the sender can fill it again.
    record Receive(int to, String direction, DType dtype, Shape shape, double factor) implements Step {}

    /// Receives into memory; the register names that memory.
    record ReceiveTo(int to, String direction, DType dtype, Shape shape, int offset) implements Step {}

    record Ask(int future, String direction, DType dtype, Shape shape) implements Step {}

    /// Waits for a future and multiplies what it gives.
    record Await(int to, int future, double factor) implements Step {}

    /// Adds up messages from whichever direction.
    record Gather(int to, int count, DType dtype, Shape shape) implements Step {}

    record RemoteLoad(int to, int rank, DType dtype, Shape shape, int offset) implements Step {}

    record RemoteStore(int rank, int offset, int from) implements Step {}

    /// Looks at an element, counted row by row: above the threshold one way, else the other.
    record Branch(int register, int index, double threshold, List<Step> above, List<Step> others) implements Step {}

    /// Operations of two operands.
    enum BinaryKind {
        ADD,
        SUB,
        MUL,
        DIV,
        MAXIMUM,
        MINIMUM
    }

    /// Operations of one operand; from SQRT on, for floats only.
    enum UnaryKind {
        NEG,
        ABS,
        SQRT,
        EXP,
        LOG,
        SIN,
        COS
    }

    /// Operations that fold an axis away.
    enum ReduceKind {
        SUM,
        MAX,
        MIN
    }
}
