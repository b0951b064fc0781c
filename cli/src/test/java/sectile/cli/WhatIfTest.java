package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `--what-if`
class WhatIfTest {
    private static final Pattern ROW =
            Pattern.compile("\"setting\": \"([^\"]*)\",\\s*\"before\": \"[^\"]*\",\\s*\"latency_ps\": ([0-9]+)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run hello-ring --topology small",
                "run examples/kernels/hello_ring.py --wiring ring_1d --topology small",
                "run examples/elementwise.py --topology small",
                "run gemm --topology small --m 48 --n 32 --k 64",
                "run allreduce --topology flat --elements 500 --algorithm ring",
                "run block --topology small --no-data"
            })
    void everyRowIsTheRunWithThatSetting(String line) {
        String[] run = (line + " --json").split(" ", -1);
        if (run[1].startsWith("examples/")) {
            run[1] = Checkout.root().resolve(run[1]).toString();
        }
        Result result = InProcess.sectile(with(run, "--what-if", "auto"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        Matcher rows = ROW.matcher(result.out());
        int count = 0;
        while (rows.find()) {
            count++;
            String byHand = InProcess.sectile(with(run, "--set", rows.group(1))).out();
            assertThat(byHand).as(rows.group(1)).contains("\"latency_ps\": " + rows.group(2) + ",");
        }
        assertThat(count).isGreaterThanOrEqualTo(line.contains("flat") ? 2 : 15);
    }

    @Test
    void factorsAndValues() {
        Result result = InProcess.sectile(
                "run",
                "gemm",
                "--m",
                "64",
                "--n",
                "64",
                "--k",
                "64",
                "--what-if",
                "pe.components.pe_gemm.attrs.clock_ghz=2x",
                "--what-if",
                "pe.components.pe_gemm.attrs.clock_ghz=0.8");
        assertThat(result.out())
                .contains(
                        "What if",
                        "pe.components.pe_gemm.attrs.clock_ghz=3.2",
                        "pe.components.pe_gemm.attrs.clock_ghz=0.8")
                .containsPattern("clock_ghz=3.2 +1.6 .* -[0-9.]+ %")
                .containsPattern("clock_ghz=0.8 +1.6 .* [0-9.]+ %");
    }

    @Test
    void autoRanksWhatSavesMost() {
        String text = InProcess.sectile("run", "hello-ring", "--topology", "small", "--what-if", "auto")
                .out();
        assertThat(text).contains("What if", "more changes save less");
    }

    @Test
    void mistakesPointAtTheOption() {
        Result unknown = InProcess.sectile("run", "hello-ring", "--what-if", "system.links.sip.bandwidth=2x");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("CLI-171", "system.links.sip_sip.bandwidth_gbs", "--what-if");
        assertThat(InProcess.sectile("run", "hello-ring", "--what-if", "faster").err())
                .contains("CLI-170", "auto");
        assertThat(InProcess.sectile("run", "hello-ring", "--what-if", "system.sips.count=-1")
                        .exitCode())
                .isEqualTo(2);
        assertThat(InProcess.sectile("run", "hello-ring", "--what-if", "system.nosuch=1")
                        .exitCode())
                .isEqualTo(2);
    }

    /// Also if the option multiplies, and if there are several.
    @Test
    void wrongProductsPointAtTheOption() {
        Result zero = InProcess.sectile(
                "run", "hello-ring", "--what-if", "pe.composite.tile=0x", "--what-if", "system.sips.count=2x");
        assertThat(zero.exitCode()).isEqualTo(2);
        assertThat(zero.err())
                .contains("TOP-138", "command line:1:34", "this sets pe.composite.tile=0 in place of ")
                .doesNotContain("--set");
        Result part = InProcess.sectile("run", "hello-ring", "--what-if=system.sips.count=0.3x");
        assertThat(part.exitCode()).isEqualTo(2);
        assertThat(part.err()).contains("BASE-112", "command line:1:", "this sets system.sips.count=0.6 in place of 2");
        Result second = InProcess.sectile("run", "hello-ring", "--what-if", "nosuch=2x", "--what-if", "auto");
        assertThat(second.err()).contains("CLI-171", "command line:1:34");
    }

    private static String[] with(String[] words, String... more) {
        String[] all = Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return all;
    }
}
