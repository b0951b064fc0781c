package sectile.sim.path;

/// A part of a critical path: one resource worked, or had to be passed.
///
/// @param cause what it was waited for
/// @param origin the operation it is a part of
public record Piece(long startPs, long endPs, Resource resource, Cause cause, Origin origin) {
    public long lengthPs() {
        return endPs - startPs;
    }

    boolean continues(Piece earlier) {
        return earlier.endPs == startPs
                && earlier.cause == cause
                && earlier.resource.equals(resource)
                && earlier.origin.equals(origin);
    }

    Piece since(Piece earlier) {
        return new Piece(earlier.startPs, endPs, resource, cause, origin);
    }
}
