package sectile.runtime.mppa;

/// A generation of the processor.
public enum MppaArchitecture {
    KV3_1("kv3-1"),
    KV3_2("kv3-2");

    private final String text;

    MppaArchitecture(String text) {
        this.text = text;
    }

    /// As the compiler takes it.
    public String text() {
        return text;
    }
}
