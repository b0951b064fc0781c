package sectile.dist.ccl;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What ranks can do together.
public enum Collective {
    ALL_REDUCE,
    ALL_GATHER,
    REDUCE_SCATTER,
    BROADCAST,
    REDUCE,
    ALL_TO_ALL,
    BARRIER,
    SEND_RECV;

    /// The name in files and messages, like `all_reduce`.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Finds one by its name, with or without underscores.
    public static Optional<Collective> parse(String text) {
        String plain = text.replace("_", "").replace("-", "");
        return Arrays.stream(values())
                .filter(collective -> collective.text().replace("_", "").equals(plain))
                .findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(Collective::text).toList();
    }
}
