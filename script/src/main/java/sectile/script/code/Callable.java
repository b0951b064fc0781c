package sectile.script.code;

/// Something that a host program can call.
@FunctionalInterface
public interface Callable {
    Object call(Given given);
}
