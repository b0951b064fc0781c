package sectile.runtime.simulated;

import java.util.List;
import sectile.sim.Place;

/// Which PE of a SIP runs a block.
final class PeChoice {
    private final List<Place> pes;
    private final int[][] waiting;

    PeChoice(List<Place> pes, int sips) {
        this.pes = pes;
        this.waiting = new int[sips][pes.size()];
    }

    int pes() {
        return pes.size();
    }

    /// Block b of several runs on PE b, a single one where the fewest wait.
    int choose(int sip, int block, int blocks) {
        int chosen = block % pes.size();
        if (blocks == 1) {
            chosen = 0;
            for (int i = 1; i < pes.size(); i++) {
                if (waiting[sip][i] < waiting[sip][chosen]) {
                    chosen = i;
                }
            }
        }
        waiting[sip][chosen]++;
        return chosen;
    }

    void ended(int sip, int pe) {
        waiting[sip][pe]--;
    }

    Place place(int sip, int pe) {
        Place local = pes.get(pe);
        return new Place(sip, local.cube(), local.pe());
    }
}
