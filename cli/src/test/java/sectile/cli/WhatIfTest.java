package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `--what-if`
class WhatIfTest {
    private static final Pattern ROW =
            Pattern.compile("\"setting\": \"([^\"]*)\",\\s*\"before\": \"[^\"]*\",\\s*\"latency_ps\": ([0-9]+)");

    @Test
    void everyRowIsTheRunWithThatSetting() {
        String[] run = {"run", "hello-ring", "--topology", "small", "--json"};
        Result result = InProcess.sectile(with(run, "--what-if", "auto"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        Matcher rows = ROW.matcher(result.out());
        int count = 0;
        while (rows.find()) {
            if (count++ % 5 == 0) {
                String byHand =
                        InProcess.sectile(with(run, "--set", rows.group(1))).out();
                assertThat(byHand).as(rows.group(1)).contains("\"latency_ps\": " + rows.group(2));
            }
        }
        assertThat(count).isGreaterThan(15);
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

    private static String[] with(String[] words, String... more) {
        String[] all = Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return all;
    }
}
