package sectile.interp.code;

/// An expression that can be evaluated.
@FunctionalInterface
interface Code {
    Object eval(Frame frame);
}
