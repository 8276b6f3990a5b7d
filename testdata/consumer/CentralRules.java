import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Checks what a build deployed to a folder by the rules of Maven Central
 * (https://central.sonatype.org/publish/requirements/): sources and Javadoc beside every jar, data
 * in every POM, its own or inherited, released versions only, checksums, and with {@code --signed}
 * signatures by a key that gpg knows.
 *
 * <pre>java CentralRules.java FOLDER [--signed]</pre>
 */
final class CentralRules {
  /** What a POM says of itself. */
  private static final List<String> OWN = List.of("name", "description");

  /** What it may have from its parent. */
  private static final List<String> INHERITED =
      List.of("url", "licenses/license/name", "developers/developer/name", "scm/url", "scm/connection");

  private final Path folder;
  private final boolean signed;
  private final List<String> faults = new ArrayList<>();
  private int files;
  private int poms;

  private CentralRules(Path folder, boolean signed) {
    this.folder = folder;
    this.signed = signed;
  }

  public static void main(String[] arguments) throws Exception {
    CentralRules rules =
        new CentralRules(Path.of(arguments[0]), List.of(arguments).contains("--signed"));
    rules.check();
    rules.faults.forEach(System.out::println);
    if (rules.faults.isEmpty()) {
      System.out.println(
          "the rules of Maven Central: %d modules, %d files%s"
              .formatted(rules.poms, rules.files, rules.signed ? ", signed" : ""));
    }
    System.exit(rules.faults.isEmpty() ? 0 : 1);
  }

  private void check() throws Exception {
    List<Path> all;
    try (Stream<Path> walked = Files.walk(folder)) {
      all = walked.filter(Files::isRegularFile).sorted().collect(toList());
    }
    for (Path each : all) {
      String name = each.getFileName().toString();
      if (name.endsWith(".pom")) {
        poms++;
        checkPom(each);
      }
      if (name.matches(".*\\.(pom|jar)")) {
        files++;
        checkSums(each);
        checkSignature(each);
      }
    }
    // The BOM, the parent and the twelve modules that docs/embedding.md lists.
    if (poms < 14) {
      faults.add("only " + poms + " modules are there");
    }
  }

  private void checkPom(Path file) throws Exception {
    Element pom = read(file);
    Optional<Element> parent = Optional.empty();
    if (text(pom, "parent/artifactId").isPresent()) {
      parent = Optional.of(read(parentOf(pom)));
    }
    for (String each : OWN) {
      if (text(pom, each).isEmpty()) {
        faults.add(file.getFileName() + " has no " + each);
      }
    }
    for (String each : INHERITED) {
      if (text(pom, each).isEmpty() && parent.flatMap(of -> text(of, each)).isEmpty()) {
        faults.add(file.getFileName() + " has no " + each);
      }
    }
    if (Files.readString(file).contains("-SNAPSHOT")) {
      faults.add(file.getFileName() + " names a SNAPSHOT");
    }
    for (String each : List.of("repositories", "pluginRepositories")) {
      if (child(pom, each).isPresent()) {
        faults.add(file.getFileName() + " has " + each);
      }
    }
    if (!text(pom, "packaging").orElse("jar").equals("pom")) {
      String base = file.toString().substring(0, file.toString().length() - ".pom".length());
      for (String each : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
        checkJar(Path.of(base + each));
      }
    }
  }

  private Path parentOf(Element pom) {
    String version = text(pom, "parent/version").orElseThrow();
    String artifact = text(pom, "parent/artifactId").orElseThrow();
    String group = text(pom, "parent/groupId").orElseThrow();
    return folder
        .resolve(group.replace('.', '/'))
        .resolve(artifact)
        .resolve(version)
        .resolve(artifact + "-" + version + ".pom");
  }

  /** A jar with nothing in it but its manifest stands in for what Central wants, and is not it. */
  private void checkJar(Path jar) throws IOException {
    if (!Files.exists(jar)) {
      faults.add(jar.getFileName() + " is missing");
      return;
    }
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      if (zip.stream().noneMatch(each -> each.getName().matches(".*\\.(class|java|html)"))) {
        faults.add(jar.getFileName() + " is empty");
      }
    }
  }

  private void checkSums(Path file) throws IOException, GeneralSecurityException {
    for (String algorithm : List.of("MD5", "SHA-1")) {
      String ending = algorithm.toLowerCase(java.util.Locale.ROOT).replace("-", "");
      Path sum = Path.of(file + "." + ending);
      String computed =
          HexFormat.of()
              .formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
      if (!Files.exists(sum) || !Files.readString(sum).strip().startsWith(computed)) {
        faults.add(file.getFileName() + ": " + ending + " is missing or of another file");
      }
    }
  }

  private void checkSignature(Path file) throws IOException, InterruptedException {
    if (!signed) {
      return;
    }
    Path signature = Path.of(file + ".asc");
    if (!Files.exists(signature)) {
      faults.add(file.getFileName() + " is not signed");
      return;
    }
    Process gpg =
        new ProcessBuilder(
                "gpg", "--batch", "--quiet", "--verify", signature.toString(), file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (gpg.waitFor() != 0) {
      faults.add(file.getFileName() + ": the signature does not match");
    }
  }

  private static Element read(Path pom) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(pom.toFile())
        .getDocumentElement();
  }

  /** The text at a path of names below an element, if it is there and not blank. */
  private static Optional<String> text(Element from, String path) {
    Optional<Element> at = Optional.of(from);
    for (String each : path.split("/")) {
      at = at.flatMap(of -> child(of, each));
    }
    return at.map(of -> of.getTextContent().strip()).filter(text -> !text.isEmpty());
  }

  private static Optional<Element> child(Element of, String name) {
    NodeList children = of.getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      Node each = children.item(i);
      if (each instanceof Element element && element.getTagName().equals(name)) {
        return Optional.of(element);
      }
    }
    return Optional.empty();
  }
}
