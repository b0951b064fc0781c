package sectile.cli.doctor;

/// What a probe saw.
///
/// @param version the version, or why there is none
/// @param place where it was found; empty if it was not
record Finding(Tool tool, boolean present, String version, String place) {
    static Finding found(Tool tool, String version, String place) {
        return new Finding(tool, true, version, place);
    }

    static Finding missing(Tool tool, String reason) {
        return new Finding(tool, false, reason, "");
    }
}
