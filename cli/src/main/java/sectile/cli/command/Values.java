package sectile.cli.command;

import com.beust.jcommander.IStringConverter;
import com.beust.jcommander.converters.IParameterSplitter;
import java.nio.file.Path;
import java.util.List;

/// How the values of options are read, for the `converter` of a `@Parameter`. Only these give proper diagnostics.
public final class Values {
    private Values() {}

    /// Any whole number of 64 bits, decimal or `0x` hexadecimal.
    public record Whole(String option) implements IStringConverter<Long> {
        @Override
        public Long convert(String value) {
            try {
                return Long.decode(value);
            } catch (NumberFormatException e) {
                throw new BadValue(option, value, "a whole number");
            }
        }
    }

    /// A whole number from 1 on.
    public record Count(String option) implements IStringConverter<Integer> {
        @Override
        public Integer convert(String value) {
            try {
                int count = Integer.parseInt(value);
                if (count >= 1) {
                    return count;
                }
            } catch (NumberFormatException e) {
                // said below, together with what is out of range
            }
            throw new BadValue(option, value, "a whole number from 1 to " + Integer.MAX_VALUE);
        }
    }

    /// A file name.
    public record File(String option) implements IStringConverter<Path> {
        @Override
        public Path convert(String value) {
            if (value.isEmpty()) {
                throw new BadValue(option, value, "a file name");
            }
            return Path.of(value);
        }
    }

    /// A file name with an ending that tells what will be in the file.
    abstract static class FileEndingIn implements IStringConverter<Path> {
        private final String option;
        private final String ending;

        FileEndingIn(String option, String ending) {
            this.option = option;
            this.ending = ending;
        }

        @Override
        public Path convert(String value) {
            if (value.length() <= ending.length() || !value.endsWith(ending)) {
                throw new BadValue(option, value, "a file name that ends in " + ending);
            }
            return Path.of(value);
        }
    }

    public static final class CsvFile extends FileEndingIn {
        public CsvFile(String option) {
            super(option, ".csv");
        }
    }

    public static final class HtmlFile extends FileEndingIn {
        public HtmlFile(String option) {
            super(option, ".html");
        }
    }

    public static final class SvgFile extends FileEndingIn {
        public SvgFile(String option) {
            super(option, ".svg");
        }
    }

    /// For options that may be repeated: a comma is part of the value.
    public static final class Unsplit implements IParameterSplitter {
        @Override
        public List<String> split(String value) {
            return List.of(value);
        }
    }
}
