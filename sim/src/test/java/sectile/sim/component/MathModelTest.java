package sectile.sim.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;

final class MathModelTest {
    /// 64 lanes at 2 GHz (500 ps); f32 at half rate, i8 at double rate; exp takes 4 cycles, half a cycle for a
    /// copy.
    @ParameterizedTest
    @CsvSource({
        "ADD,    64, F16,   500",
        "ADD,    65, F16,  1000", // the second group holds one element
        "ADD,     1, F16,   500",
        "ADD,     0, F16,     0",
        "ADD,    64, F32,  1000",
        "ADD,    33, F32,  1000",
        "ADD,   128,  I8,   500",
        "ADD,   129,  I8,  1000",
        "EXP,    64, F16,  2000",
        "EXP,  1000, F16, 32000", // 16 groups
        "COPY,   64, F16,   500", // half a cycle, rounded up
        "COPY,  128, F16,   500",
    })
    void timeOfAnOperation(MathOp op, long elements, DType dtype, long picoseconds) throws AttributeException {
        assertThat(model(Map.of("other", BigDecimal.ONE, "exp", new BigDecimal(4), "copy", new BigDecimal("0.5")))
                        .picoseconds(op, elements, dtype))
                .isEqualTo(picoseconds);
    }

    @Test
    void everyOperationNeedsACost() {
        assertThatThrownBy(() -> model(Map.of("add", BigDecimal.ONE)))
                .isInstanceOfSatisfying(AttributeException.class, e -> {
                    assertThat(e.attribute()).isEqualTo("cycles");
                    assertThat(e.message()).isEqualTo("`cycles` has no entry for `sub`");
                    assertThat(e.hint()).contains("other: N");
                });
    }

    private static MathModel model(Map<String, BigDecimal> cycles) throws AttributeException {
        ComponentProvider provider =
                ComponentRegistry.builtins().find("builtin.pe_math").orElseThrow();
        return (MathModel) provider.create(
                ComponentKind.PE_MATH,
                Attributes.of(Map.of(
                        "overhead_ns",
                        0L,
                        "clock_ghz",
                        Clock.ofGhz(new BigDecimal(2)),
                        "lanes",
                        64L,
                        "cycles",
                        cycles,
                        "rates",
                        Map.of("f32", new BigDecimal("0.5"), "i8", new BigDecimal(2)))));
    }
}
