package sectile.base.order;

import sectile.base.observe.Actor;

/// One of the parts of a program that run concurrently.
public interface Part {
    /// Names it within a run: the path of the part that started it, and how many that one had started
    /// before. So a part has the same path in every order of the same program.
    String path();

    /// Whose operations it performs next.
    Actor actor();

    /// For people.
    default String name() {
        return actor().toString();
    }
}
