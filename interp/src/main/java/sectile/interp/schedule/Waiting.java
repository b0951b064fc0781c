package sectile.interp.schedule;

import sectile.base.diag.Span;

/// What a fiber waits for, in words that follow "waits", and the place in the program where it does.
public record Waiting(String what, Span span) {}
