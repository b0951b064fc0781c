package sectile.base.xml;

/// Codes of what can be wrong with an XML text.
final class Codes {
    static final String SYNTAX = "BASE-130";
    static final String DUPLICATE = "BASE-131";
    static final String DOCTYPE = "BASE-132";
    static final String DEPTH = "BASE-133";

    private Codes() {}
}
