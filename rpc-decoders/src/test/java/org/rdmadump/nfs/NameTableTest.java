package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

class NameTableTest {
  private static final int ROOT = 0;
  private static final int OPERATIONS = 4000;
  private static final int NAMES = 6;
  private static final int HANDLES = 40;

  private final NameTable table = new NameTable();
  private final FileServer server = server(1);

  private static FileServer server(int last) {
    return new FileServer(IpAddress.ofIpv4(last));
  }

  private static NameKey key(byte[] bytes) {
    NameKey key = new NameKey();
    assertThat(key.read(Rope.of(bytes), 0, bytes.length)).isTrue();
    return key;
  }

  private static NameKey name(String text) {
    return key(text.getBytes(StandardCharsets.UTF_8));
  }

  private static NameKey handle(int number) {
    return key(ByteBuffer.allocate(28).putInt(24, number).array());
  }

  private static void found(NameTable in, FileServer of, int directory, String name, int file) {
    NameNode parent = in.findOrAdd(of, handle(directory));
    in.link(in.findOrAdd(of, handle(file)), parent, name(name), in.path(parent, name(name), null));
  }

  private void found(int directory, String name, int file) {
    found(table, server, directory, name, file);
  }

  private static Optional<String> path(NameTable in, FileServer of, int file) {
    NameNode node = in.find(of, handle(file));
    @Nullable FilePath path = node == null ? null : in.path(node);
    return Optional.ofNullable(path).map(FilePath::text);
  }

  private Optional<String> path(int file) {
    return path(table, server, file);
  }

  private NameNode node(int file) {
    return Objects.requireNonNull(table.find(server, handle(file)));
  }

  @Test
  void shouldTellNothingOfAHandleThatNoMessageNamed() {
    assertThat(path(1)).isEmpty();
  }

  @Test
  void shouldTellAsMuchOfAPathAsIsKnown() {
    found(1, "dir", 2);
    found(2, "file", 3);
    assertThat(path(3)).contains("…/dir/file");
    assertThat(path(1)).isEmpty();
  }

  @Test
  void shouldTellTheWholePathOnceTheRootIsKnown() {
    found(1, "dir", 2);
    found(2, "file", 3);
    assertThat(path(3)).contains("…/dir/file");
    table.asks(/* isVersion4= */ true);
    new ServerRoots(table, server).root(/* isPublic= */ false, handle(1));
    assertThat(path(3)).contains("/dir/file");
    assertThat(path(1)).contains("/");
  }

  @Test
  void shouldBeginAPathWithTheExport() {
    table.top(table.findOrAdd(server, handle(1)), name("/export/home").path());
    found(1, "file", 2);
    assertThat(path(2)).contains("/export/home/file");
  }

  @Test
  void shouldFollowARenamedDirectory() {
    found(1, "a", 2);
    found(2, "file", 3);
    assertThat(path(3)).contains("…/a/file");
    table.renamed(node(1), name("a"), node(1), name("b"), FilePath.inUnknown("b"));
    assertThat(path(3)).contains("…/b/file");
  }

  @Test
  void shouldForgetTheNameOfAFileThatWasReplaced() {
    found(1, "new", 2);
    found(1, "old", 3);
    table.renamed(node(1), name("new"), node(1), name("old"), FilePath.inUnknown("old"));
    assertThat(path(2)).contains("…/old");
    assertThat(path(3)).isEmpty();
  }

  @Test
  void shouldForgetARemovedName() {
    found(1, "file", 2);
    table.removed(node(1), name("file"));
    assertThat(path(2)).isEmpty();
  }

  @Test
  void shouldForgetWhatWasInARemovedDirectory() {
    found(1, "dir", 2);
    found(2, "file", 3);
    // It was empty, or RMDIR had failed.
    table.removed(node(1), name("dir"));
    assertThat(path(3)).isEmpty();
  }

  @Test
  void shouldKnowTheOtherNamesOfAFile() {
    found(1, "a", 2);
    linked(table, server, 1, "b", 2);
    linked(table, server, 1, "c", 2);
    assertThat(path(2)).contains("…/a");
    table.removed(node(1), name("a"));
    table.renamed(node(1), name("b"), node(1), name("d"), FilePath.inUnknown("d"));
    table.removed(node(1), name("c"));
    assertThat(path(2)).contains("…/d");
    table.removed(node(1), name("d"));
    assertThat(path(2)).isEmpty();
  }

  @Test
  void shouldShowTheNameThatAFileOfSeveralWasFoundBy() {
    found(1, "a", 2);
    linked(table, server, 1, "b", 2);
    found(1, "b", 2);
    assertThat(path(2)).contains("…/b");
    table.removed(node(1), name("b"));
    assertThat(path(2)).contains("…/a");
  }

