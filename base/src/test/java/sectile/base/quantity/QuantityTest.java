package sectile.base.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class QuantityTest {
    private static final List<Quantity> ONE_OF_EACH = List.of(
            new Quantity.Text("f16"),
            new Quantity.Count(1_234_567),
            new Quantity.Real(0.12345),
            new Quantity.Time(1_500_000),
            new Quantity.Bytes(1536),
            new Quantity.Rate(4.34e9),
            new Quantity.OperationRate(591.4e9),
            new Quantity.Energy(2_500_000),
            new Quantity.Ratio(0.125));

    @Test
    void everyQuantityIsShownInItsUnit() {
        assertThat(ONE_OF_EACH)
                .extracting(Quantity::text)
                .containsExactly(
                        "f16",
                        "1,234,567",
                        "0.1235",
                        "1.50 µs",
                        "1.50 KiB",
                        "4.34 GB/s",
                        "591.4 GOP/s",
                        "2.50 µJ",
                        "12.5 %");
    }

    @Test
    void everyUnitHasAQuantity() {
        assertThat(ONE_OF_EACH).extracting(Quantity::unit).containsExactly(Unit.values());
    }
}
