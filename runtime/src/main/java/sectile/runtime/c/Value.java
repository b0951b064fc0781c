package sectile.runtime.c;

/// A part of a value that C holds as one: its kind, and the C expression for it. Of an array, that is a pointer to an
/// `sx_data`.
///
/// @param name what it is called in the program, for messages
record Value(Kind kind, String text, String name) {
    /// The kinds, in the order that the runtime counts them.
    enum Kind {
        INTEGER,
        FLOAT,
        ARRAY
    }

    /// An array that has a value, or else the run fails.
    String used() {
        return text.startsWith("&f->d") ? "sx_use(c, " + text + ", " + Text.literal(name) + ")" : text;
    }

    /// A scalar as an integer.
    String integer() {
        return kind == Kind.FLOAT ? "sx_d2l(" + text + ")" : text;
    }

    /// A scalar as a floating-point number.
    String real() {
        return kind == Kind.FLOAT ? text : "(double)(" + text + ")";
    }
}
