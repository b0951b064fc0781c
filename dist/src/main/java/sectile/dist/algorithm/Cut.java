package sectile.dist.algorithm;

/// Elements cut into parts.
sealed interface Cut permits Parts, HalfParts {
    int parts();

    long start(int part);

    long count(int part);

    /// The size of the largest part.
    long most();
}
