package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.testing.Needs;

/** The launcher answers Wireshark and makes the links for it, without Java. */
class ExtcapLauncherTest {
  @TempDir Path folder;
  private LauncherTree tree;
  private Path home;

  @BeforeAll
  static void needs() {
    Needs.command("bash", "bash");
    Needs.command("ln", "coreutils");
  }

  @BeforeEach
  void plant() throws IOException {
    tree = LauncherTree.in(folder);
    home = Files.createDirectory(folder.resolve("a home"));
  }

  @Test
  void shouldListTheInterfacesWithoutJava() throws Exception {
    LauncherTree.Run run = launch("extcap", "--extcap-interfaces", "--extcap-version=4.2");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains(
            "interface {value=rdmadump}{display=", "interface {value=rdmadump-live}{display=");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rdmadump", "rdmadump-live"})
  void shouldDescribeAnInterfaceWithoutJava(String name) throws Exception {
    assertThat(launch("extcap", "--extcap-dlts", "--extcap-interface", name).out())
        .isEqualTo("dlt {number=101}{name=RAW}{display=IP}\n");

    String options = launch("extcap", "--extcap-config", "--extcap-interface", name).out();
    assertThat(options)
        .contains("{call=--incomplete}", "{call=--match}")
        .contains(name.equals("rdmadump") ? "{call=--file}" : "{call=--device}");
    assertThat(options.lines()).allMatch(line -> line.matches("(arg|value) (\\{[^{}]+=[^{}]+})+"));
  }

  /** Java takes each option that Wireshark is told of. */
  @ParameterizedTest
  @ValueSource(strings = {"rdmadump", "rdmadump-live"})
  void shouldOfferOptionsThatTheVerbHas(String name) throws Exception {
    String options = launch("extcap", "--extcap-config", "--extcap-interface", name).out();

    List<String> words =
        CommandOption.of(Verb.EXTCAP).stream().flatMap(each -> each.spellings().stream()).toList();
    assertThat(options.lines().filter(line -> line.startsWith("arg ")))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(words).contains(line.replaceAll(".*call=([^}]*).*", "$1")));
  }

  @Test
  void shouldOfferTheDevicesOfTheMachine() throws Exception {
    String options =
        launch("extcap", "--extcap-config", "--extcap-interface", "rdmadump-live").out();

    assertThat(options).contains("{value=any}");
    if (Files.exists(Path.of("/sys/class/net/lo"))) {
      assertThat(options).contains("value {arg=0}{value=lo}{display=lo}");
    }
    assertThat(options.split("default=true}\n", -1)).as("a device, and --incomplete").hasSize(3);
  }

  @Test
  void shouldInstallLinksThatWiresharkCanUse() throws Exception {
    LauncherTree.Run run = launch("extcap", "--install");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("linked " + oldExtcap(), "linked " + extcap(), "linked " + lua());
    assertThat(lua())
        .hasSameTextualContentAs(tree.root().resolve("cli/src/main/launcher/rdmadump.lua"));
    for (Path link : List.of(oldExtcap(), extcap())) {
      List<String> question = List.of(link.toString(), "--extcap-interfaces", "--extcap-version=4");
      assertThat(tree.start(question, folder, withoutJava()).finish().out())
          .contains("{value=rdmadump-live}");
    }
  }

  @Test
  void shouldPassACaptureOnToJava() throws Exception {
    launch("extcap", "--install");
    List<String> words =
        List.of("--capture", "--extcap-interface", "rdmadump", "--fifo", "x", "--file", "y");
    List<String> command = new ArrayList<>(List.of(extcap().toString()));
    command.addAll(words);

    assertThat(tree.start(command, folder, Map.of()).finish().status()).isZero();
    assertThat(tree.lastCall())
        .containsSubsequence("org.rdmadump.cli.Main", "extcap")
        .endsWith(words.toArray(new String[0]));
  }

  @Test
  void shouldInstallAgain() throws Exception {
    launch("extcap", "--install");
    assertThat(launch("extcap", "--install").status()).isZero();
  }

  @Test
  void shouldNotReplaceWhatOthersInstalledUnlessTold() throws Exception {
    Files.createDirectories(lua().getParent());
    Files.writeString(lua(), "mine");

    LauncherTree.Run refused = launch("extcap", "--install");
    assertThat(refused.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(refused.err())
        .isEqualTo(
            "rdmadump: " + lua() + " is there, and no link to rdmadump; --force replaces it\n");
    assertThat(lua()).hasContent("mine");
    assertThat(extcap()).doesNotExist();

    assertThat(launch("extcap", "--install", "--force").status()).isZero();
    assertThat(lua()).isSymbolicLink();
  }

  @Test
  void shouldRemoveItsLinksAndNothingElse() throws Exception {
    launch("extcap", "--install");
    Files.delete(lua());
    Files.writeString(lua(), "mine");

    LauncherTree.Run run = launch("extcap", "--uninstall");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("removed " + oldExtcap(), "removed " + extcap());
    assertThat(run.err()).contains("left " + lua());
    assertThat(extcap()).doesNotExist();
    assertThat(oldExtcap()).doesNotExist();
    assertThat(lua()).hasContent("mine");
  }

  /** Else Wireshark would wait for ever. */
  @Test
  void shouldOpenThePipeThoughThereIsNoJava() throws Exception {
    Needs.command("mkfifo", "coreutils");
    Path pipe = folder.resolve("a pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    LauncherTree.Started run =
        tree.start(List.of(), withoutJava(), "--capture", "--fifo", pipe.toString());
    assertThat(Files.readAllBytes(pipe)).isEmpty();
    LauncherTree.Run ended = run.finish();
    assertThat(ended.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(ended.err()).contains("is no program");
  }

  private LauncherTree.Run launch(String... arguments) throws Exception {
    return tree.start(List.of(), withoutJava(), arguments).finish();
  }

  private Map<String, String> withoutJava() {
    return Map.of("HOME", home.toString(), "XDG_CONFIG_HOME", "", "JAVA_HOME", "/nosuch");
  }

  private Path oldExtcap() {
    return home.resolve(".config/wireshark/extcap/rdmadump");
  }

  private Path extcap() {
    return home.resolve(".local/lib/wireshark/extcap/rdmadump");
  }

  private Path lua() {
    return home.resolve(".local/lib/wireshark/plugins/rdmadump.lua");
  }
}
