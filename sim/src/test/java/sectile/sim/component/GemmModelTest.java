package sectile.sim.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;

/// Cycle counts worked out by hand from the shapes, not by the code's formulas.
final class GemmModelTest {
    /// An 8 × 8 array: a fold with T streamed vectors takes 8 + 8 + 8 + T − 2 = 22 + T cycles.
    @ParameterizedTest
    @CsvSource({
        //   m,   n,   k, output,  weight,  input
        "   1,   1,   1,     23,      23,      23", // one fold, one vector
        "   8,   8,   8,     30,      30,      30",
        "   1,   8,   8,     30,      23,      30", // a vector times a matrix: weight-stationary streams it once
        "   8,   1,   8,     30,      30,      23",
        "   8,   8,   1,     23,      30,      30",
        "   1,  64,  64,    688,    1472,     688", // 8 folds of 86 | 64 of 23 | 8 of 86
        "   9,   8,   8,     60,      31,      60", // one row too many costs output- and input-stationary a whole fold
        "   8,   9,   8,     60,      60,      31",
        "   8,   8,   9,     31,      60,      60",
        "  17,   5,  33,    165,     195,     405", // 3×1 folds of 55 | 5×1 of 39 | 5×3 of 27
        "  64,  64,  64,   5504,    5504,    5504", // 64 folds of 86
        " 100,  30,   7,   1508,     488,     676", // 13×4 of 29 | 1×4 of 122 | 1×13 of 52
    })
    void systolicCyclesOfEveryDataflow(int m, int n, int k, long output, long weight, long input)
            throws AttributeException {
        assertThat(systolic("output", 8, 8).cycles(m, n, k)).isEqualTo(output);
        assertThat(systolic("weight", 8, 8).cycles(m, n, k)).isEqualTo(weight);
        assertThat(systolic("input", 8, 8).cycles(m, n, k)).isEqualTo(input);
    }

    /// A 4 × 16 array: a fold takes 4 + 4 + 16 + T − 2 = 22 + T cycles, but rows and columns fold differently.
    @ParameterizedTest
    @CsvSource({
        "  4, 16, 10,   32,   78,  114", // 1 fold of 32 | 3×1 of 26 | 3×1 of 38
        "  5, 17,  3,  100,   54,   39", // 2×2 of 25 | 1×2 of 27 | 1×1 of 39
        " 16,  4, 16,  152,  152,  104", // 4×1 of 38 | 4×1 of 38 | 4×1 of 26
    })
    void systolicArraysNeedNotBeSquare(int m, int n, int k, long output, long weight, long input)
            throws AttributeException {
        assertThat(systolic("output", 4, 16).cycles(m, n, k)).isEqualTo(output);
        assertThat(systolic("weight", 4, 16).cycles(m, n, k)).isEqualTo(weight);
        assertThat(systolic("input", 4, 16).cycles(m, n, k)).isEqualTo(input);
    }

    /// 4 × 8 dot products of depth 16.
    @ParameterizedTest
    @CsvSource({
        "   1,   1,   1,     1",
        "   4,   8,  16,     1",
        "   5,   8,  16,     2",
        "   4,   9,  16,     2",
        "   4,   8,  17,     2",
        "   5,   9,  17,     8",
        "   1, 128, 128,   128", // 1 × 16 × 8: three quarters of the rows idle
        "  64,  64,  64,   512", // 16 × 8 × 4
        "  63,  63,  63,   512", // the edge tiles are charged in full
        "   0,   8,  16,     0",
    })
    void macArrayChargesEdgeTilesInFull(int m, int n, int k, long cycles) throws AttributeException {
        assertThat(macArray("1", Map.of()).cycles(m, n, k)).isEqualTo(cycles);
    }

    @Test
    void anEmptyProductIsFreeOnASystolicArrayToo() throws AttributeException {
        assertThat(systolic("output", 8, 8).cycles(4, 4, 0)).isZero();
        assertThat(systolic("weight", 8, 8).cycles(0, 4, 4)).isZero();
    }

    @Test
    void timeFollowsClockAndTypeRateAndIsRoundedUp() throws AttributeException {
        GemmModel model = macArray("1.5", Map.of("f32", new BigDecimal("0.5"), "i8", new BigDecimal("2")));
        // 512 cycles of 666.66… ps
        assertThat(model.picoseconds(64, 64, 64, DType.F16)).isEqualTo(341_334);
        assertThat(model.picoseconds(64, 64, 64, DType.F32)).isEqualTo(682_667);
        assertThat(model.picoseconds(64, 64, 64, DType.I8)).isEqualTo(170_667);
        assertThat(model.peakFlops(DType.F16)).isEqualTo(2.0 * 4 * 8 * 16 * 1.5e9);
        assertThat(model.peakFlops(DType.F32)).isEqualTo(4.0 * 8 * 16 * 1.5e9);
    }

    @Test
    void anInfiniteClockMakesProductsFree() throws AttributeException {
        GemmModel model = macArray("inf", Map.of());
        assertThat(model.picoseconds(64, 64, 64, DType.F16)).isZero();
        assertThat(model.peakFlops(DType.F16)).isInfinite();
    }

    @Test
    void theChosenModelNeedsItsGroup() {
        assertThatThrownBy(() -> builtin(Map.of("overhead_ns", 0L, "clock_ghz", clock("1"), "model", "systolic")))
                .isInstanceOfSatisfying(AttributeException.class, e -> {
                    assertThat(e.attribute()).isEqualTo("model");
                    assertThat(e.message()).isEqualTo("model `systolic` needs a group `systolic`");
                });
    }

    private static GemmModel systolic(String dataflow, long rows, long cols) throws AttributeException {
        Attributes array = Attributes.of(Map.of("rows", rows, "cols", cols, "dataflow", dataflow));
        return builtin(Map.of("overhead_ns", 0L, "clock_ghz", clock("1"), "model", "systolic", "systolic", array));
    }

    private static GemmModel macArray(String clock, Map<String, BigDecimal> rates) throws AttributeException {
        Attributes array = Attributes.of(Map.of("rows", 4L, "cols", 8L, "depth", 16L));
        return builtin(Map.of(
                "overhead_ns",
                0L,
                "clock_ghz",
                clock(clock),
                "model",
                "mac_array",
                "mac_array",
                array,
                "rates",
                rates));
    }

    private static GemmModel builtin(Map<String, ?> attributes) throws AttributeException {
        ComponentProvider provider =
                ComponentRegistry.builtins().find("builtin.pe_gemm").orElseThrow();
        return (GemmModel) provider.create(ComponentKind.PE_GEMM, Attributes.of(attributes));
    }

    private static Clock clock(String text) {
        return text.equals("inf") ? Clock.ofInfinite() : Clock.ofGhz(new BigDecimal(text));
    }
}
