package org.rdmadump.analysis.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.FilePaths;

class NameTreeTest {
  private static final IpAddress SERVER = IpAddress.ofIpv4(0xc0a84d01);
  private static final FileRef.ByHandle TOP = handle("top");
  private static final FileRef.ByHandle SUB = handle("sub");
  private static final FileRef.ByHandle FILE = handle("file");
  private static final FileRef.ByHandle OTHER = handle("other");

  private final NameTree tree = new NameTree(1000);

  @Test
  void shouldKnowAFileByWhatItWasLookedUpAs() {
    tree.named(FILE, TOP, name("a"));

    assertThat(names(FILE)).containsExactly("a");
  }

  @Test
  void shouldFollowARename() {
    tree.named(FILE, TOP, name("mid"));
    tree.renamed(TOP, name("mid"), SUB, name("middle"));

    assertThat(names(FILE)).containsExactly("middle");
    assertThat(node(FILE).names().get(0).directory()).isSameAs(node(SUB));
  }

  @Test
  void shouldTakeTheNameFromWhatARenameReplaces() {
    tree.named(FILE, TOP, name("new"));
    tree.named(OTHER, TOP, name("old"));
    tree.renamed(TOP, name("new"), TOP, name("old"));

    assertThat(names(FILE)).containsExactly("old");
    assertThat(node(OTHER).isRemoved()).isTrue();
  }

  @Test
  void shouldTakeTheNameFromWhatAnUnknownFileReplaces() {
    tree.named(OTHER, TOP, name("old"));
    tree.renamed(TOP, name("never seen"), TOP, name("old"));

    assertThat(node(OTHER).isRemoved()).isTrue();
  }

  @Test
  void shouldDoNothingOnRenamingOneNameOfAFileToAnother() {
    tree.named(FILE, TOP, name("a"));
    tree.named(FILE, TOP, name("b"));
    tree.renamed(TOP, name("a"), TOP, name("b"));

    assertThat(names(FILE)).containsExactly("a", "b");
  }

  @Test
  void shouldKeepEveryNameOfALinkedFile() {
    tree.named(FILE, TOP, name("big"));
    tree.named(FILE, SUB, name("hard"));
    tree.removed(TOP, name("big"));

    assertThat(names(FILE)).containsExactly("hard");
    assertThat(node(FILE).isRemoved()).isFalse();
  }

  @Test
  void shouldRememberTheLastNameOfARemovedFile() {
    tree.named(FILE, TOP, name("gone"));
    tree.removed(TOP, name("gone"));

    assertThat(names(FILE)).containsExactly("gone");
    assertThat(node(FILE).isRemoved()).isTrue();
  }

  @Test
  void shouldGiveANameToWhatHasItNow() {
    tree.named(FILE, TOP, name("log"));
    tree.named(OTHER, TOP, name("log"));

    assertThat(names(OTHER)).containsExactly("log");
    assertThat(node(FILE).isRemoved()).isTrue();
  }

  @Test
  void shouldNotTakeADirectoryForItsOwnEntry() {
    tree.named(TOP, TOP, name("."));
    tree.named(SUB, TOP, name(".."));
    tree.named(SUB, TOP, name(""));

    assertThat(node(TOP).names()).isEmpty();
    assertThat(node(SUB).names()).isEmpty();
  }

  @Test
  void shouldFindTheHandleOfWhatWasKnownByName() {
    FileRef.ByName byName = new FileRef.ByName(TOP, name("a"));
    Node early = node(byName);
    tree.named(FILE, TOP, name("a"));

    assertThat(node(FILE)).isSameAs(early);
    assertThat(node(byName)).isSameAs(early);
    assertThat(early.handle()).contains(FILE);
  }

  @Test
  void shouldFindTheHandleOfTheRoot() {
    FileRef.Root root = new FileRef.Root(SERVER);
    tree.named(FILE, new FileRef.ByName(root, name("export")), name("a"));
    Node early = node(root);
    tree.root(TOP);

    assertThat(node(TOP)).isSameAs(early);
    assertThat(node(root)).isSameAs(early);
    assertThat(node(FILE).names().get(0).directory().names().get(0).directory()).isSameAs(early);
  }

  @Test
  void shouldTellARemovedFileFromANewOneWithItsHandle() {
    tree.named(FILE, TOP, name("first"));
    Node first = node(FILE);
    tree.removed(TOP, name("first"));
    tree.take(new FileEvent.Named(FILE, TOP, name("second"), true));

    assertThat(node(FILE)).isNotSameAs(first);
    assertThat(names(FILE)).containsExactly("second");
    assertThat(first.names()).extracting(link -> link.name().text()).containsExactly("first");
    assertThat(first.handle()).contains(FILE);
    assertThat(first.server()).isEqualTo(SERVER.toString());
  }

