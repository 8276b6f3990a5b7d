package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The packages that programs may build on are those that the build compares with a release. */
class ApiPackagesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern COMPARED = Pattern.compile("<include>(org\\.rdmadump[a-z.]*)<");
  private static final Pattern LISTED = Pattern.compile("`(org\\.rdmadump[a-z.]*)`");

  private static List<String> compared() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    return COMPARED.matcher(pom).results().map(each -> each.group(1)).toList();
  }

  @Test
  void shouldCompareWhatThePageLists() throws IOException {
    String page = Files.readString(ROOT.resolve("docs").resolve("embedding.md"));
    String versions = page.substring(page.indexOf("## Versions"));

    assertThat(LISTED.matcher(versions).results().map(each -> each.group(1)))
        .hasSizeGreaterThan(10)
        .containsExactlyInAnyOrderElementsOf(compared());
  }

  @Test
  void shouldListPackagesThatExist() throws IOException {
    List<String> modules =
        List.of(
            "analysis",
            "analyzer-core",
            "live-capture",
            "rpc-decoders",
            "rpcrdma",
            "testkit",
            "xdr-schema");

    assertThat(compared())
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(modules)
                    .as(each)
                    .anyMatch(
                        module ->
                            Files.exists(
                                ROOT.resolve(module)
                                    .resolve("src/main/java")
                                    .resolve(each.replace('.', '/'))
                                    .resolve("package-info.java"))));
  }
}
