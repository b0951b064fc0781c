package sectile.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PlaceTest {
    @Test
    void readsLikeThePathOfItsComponents() {
        assertThat(new Place(0, 3, 5)).hasToString("sip0.cube3.pe5");
        assertThatThrownBy(() -> new Place(0, -1, 0)).hasMessage("negative coordinate in (0, -1, 0)");
    }
}
