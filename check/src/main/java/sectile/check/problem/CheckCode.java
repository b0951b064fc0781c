package sectile.check.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what `verify` finds, and what can be wrong with a counterexample. `docs/diagnostics/check.md` explains
/// each.
public enum CheckCode implements DiagnosticCode {
    RACE("CHECK-101"),
    RESULTS_DIFFER("CHECK-102"),
    TRANSFER_IN_FLIGHT("CHECK-103"),
    UNWRITTEN_READ("CHECK-104"),
    SIGNAL_OVERTAKES("CHECK-105"),
    MESSAGE_LEFT("CHECK-106"),
    WRONG_VALUES("CHECK-107"),
    NOT_A_COUNTEREXAMPLE("CHECK-110"),
    PROGRAM_CHANGED("CHECK-111"),
    CHOICES_DIFFER("CHECK-112"),
    SUPERFLUOUS("CHECK-120"),
    TOO_MANY_SLOTS("CHECK-121"),
    NOT_A_FAULT("CHECK-130");

    private final String text;

    CheckCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
