package sectile.sim.workload;

import sectile.base.quantity.Quantity;

/// Something a run found out, such as its bandwidth.
///
/// @param name in lower case with underscores, without a unit: the quantity has that
public record Figure(String name, Quantity quantity) {
    public static Figure of(String name, Quantity quantity) {
        return new Figure(name, quantity);
    }

    public static Figure count(String name, long value) {
        return of(name, new Quantity.Count(value));
    }

    public static Figure text(String name, String value) {
        return of(name, new Quantity.Text(value));
    }

    /// The name in words.
    public String label() {
        return name.replace('_', ' ');
    }
}
