package sectile.base.device;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with the memory of a device. `docs/diagnostics/runtime.md` explains each.
public enum DeviceCode implements DiagnosticCode {
    OUT_OF_MEMORY("RUN-201");

    private final String text;

    DeviceCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
