package sectile.sim.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the speeds of parts that should be equal are spread.
///
/// Draws depend on the random numbers alone, to the last bit: they use [StrictMath].
public sealed interface Distribution {
    /// Around a mean; a draw below a hundredth of it is made again.
    record Normal(double mean, double deviation) implements Distribution {}

    /// Anything between two speeds, all equally likely.
    record Uniform(double low, double high) implements Distribution {}

    /// Around a median, with a normal logarithm: never 0, and with a tail to the fast side.
    record LogNormal(double median, double sigma) implements Distribution {}

    /// Between two speeds, most often near a third.
    record Triangular(double low, double mode, double high) implements Distribution {}

    /// One speed with some probability, else 1: a few parts that are slow.
    record Bernoulli(double probability, double speed) implements Distribution {}

    /// The names, with what they take.
    List<String> FORMS = List.of(
            "normal(mean, deviation)",
            "uniform(low, high)",
            "lognormal(median, sigma)",
            "triangular(low, mode, high)",
            "bernoulli(probability, speed)");

    /// What is wrong with a text.
    final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        private final String hint;

        Malformed(String message, String hint) {
            super(message);
            this.hint = hint;
        }

        public String hint() {
            return hint;
        }
    }

    /// The distribution that a text such as `normal(1, 0.02)` names.
    static Distribution parse(String text) throws Malformed {
        Matcher call = Pattern.compile("\\s*([A-Za-z_]+)\\s*\\(([^()]*)\\)\\s*").matcher(text);
        if (!call.matches()) {
            throw new Malformed("`" + text + "` is not a distribution", "one of: " + String.join(", ", FORMS));
        }
        String name = call.group(1).toLowerCase(Locale.ROOT);
        Optional<String> form =
                FORMS.stream().filter(each -> each.startsWith(name + "(")).findFirst();
        if (form.isEmpty()) {
            throw new Malformed(
                    "there is no distribution `" + call.group(1) + "`", "one of: " + String.join(", ", FORMS));
        }
        List<Double> numbers = numbers(call.group(2), form.get());
        int expected = form.get().split(",", -1).length;
        if (numbers.size() != expected) {
            throw new Malformed(
                    "`" + name + "` takes " + expected + " numbers, not " + numbers.size(), "write " + form.get());
        }
        Distribution found = switch (name) {
            case "normal" -> new Normal(numbers.get(0), numbers.get(1));
            case "uniform" -> new Uniform(numbers.get(0), numbers.get(1));
            case "lognormal" -> new LogNormal(numbers.get(0), numbers.get(1));
            case "triangular" -> new Triangular(numbers.get(0), numbers.get(1), numbers.get(2));
            case "bernoulli" -> new Bernoulli(numbers.get(0), numbers.get(1));
            default -> throw new IllegalStateException(name);
        };
        found.check(text);
        return found;
    }

    private static List<Double> numbers(String text, String form) throws Malformed {
        List<Double> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.strip().matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?")) {
                throw new Malformed("`" + part.strip() + "` is not a number", "write " + form);
            }
            numbers.add(Double.valueOf(part.strip()));
        }
        return numbers;
    }

    private void check(String text) throws Malformed {
        String wrong = switch (this) {
            case Normal(double mean, double deviation) ->
                mean <= 0
                        ? "the mean of a speed is above 0"
                        : deviation < 0
                                ? "a deviation is 0 or more"
                                : deviation > mean / 3
                                        ? "the deviation is more than a third of the mean, so that speeds would be"
                                                + " negative; use lognormal"
                                        : "";
            case Uniform(double low, double high) ->
                low <= 0 ? "a speed is above 0" : low > high ? "the lower end is above the higher" : "";
            case LogNormal(double median, double sigma) ->
                median <= 0 ? "the median of a speed is above 0" : sigma < 0 || sigma > 3 ? "sigma is 0 to 3" : "";
            case Triangular(double low, double mode, double high) ->
                low <= 0
                        ? "a speed is above 0"
                        : low > mode || mode > high ? "low, mode and high are not in order" : "";
            case Bernoulli(double probability, double speed) ->
                probability < 0 || probability > 1 ? "a probability is 0 to 1" : speed <= 0 ? "a speed is above 0" : "";
        };
        if (!wrong.isEmpty()) {
            throw new Malformed("`" + text.strip() + "` cannot be: " + wrong, "");
        }
    }

    /// One speed.
    default double draw(SplittableRandom random) {
        return switch (this) {
            case Normal(double mean, double deviation) -> {
                double value = mean + deviation * gaussian(random);
                while (value < mean / 100) {
                    value = mean + deviation * gaussian(random);
                }
                yield value;
            }
            case Uniform(double low, double high) -> low + (high - low) * random.nextDouble();
            case LogNormal(double median, double sigma) -> median * StrictMath.exp(sigma * gaussian(random));
            case Triangular(double low, double mode, double high) -> {
                double u = random.nextDouble();
                double range = high - low;
                yield range == 0
                        ? low
                        : u < (mode - low) / range
                                ? low + Math.sqrt(u * range * (mode - low))
                                : high - Math.sqrt((1 - u) * range * (high - mode));
            }
            case Bernoulli(double probability, double speed) -> random.nextDouble() < probability ? speed : 1;
        };
    }

    /// Box and Muller: `Random.nextGaussian` may change between versions of Java.
    private static double gaussian(SplittableRandom random) {
        double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
        return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
    }
}