  @Test
  void shouldNotTakeAFileForANewOneBecauseALinkOfItIsFoundBehindItsRemoval() {
    tree.named(FILE, TOP, name("first"));
    Node first = node(FILE);
    tree.removed(TOP, name("first"));
    tree.take(new FileEvent.Named(FILE, TOP, name("second"), false));

    assertThat(node(FILE)).isSameAs(first);
  }

  @Test
  void shouldNotMixUpWhatIsRemovedWithWhatComesByItsName() {
    FileRef.ByName byName = new FileRef.ByName(TOP, name("a"));
    Node gone = node(byName);
    tree.removed(TOP, name("a"));

    assertThat(node(byName)).isNotSameAs(gone);
  }

  @Test
  void shouldKeepServersApart() {
    FileRef.ByHandle elsewhere = new FileRef.ByHandle(IpAddress.ofIpv4(1), WireBytes.of("file"));

    assertThat(node(elsewhere)).isNotSameAs(node(FILE));
  }

  @Test
  void shouldForgetTheLeastLatelyUsedFileAndNoDirectoryOfAnother() {
    NameTree small = new NameTree(4);
    small.named(FILE, TOP, name("kept"));
    small.named(handle("x"), TOP, name("x"));
    small.named(handle("y"), TOP, name("y"));
    small.find(FILE);
    small.named(handle("z"), TOP, name("z"));

    assertThat(small.evicted()).isEqualTo(1);
    assertThat(small.find(FILE).orElseThrow().names()).hasSize(1);
    assertThat(small.find(TOP).orElseThrow().isIdle()).isFalse();
    assertThat(small.find(handle("x")).orElseThrow().names()).isEmpty();
  }

  @Test
  void shouldHoldLongPathsOfFewFilesAndShortOnesOfAll() {
    NameTree small = new NameTree(16);
    FilePath longPath = FilePaths.below("n".repeat(255), "n".repeat(255));
    small.take(new FileEvent.Located(FILE, longPath));
    small.take(new FileEvent.Located(SUB, longPath));
    small.take(new FileEvent.Located(SUB, longPath));
    assertThat(small.evicted()).isZero();

    small.take(new FileEvent.Located(OTHER, longPath));
    small.take(new FileEvent.Located(OTHER, longPath));
    assertThat(small.find(OTHER).orElseThrow().path()).isEmpty();
    assertThat(small.evicted()).isEqualTo(1);

    small.take(new FileEvent.Located(OTHER, FilePaths.below("short")));
    assertThat(small.find(OTHER).orElseThrow().path()).isPresent();

    small.take(new FileEvent.Located(SUB, FilePaths.below("short")));
    small.take(new FileEvent.Located(OTHER, longPath));
    assertThat(small.find(OTHER).orElseThrow().path()).contains(longPath);
  }

  @Test
  void shouldHoldNoLongPathOfAFileThatWasGivenUp() {
    NameTree small = new NameTree(8);
    FilePath longPath = FilePaths.below("n".repeat(255), "n".repeat(255));
    for (int i = 0; i < 20; i++) {
      small.take(new FileEvent.Located(handle("file " + i), FilePaths.below("short")));
    }
    small.take(new FileEvent.Located(FILE, longPath));
    Node givenUp = node(small, FILE);
    for (int i = 0; i < 20; i++) {
      small.take(new FileEvent.Located(handle("file " + i), FilePaths.below("short")));
    }
    small.take(new FileEvent.Located(OTHER, longPath));

    assertThat(givenUp.path()).isEmpty();
    assertThat(node(small, OTHER).path()).contains(longPath);
  }

  private static Node node(NameTree in, FileRef file) {
    return in.find(file).orElseThrow();
  }

  @Test
  void shouldStayBelowItsLimitWhateverComes() {
    NameTree small = new NameTree(50);
    for (int i = 0; i < 5000; i++) {
      small.named(handle("f" + i), handle("d" + i % 70), name("n" + i % 90));
      if (i % 7 == 0) {
        small.renamed(handle("d" + i % 60), name("n" + i % 80), TOP, name("m" + i % 9));
      }
      if (i % 5 == 0) {
        small.find(new FileRef.ByName(handle("d" + i % 50), name("n" + i % 40)));
        small.removed(handle("d" + i % 50), name("n" + i % 40));
      }
      assertThat(small.size()).isLessThanOrEqualTo(50);
    }
  }

  @Test
  void shouldNotTakeANameThatIsTooLong() {
    tree.named(FILE, TOP, name("x".repeat(ExtractLimits.NAME + 1)));

    assertThat(node(FILE).names()).isEmpty();
    assertThat(tree.evicted()).isEqualTo(1);
  }

  private Node node(FileRef ref) {
    return tree.find(ref).orElseThrow();
  }

  private List<String> names(FileRef ref) {
    return node(ref).names().stream().map(link -> link.name().text()).toList();
  }

  private static FileRef.ByHandle handle(String bytes) {
    return new FileRef.ByHandle(SERVER, WireBytes.of(bytes));
  }

  private static WireBytes name(String text) {
    return WireBytes.of(text);
  }
}
