package sectile.interp.schedule;

/// Names something that a part of the program created, in the same way in every order of the parts.
///
/// @param path of the part
/// @param number how many things it had created before
public record Creation(String path, long number) {
    @Override
    public String toString() {
        return path + ":" + number;
    }
}
