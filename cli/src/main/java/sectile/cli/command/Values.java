package sectile.cli.command;

import com.beust.jcommander.IStringConverter;
import com.beust.jcommander.converters.IParameterSplitter;
import java.nio.file.Path;
import java.util.List;

/// How the values of options are read, for the `converter` of a `@Parameter`. Only these give proper diagnostics.
public final class Values {
    /// No host has more, and sizes can be multiplied by numbers of ranks.
    private static final long MOST_BYTES = 1L << 50;

    private Values() {}

    /// Any integer of 64 bits, decimal or `0x` hexadecimal.
    public record Whole(String option) implements IStringConverter<Long> {
        @Override
        public Long convert(String value) {
            try {
                return Long.decode(value);
            } catch (NumberFormatException e) {
                throw new BadValue(option, value, "an integer");
            }
        }
    }

    /// An integer from 1 on, such as 8 or 64K.
    public record Count(String option) implements IStringConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return Math.toIntExact(Magnitude.parse(option, value, 1, Integer.MAX_VALUE));
        }
    }

    /// A factor from one size to the next.
    public record Factor(String option) implements IStringConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return Math.toIntExact(Magnitude.parse(option, value, 2, Integer.MAX_VALUE));
        }
    }

    /// A number of bytes as nccl-tests takes it, such as 8, 64K or 1G.
    public record Size(String option) implements IStringConverter<Long> {
        @Override
        public Long convert(String value) {
            return Magnitude.parse(option, value, 1, MOST_BYTES);
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