  @Test
  void shouldNotGiveANewFileTheOtherNamesOfTheOneThatHadItsHandle() {
    found(1, "a", 2);
    linked(table, server, 1, "b", 2);
    found(1, "new", 2);
    table.removed(node(1), name("new"));
    assertThat(path(2)).isEmpty();

    found(1, "c", 2);
    linked(table, server, 1, "d", 2);
    table.anew(server, handle(2));
    assertThat(path(2)).isEmpty();
  }

  private static void linked(NameTable in, FileServer of, int directory, String name, int file) {
    NameNode parent = in.findOrAdd(of, handle(directory));
    in.removed(parent, name(name));
    in.linked(
        in.findOrAdd(of, handle(file)), parent, name(name), in.path(parent, name(name), null));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 12, NameTable.MOST})
  void shouldNeverTellAWrongNameOfAFileOfSeveral(int limit) {
    Random random = new Random(limit);
    NameTable small = new NameTable(limit);
    FileServer of = server(1);
    Map<String, Integer> files = new HashMap<>();
    for (int i = 0, made = 1; i < OPERATIONS; i++) {
      String name = "n" + random.nextInt(NAMES);
      String other = "n" + random.nextInt(NAMES);
      Integer file = files.get(name);
      int what = 1 + random.nextInt(4);
      if (file == null) {
        files.put(name, ++made);
        found(small, of, ROOT, name, made);
      } else if (what == 1) {
        found(small, of, ROOT, name, file);
      } else if (what == 2) {
        files.remove(name);
        small.removed(small.findOrAdd(of, handle(ROOT)), name(name));
      } else if (what == 3 && !files.containsKey(other)) {
        files.put(other, file);
        linked(small, of, ROOT, other, file);
      } else if (what == 4) {
        if (!file.equals(files.get(other))) {
          files.put(other, file);
          files.remove(name);
        }
        NameNode root = small.findOrAdd(of, handle(ROOT));
        small.renamed(root, name(name), root, name(other), FilePath.inUnknown(other));
      }
      assertThat(small.size()).isLessThanOrEqualTo(limit);
      for (int each = Math.max(1, made - NAMES); each <= made; each++) {
        Optional<String> told = path(small, of, each);
        boolean isThere = files.containsValue(each);
        if (told.isPresent() || (isThere && limit == NameTable.MOST)) {
          assertThat(files.get(told.orElse("").replace("…/", ""))).as("step %d", i).isEqualTo(each);
        }
      }
    }
  }

  @Test
  void shouldGiveAHandleThatComesAgainItsNewName() {
    found(1, "first", 2);
    found(1, "second", 2);
    assertThat(path(2)).contains("…/second");
  }

  @Test
  void shouldTakeANameFromTheFileThatHadItBefore() {
    found(1, "file", 2);
    found(1, "file", 3);
    assertThat(path(2)).isEmpty();
    assertThat(path(3)).contains("…/file");
  }

  @Test
  void shouldTellServersApart() {
    FileServer other = server(2);
    found(table, server, 1, "here", 2);
    found(table, other, 1, "there", 2);
    assertThat(path(table, server, 2)).contains("…/here");
    assertThat(path(table, other, 2)).contains("…/there");
  }

  @Test
  void shouldNotPutADirectoryIntoItself() {
    found(1, "a", 2);
    found(2, "b", 3);
    found(3, "c", 1);
    assertThat(path(3)).contains("…/a/b");
    found(2, "self", 2);
    assertThat(path(2)).contains("…/a");
  }

  @Test
  void shouldShowWhatIsNoTextByteByByte() {
    found(1, "tab\there", 2);
    found(1, "a/b", 3);
    assertThat(path(2)).contains("…/tab\\x09here");
    assertThat(path(3)).contains("…/a\\x2Fb");
    assertThat(key(new byte[] {'x', (byte) 0xe9}).text()).isEqualTo("x\\xE9");
    assertThat(name("größe").text()).isEqualTo("größe");
  }

  @Test
  void shouldCutTheBeginningOfALongPath() {
    String part = "x".repeat(200);
    for (int i = 1; i < 12; i++) {
      found(i, part, i + 1);
    }
    found(12, "file", 13);
    assertThat(path(13).orElseThrow())
        .startsWith("…/xxx")
        .endsWith("/file")
        .hasSizeLessThanOrEqualTo(FilePath.LONGEST + 2);
  }

  @Test
  void shouldTellTheLastDirectoriesOfATreeThatIsVeryDeep() {
    for (int i = 1; i < 5000; i++) {
      found(i - 1, "directory" + i, i);
    }
    table.top(node(ROOT), FilePath.ROOT);
    assertThat(path(2)).hasValue("/directory1/directory2");
    assertThat(path(4999).orElseThrow())
        .startsWith("…/directory")
        .endsWith("/directory4998/directory4999");
  }

  @Test
  void shouldHoldNothingOfTheDirectoriesAboveALongPath() {
    for (int i = 1; i < 50; i++) {
      found(i - 1, "directory" + i, i);
    }
    FilePath path = Objects.requireNonNull(table.path(node(49)));
    FilePath directory = path.directory().orElseThrow();
    assertThat(directory.filename()).isEqualTo("directory48");
    assertThat(directory.directory()).isEmpty();
  }

  @Test
  void shouldHoldNoMoreFilesThanItsLimit() {
    NameTable small = new NameTable(8);
    FileServer of = server(1);
    for (int i = 2; i < 100; i++) {
      found(small, of, 1, "file" + i, i);
    }
    assertThat(small.size()).isEqualTo(8);
    assertThat(small.evicted()).isEqualTo(91);
    assertThat(path(small, of, 99)).contains("…/file99");
    assertThat(path(small, of, 2)).isEmpty();
  }

  /** A file system of which everything is known, and what it does is told. */
  private static final class Model {
    private final Map<Integer, Map<String, Integer>> directories = new HashMap<>();
    private final Map<Integer, Integer> parents = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();

    Model() {
      directories.put(ROOT, new HashMap<>());
    }

    int free(Random random) {
      int number = 1 + random.nextInt(HANDLES);
      while (parents.containsKey(number)) {
        number = 1 + random.nextInt(HANDLES);
      }
      return number;
    }

    int directory(Random random) {
      List<Integer> all = new ArrayList<>(directories.keySet());
      return all.get(random.nextInt(all.size()));
    }

    void add(int directory, String name, int file, boolean isDirectory) {
      Objects.requireNonNull(directories.get(directory)).put(name, file);
      parents.put(file, directory);
      names.put(file, name);
      if (isDirectory) {
        directories.put(file, new HashMap<>());
      }
    }

    @Nullable Integer at(int directory, String name) {
      return Objects.requireNonNull(directories.get(directory)).get(name);
    }

    boolean isEmpty(int file) {
      Map<String, Integer> entries = directories.get(file);
      return entries == null || entries.isEmpty();
    }

    void take(int file) {
      Objects.requireNonNull(directories.get(Objects.requireNonNull(parents.remove(file))))
          .remove(Objects.requireNonNull(names.remove(file)));
    }

    void remove(int file) {
      take(file);
      directories.remove(file);
    }

    boolean isBelow(int directory, int file) {
      Integer each = directory;
      while (each != null && each != file) {
        each = parents.get(each);
      }
      return each != null;
    }

    String path(int file) {
      Integer parent = parents.get(file);
      return parent == null ? "" : path(parent) + "/" + names.get(file);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 12, NameTable.MOST})
  void shouldNeverTellAWrongPathWhateverHappensToATree(int limit) {
    for (int seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      NameTable small = new NameTable(limit);
      FileServer of = server(1);
      small.asks(/* isVersion4= */ true);
      new ServerRoots(small, of).root(/* isPublic= */ false, handle(ROOT));
      Model model = new Model();
      for (int i = 0; i < OPERATIONS; i++) {
        step(random, small, of, model);
        assertThat(small.size()).isLessThanOrEqualTo(limit);
        int file = random.nextInt(HANDLES + 1);
        Optional<String> told = path(small, of, file);
        if (file != ROOT && told.isPresent()) {
          assertThat(model.parents).as("step %d of seed %d", i, seed).containsKey(file);
          assertThat(model.path(file)).endsWith(told.get().replace("…", ""));
        }
        if (limit == NameTable.MOST && model.parents.containsKey(file)) {
          assertThat(told).as("step %d of seed %d", i, seed).contains(model.path(file));
        }
      }
    }
  }

  private static void step(Random random, NameTable small, FileServer of, Model model) {
    int directory = model.directory(random);
    String name = "n" + random.nextInt(NAMES);
    Integer there = model.at(directory, name);
    NameNode node = small.findOrAdd(of, handle(directory));
    int what = random.nextInt(4);
    if (there == null && what <= 1 && model.parents.size() < HANDLES / 2) {
      int made = model.free(random);
      model.add(directory, name, made, what == 0);
      found(small, of, directory, name, made);
    } else if (there != null && what == 2 && model.isEmpty(there)) {
      model.remove(there);
      small.removed(node, name(name));
    } else if (there != null && what == 3) {
      int to = model.directory(random);
      String newName = "n" + random.nextInt(NAMES);
      Integer replaced = model.at(to, newName);
      if (model.isBelow(to, there)
          || (replaced != null && (replaced.equals(there) || !model.isEmpty(replaced)))) {
        return;
      }
      if (replaced != null) {
        model.remove(replaced);
      }
      boolean isDirectory = model.directories.containsKey(there);
      Map<String, Integer> entries = model.directories.get(there);
      model.take(there);
      model.add(to, newName, there, isDirectory);
      if (entries != null) {
        model.directories.put(there, entries);
      }
      NameNode target = small.findOrAdd(of, handle(to));
      NameNode source = small.find(of, handle(directory));
      small.renamed(
          source, name(name), target, name(newName), small.path(target, name(newName), null));
    }
  }
}
