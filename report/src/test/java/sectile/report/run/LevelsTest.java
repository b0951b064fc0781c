package sectile.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.report.table.Csv;
import sectile.sim.Place;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;

final class LevelsTest {
    private static final Place HERE = new Place(0, 0, 0);
    private static final Place SAME_CUBE = new Place(0, 0, 1);
    private static final Place SAME_SIP = new Place(0, 1, 0);
    private static final Place ELSEWHERE = new Place(1, 0, 0);

    private static Op op(String name, Place place, long startPs, long endPs, long flow) {
        // The queue engine works for the last 5 of them.
        long waitPs = name.startsWith("recv") ? endPs - startPs - 5 : 0;
        return new Op(startPs, endPs, waitPs, place, Lane.IPCQ, name, 64, 0, flow, "");
    }

    @Test
    void aMessageBelongsToTheLevelOfItsEnds() throws IOException {
        List<LevelTime> levels = LevelTime.of(List.of(
                op("send E", HERE, 0, 10, 1),
                op("recv W", SAME_CUBE, 5, 100, 1),
                op("send E", HERE, 200, 210, 2),
                op("recv W", SAME_SIP, 150, 300, 2),
                op("send E", HERE, 290, 310, 3),
                op("recv W", SAME_SIP, 320, 400, 3),
                op("send global_E", HERE, 500, 510, 4),
                op("recv global_W", ELSEWHERE, 500, 1000, 4)));
        // Under way: 0 to 100; 200 to 400 without counting 290 to 300 twice; 500 to 1000.
        StringBuilder rows = new StringBuilder();
        Csv.write(Levels.table(levels, 1000), rows);
        assertThat(rows.toString().lines().skip(1))
                .containsExactly(
                        "inside a cube,1,64,100,0.1,90",
                        "between cubes,2,128,200,0.2,220",
                        "between SIPs,1,64,500,0.5,495");
    }

    @Test
    void aSendNobodyReceivedAndOtherEnginesDoNotCount() {
        List<LevelTime> levels = LevelTime.of(
                List.of(op("send E", HERE, 0, 10, 1), new Op(0, 10, 0, HERE, Lane.MATH, "add", 0, 16, 0, "")));
        assertThat(levels).isEmpty();
    }
}
