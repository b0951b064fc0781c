package sectile.cli.explore;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import sectile.explore.Axis;
import sectile.explore.Plan;
import sectile.explore.Search;

/// What the points of an exploration depend on besides their command lines: the files that those name, and the files of
/// the working directory that a run uses unasked.
final class Identity {
    private static final List<String> UNASKED = List.of("topology.yaml", "ccl.yaml");

    private Identity() {}

    /// Equal for explorations whose points have equal results.
    static String of(Plan plan) throws IOException {
        List<String> words = new ArrayList<>(plan.words());
        plan.axes().forEach(axis -> words.addAll(axis.values()));
        if (plan.search() instanceof Search.Halving(Search _, Axis rungs, int _)) {
            words.addAll(rungs.values());
        }
        words.addAll(UNASKED);
        MessageDigest digest = digest();
        for (String word : plan.words()) {
            digest.update((word + "\0").getBytes(StandardCharsets.UTF_8));
        }
        for (String word : words.stream().distinct().toList()) {
            String name = word.substring(word.indexOf('=') + 1);
            if (isFile(name)) {
                digest.update((name + "\0").getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(Path.of(name)));
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    private static boolean isFile(String name) {
        try {
            return !name.isEmpty() && Files.isRegularFile(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
