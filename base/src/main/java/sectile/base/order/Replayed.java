package sectile.base.order;

import java.util.List;

/// Makes recorded choices again. After the last of them, or once the program has taken another path than
/// it did when they were recorded, parts proceed first come, first served.
public final class Replayed implements Order {
    private final List<String> choices;
    private final boolean draws;
    private int at;
    private boolean diverged;

    /// @param choices as [Recorded#choices()] returns them
    public Replayed(List<String> choices) {
        this.choices = List.copyOf(choices);
        this.draws = choices.stream().anyMatch(choice -> choice.startsWith("#"));
    }

    /// Whether a choice could not be made again: the program or its input is not the one that was recorded.
    public boolean hasDiverged() {
        return diverged;
    }

    /// How many choices have been made again.
    public int position() {
        return at;
    }

    @Override
    public int next(List<? extends Part> ready) {
        if (ready.size() == 1 || diverged || at == choices.size()) {
            return 0;
        }
        String wanted = choices.get(at);
        for (int i = 0; i < ready.size(); i++) {
            if (ready.get(i).path().equals(wanted)) {
                at++;
                return i;
            }
        }
        diverged = true;
        return 0;
    }

    @Override
    public boolean interleaves() {
        return true;
    }

    @Override
    public boolean draws() {
        return draws;
    }

    @Override
    public int draw(int bound) {
        if (diverged || at == choices.size()) {
            return 0;
        }
        String choice = choices.get(at);
        if (!choice.matches("#\\d{1,9}") || Integer.parseInt(choice.substring(1)) >= bound) {
            diverged = true;
            return 0;
        }
        at++;
        return Integer.parseInt(choice.substring(1));
    }
}
