package sectile.base.io;

/// The codes of this package; `docs/diagnostics/base.md` explains each.
final class Codes {
    static final String CANNOT_READ = "BASE-201";
    static final String CANNOT_WRITE = "BASE-202";
    static final String NOT_UTF_8 = "BASE-203";
    static final String TOO_LARGE = "BASE-204";
    static final String NOT_NPY = "BASE-301";
    static final String NPY_VERSION = "BASE-302";
    static final String NPY_HEADER = "BASE-303";
    static final String NPY_TYPE = "BASE-304";
    static final String SHAPE = "BASE-305";
    static final String TRUNCATED = "BASE-306";
    static final String NOT_NPZ = "BASE-311";
    static final String NPZ_ENTRY = "BASE-312";
    static final String NOT_SAFETENSORS = "BASE-321";
    static final String SAFETENSORS_HEADER = "BASE-322";
    static final String SAFETENSORS_TYPE = "BASE-323";
    static final String SAFETENSORS_OFFSETS = "BASE-324";

    private Codes() {}
}
