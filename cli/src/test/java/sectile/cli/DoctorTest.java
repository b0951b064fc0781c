package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.json.Json;

class DoctorTest {
    @Test
    void looksForEverything() {
        Result result = InProcess.sectile("doctor");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("jdk ", System.getProperty("java.home"))
                .contains("maven", "gcc", "opencl", "qemu-user", "mlir", "chromium");
    }

    @Test
    void namesWhatItDoesNotKnow() {
        Result result = InProcess.sectile("doctor", "gcc", "gccc", "opnecl");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-113", "did you mean `gcc`?", "did you mean `opencl`?");
    }

    @Test
    void answersInJson() {
        Result result = InProcess.sectile("doctor", "jdk", "--json");
        assertThat(result.exitCode()).isZero();
        var problems = new Diagnostics();
        assertThat(Json.parse(new SourceFile("out", result.out()), problems)).isPresent();
        assertThat(result.out()).contains("\"ok\": true", "\"name\": \"jdk\"", "\"present\": true");
    }
}
