package sectile.dist.best;

/// Says what a rank does next in a play.
interface Chooser {
    /// In place of a step: there is nothing to do before something else has happened.
    long NOTHING = -1;

    /// A rank has what a message carries, and may send it from now on.
    void ready(Message message);

    /// A step of [Schedule] that a rank can carry out now, or [#NOTHING].
    long next(int rank, Play play);
}
