package sectile.script.value;

/// Python's `//` and `%` of floats, which agree with each other: the rest has the sign of the divisor.
final class Floors {
    private Floors() {}

    static double rest(double a, double b) {
        double rest = a % b;
        if (rest == 0) {
            return Math.copySign(0.0, b);
        }
        return rest < 0 != b < 0 ? rest + b : rest;
    }

    static double quotient(double a, double b) {
        double rest = a % b;
        double quotient = (a - rest) / b - (rest != 0 && rest < 0 != b < 0 ? 1 : 0);
        if (quotient == 0) {
            return Math.copySign(0.0, a / b);
        }
        // The division above may be a little off a whole number.
        double floor = Math.floor(quotient);
        return quotient - floor > 0.5 ? floor + 1 : floor;
    }
}
