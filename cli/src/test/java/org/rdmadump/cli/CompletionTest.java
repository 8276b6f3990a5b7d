package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.testing.Needs;

/** Shells take what {@code completion} prints, and complete with it what the registries have. */
class CompletionTest {
  /** Bash completes the words that are given to it, the last of them being typed. */
  private static final String BASH =
      """
      . ./script
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _rdmadump
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  /** Fish completes a command line. */
  private static final String FISH = "source ./script; complete -C \"$argv\"";

  /** Zsh loads the function and does what it is asked with _arguments and others printing. */
  private static final String ZSH =
      """
      compdef() { : }
      _describe() { print -l ${${(P)2}%%:*} }
      _arguments() { print -rl -- "$@" }
      . ./script
      words=("$@")
      CURRENT=$#
      _rdmadump
      """;

  @TempDir Path folder;

  @BeforeEach
  void putCaptures() throws IOException {
    Files.createFile(folder.resolve("a trace.pcap"));
    Files.createDirectory(folder.resolve("files"));
  }

  @Test
  void shouldCompleteVerbsAndFilesInBash() throws Exception {
    assertThat(bash("")).contains("a trace.pcap", "script", "files").contains(verbs());
    assertThat(bash("ex")).containsExactly("extract", "export", "extcap", "exercise");
    assertThat(bash("export", "a")).containsExactly("a trace.pcap");
    assertThat(bash("completion", "")).containsExactly("bash", "zsh", "fish");
    assertThat(bash("man", "")).containsExactly("");
  }

  @ParameterizedTest
  @EnumSource
  void shouldCompleteTheOptionsOfEachVerbInBash(Verb verb) throws Exception {
    assertThat(bash(verb.word(), "-")).containsExactlyInAnyOrderElementsOf(spellings(verb));
  }

  @Test
  void shouldCompleteValuesInBash() throws Exception {
    assertThat(bash("-T", "")).containsExactly("text", "fields", "csv", "json", "ndjson");
    assertThat(bash("--color", "a")).containsExactly("auto", "always");
    assertThat(bash("--color", "=", "n")).containsExactly("never");
    assertThat(bash("--color", "=")).containsExactly("auto", "always", "never");
    assertThat(bash("extract", "-o", "")).containsExactly("files");
    assertThat(bash("export", "-o", "a")).containsExactly("a trace.pcap");
    assertThat(bash("check", "--rules", "bth.p"))
        .containsExactly("bth.psn-gap", "bth.psn-not-captured", "bth.psn-repeat");
    assertThat(bash("check", "--ignore", "aeth.rn")).containsExactly("aeth.rnr-nak");
    assertThat(bash("check", "--fail-on", "")).containsExactly("note", "warning", "error", "none");
    assertThat(bash("-c", "")).as("a number").containsExactly("");
    assertThat(bash("--start", "")).as("a frame or a time").containsExactly("");
  }

  @Test
  void shouldAskTheProgramForFieldsInBash() throws Exception {
    Path program = folder.resolve("rdmadump");
    Files.writeString(
        program, "#!/bin/sh\n[ \"$*\" = fields ] && printf 'rpc.xid  u32\\nrpcrdma.xid  u32\\n'\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();

    assertThat(bash("-e", "rpcrdma.x")).containsExactly("rpcrdma.xid");
  }

  @Test
  void shouldCompleteTheLastItemOfAListInBash() throws Exception {
    assertThat(bash("check", "--rules", "aeth.nak,bth.p"))
        .containsExactly(
            "aeth.nak,bth.psn-gap", "aeth.nak,bth.psn-not-captured", "aeth.nak,bth.psn-repeat");
    assertThat(bash("compare", "--fail-on", "latency,f")).contains("latency,failures");
    assertThat(bash("check", "--rules", "=", "aeth.nak,aeth.rn"))
        .containsExactly("aeth.nak,aeth.rnr-nak");
    assertThat(bash("check", "--rules=aeth.nak,aeth.rn"))
        .as("where = does not part words")
        .containsExactly("--rules=aeth.nak,aeth.rnr-nak");
    assertThat(bash("--color=")).contains("--color=auto");
  }

  @Test
  void shouldCompleteWhatAVerbIsToDoInBash() throws Exception {
    assertThat(bash("exercise", "")).containsExactly("server", "client");
    assertThat(bash("exercise", "client", "")).containsExactly("");
    assertThat(bash("extcap", "--")).contains("--install").doesNotContain("--fifo");
  }

  @Test
  void shouldCompleteListsInFish() throws Exception {
    Needs.command("fish", "fish");
    assertThat(fish("rdmadump check --rules aeth.nak,aeth.rn"))
        .containsExactly("aeth.nak,aeth.rnr-nak");
    assertThat(fish("rdmadump check --rules aeth.rn")).containsExactly("aeth.rnr-nak");
    assertThat(fish("rdmadump check --rules=aeth.nak,aeth.rn"))
        .containsExactly("--rules=aeth.nak,aeth.rnr-nak");
    assertThat(fish("rdmadump exercise ")).contains("server", "client");
  }

  /** Zsh splits an option from its value and takes the items before the last one as given. */
  @Test
  void shouldCompleteListsInZsh() throws Exception {
    Needs.command("zsh", "zsh");
    String list =
        "compset() { print -r -- compset $* }; compadd() { print -rl -- $@ };"
            + " _rdmadump_list aeth.nak";
    assertThat(run("zsh", ZSH + list, Shell.ZSH, "-")).endsWith("compset -P *,", "aeth.nak");
    assertThat(run("zsh", ZSH, Shell.ZSH, "rdmadump", "check", "--rules"))
        .anyMatch(line -> line.startsWith("*--rules[") && line.contains("_rdmadump_list aeth."));
  }

  /** Linux has lo wherever it has a network at all. */
  @Test
  void shouldCompleteDevices() throws Exception {
    Needs.command("fish", "fish");
    Needs.command("zsh", "zsh");
    Assumptions.assumeTrue(Files.exists(Path.of("/sys/class/net/lo")));
    assertThat(bash("live", "-i", "")).contains("any", "lo").doesNotContain("*", "a trace.pcap");
    assertThat(bash("live", "-i", "lo")).containsExactly("lo");
    assertThat(fish("rdmadump live -i ")).contains("any", "lo").doesNotContain("a trace.pcap");
    assertThat(run("zsh", ZSH + "compadd() { print -rl -- $@ }; _rdmadump_devices", Shell.ZSH, "-"))
        .contains("any", "lo");
    assertThat(run("zsh", ZSH, Shell.ZSH, "rdmadump", "live", "-i"))
        .anyMatch(line -> line.startsWith("*-i[") && line.endsWith(":DEV:_rdmadump_devices"));
  }

  @Test
  void shouldCompleteInFish() throws Exception {
    Needs.command("fish", "fish");
    assertThat(fish("rdmadump ")).contains(verbs()).contains("a trace.pcap");
    assertThat(fish("rdmadump extract -o ")).containsExactly("files/");
    assertThat(fish("rdmadump --color ")).containsExactlyInAnyOrder("auto", "always", "never");
    assertThat(fish("rdmadump completion ")).containsExactlyInAnyOrder("bash", "zsh", "fish");
  }

  @ParameterizedTest
  @EnumSource
  void shouldCompleteTheOptionsOfEachVerbInFish(Verb verb) throws Exception {
    Needs.command("fish", "fish");
    List<String> offered = new ArrayList<>(fish("rdmadump " + verb.word() + " --"));
    List<String> words = new ArrayList<>(spellings(verb));
    words.removeIf(word -> !word.startsWith("--"));
    assertThat(offered).containsExactlyInAnyOrderElementsOf(words);
  }

  @ParameterizedTest
  @EnumSource
  void shouldCompleteTheOptionsOfEachVerbInZsh(Verb verb) throws Exception {
    Needs.command("zsh", "zsh");
    List<String> offered = new ArrayList<>();
    for (String line : run("zsh", ZSH, Shell.ZSH, "rdmadump", verb.word(), "-")) {
      if (line.startsWith("*-")) {
        offered.add(line.substring(1, line.indexOf('[')).replace("=", ""));
      }
    }
    assertThat(offered).containsExactlyInAnyOrderElementsOf(spellings(verb));
  }

  @Test
  void shouldCompleteVerbsInZsh() throws Exception {
    Needs.command("zsh", "zsh");
    assertThat(run("zsh", ZSH, Shell.ZSH, "rdmadump", "")).contains(verbs());
    assertThat(run("zsh", ZSH, Shell.ZSH, "rdmadump", "completion", ""))
        .contains("1:choice:(bash zsh fish)");
  }

  /** {@code _arguments} itself says what it cannot read. */
  @Test
  void shouldSayNothingThatZshCannotRead() throws Exception {
    Needs.command("zsh", "zsh");
    Files.writeString(folder.resolve("_rdmadump"), script(Shell.ZSH));
    assertThat(
            run(
                "zsh",
                "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d ./dump; "
                    + "print -r -- $_comps[rdmadump]; zsh -n ./script",
                Shell.ZSH))
        .containsExactly("_rdmadump");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'no shell: say one of bash, zsh, fish, try completion --help'",
    "tcsh, 'tcsh: not one of bash, zsh, fish'",
    "tcsh zsh, 'tcsh: not one of bash, zsh, fish'",
    "bash zsh, 'completion takes one shell, and no zsh, try completion --help'"
  })
  void shouldAskForAShellThatItKnows(String shells, String why) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> arguments = new ArrayList<>(List.of("completion"));
    if (!shells.isEmpty()) {
      arguments.addAll(List.of(shells.split(" ")));
    }
    int status =
        Main.run(
            arguments.toArray(new String[0]),
            InputStream.nullInputStream(),
            new ByteArrayOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("rdmadump: " + why + "\n");
  }

  private static String[] verbs() {
    return Verb.words().toArray(new String[0]);
  }

  private static List<String> spellings(Verb verb) {
    return CommandOption.typed(verb).stream()
        .flatMap(option -> option.spellings().stream())
        .toList();
  }

  private List<String> bash(String... words) throws IOException, InterruptedException {
    Needs.command("bash", "bash");
    List<String> line = new ArrayList<>(List.of("rdmadump"));
    line.addAll(List.of(words));
    return run("bash", BASH, Shell.BASH, line.toArray(new String[0]));
  }

  private List<String> fish(String line) throws IOException, InterruptedException {
    return run("fish", FISH, Shell.FISH, line).stream()
        .map(offer -> offer.replaceFirst("\t.*", ""))
        .toList();
  }

  private List<String> run(String program, String code, Shell shell, String... words)
      throws IOException, InterruptedException {
    Files.writeString(folder.resolve("script"), script(shell));
    List<String> command = new ArrayList<>(List.of(program, "-c", code));
    if (shell != Shell.FISH) {
      command.add(program);
    }
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("HOME", folder.resolve("files").toString());
    builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
    builder.redirectErrorStream(true);
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.lines().toList();
  }

  private static String script(Shell shell) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        Main.run(
            new String[] {"completion", shell.name().toLowerCase(Locale.ROOT)},
            InputStream.nullInputStream(),
            out,
            System.err);
    assertThat(status).isEqualTo(ExitStatus.DONE);
    return out.toString(StandardCharsets.US_ASCII);
  }
}
