package sectile.interp.code;

/// A statement that can be run.
@FunctionalInterface
interface Step {
    Flow run(Frame frame);
}
