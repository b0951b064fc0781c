package sectile.script.code;

import java.util.List;
import sectile.base.diag.Span;

/// What `tl.rank` and `tl.world_size` are in a launch.
public record Standing(long rank, long world) {
    static final List<String> NAMES = List.of("rank", "world_size");

    static final class Member extends Node {
        private final String name;

        Member(String name, Span span) {
            super(span);
            this.name = name;
        }

        @Override
        Object value(Frame frame) {
            Standing standing = frame.run.standing(name, span);
            return name.equals("rank") ? standing.rank : standing.world;
        }
    }
}
