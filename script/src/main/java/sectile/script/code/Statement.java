package sectile.script.code;

/// A step of a function.
abstract class Statement {
    /// How a step ended: what comes next.
    enum Next {
        GO_ON,
        BREAK,
        CONTINUE,
        RETURN
    }

    abstract Next run(Frame frame);
}
