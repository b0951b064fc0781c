package sectile.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.diag.SourceFile;
import sectile.ir.structural.Structural;
import sectile.ir.text.FrontEnd;

/// The Java code of docs/language/builder.md compiles, and builds the program that the page says it is.
class BuilderPageTest {
    @TempDir
    Path directory;

    private static String block(String page, String language) {
        Matcher matcher =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    @Test
    void theCodeOfThePageBuildsItsText() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "language", "builder.md"));
        Path source = Files.writeString(directory.resolve("Scaled.java"), block(page, "java"));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        directory.toString(),
                        "-classpath",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(result).isZero();
        Program built;
        try (var loader =
                new URLClassLoader(new java.net.URL[] {directory.toUri().toURL()})) {
            var build = loader.loadClass("Scaled").getDeclaredMethod("build");
            build.setAccessible(true);
            built = (Program) build.invoke(null);
        }
        Program text = FrontEnd.parse(new SourceFile("builder.md", block(page, "python")));
        assertThat(Structural.firstDifference(text, built)).isEmpty();
        assertThat(built.function("kernel").origin().span().toString()).isEqualTo("Scaled.java:14:1");
    }
}
