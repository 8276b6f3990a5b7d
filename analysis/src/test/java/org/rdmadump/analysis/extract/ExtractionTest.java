package org.rdmadump.analysis.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.analysis.extract.Extracted.SERVER;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

class ExtractionTest {
  private static final FileRef.ByHandle TOP = handle("top");
  private static final FileRef.ByHandle SUB = handle("sub");
  private static final FileRef.ByHandle FILE = handle("file");
  private static final String EMPTY_SHA256 =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  private static final String ABC_SHA256 =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir Path folder;

  @Test
  void shouldPutAFileWhereItsNamesSay() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Named(SUB, TOP, name("sub"), false));
              sink.event(new FileEvent.Named(FILE, SUB, name("a.txt"), false));
              sink.event(wrote(FILE, 0, "abc"));
              sink.event(new FileEvent.Named(FILE, TOP, name("link"), false));
            });

    ExtractedFile file = done.file();
    assertThat(file.path()).isEqualTo("sub/a.txt");
    assertThat(file.names()).containsExactly("sub/a.txt", "link");
    assertThat(file.server()).isEqualTo("192.168.77.1");
    assertThat(file.main().sha256()).contains(ABC_SHA256);
    assertThat(file.written()).isEqualTo(new ViewReport(3, 3, List.of(), file.main().sha256()));
    assertThat(file.read().sha256()).contains(EMPTY_SHA256);
    assertThat(done.text("sub/a.txt")).isEqualTo("abc");
    assertThat(done.entries()).containsExactly("sub/", "sub/a.txt");
  }

  @Test
  void shouldCallAFileWithoutANameByItsHandle() throws IOException {
    Extracted done = Extracted.of(folder, sink -> sink.event(wrote(handle("abc"), 0, "x")));

    assertThat(done.file().handleSha256()).contains(ABC_SHA256);
    assertThat(done.file().names()).isEmpty();
    assertThat(done.entries()).containsExactly("fh-" + ABC_SHA256.substring(0, 16));
  }

  @Test
  void shouldKeepWhatWasReadApartFromWhatWasWritten() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Named(FILE, TOP, name("a"), false));
              sink.event(wrote(FILE, 0, "abc"));
              sink.event(read(FILE, 0, "abcd"));
            });

    assertThat(done.file().path()).isEqualTo("a");
    assertThat(done.file().readPath()).contains("a.read");
    assertThat(done.text("a")).isEqualTo("abc");
    assertThat(done.text("a.read")).isEqualTo("abcd");
  }

  @Test
  void shouldWriteOneFileIfBothAreTheSame() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Named(FILE, TOP, name("a"), false));
              sink.event(read(FILE, 0, "abc"));
              sink.event(wrote(FILE, 0, "abc"));
            });

    assertThat(done.file().readPath()).isEmpty();
    assertThat(done.entries()).containsExactly("a");
  }

  @Test
  void shouldListAFileThatAReadFoundEmpty() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Named(FILE, TOP, name("empty"), false));
              sink.event(new FileEvent.Read(FILE, 0, Rope.empty(), true));
            });

    assertThat(done.file().main())
        .isEqualTo(new ViewReport(0, 0, List.of(), Optional.of(EMPTY_SHA256)));
    assertThat(done.file().wasWritten()).isFalse();
    assertThat(done.text("empty")).isEmpty();
  }

  @Test
  void shouldNotListAFileOfWhichNothingMoved() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Named(FILE, TOP, name("opened"), false));
              sink.event(new FileEvent.Resized(FILE, 0, 1));
              // What is behind the end, or asked for nothing, says nothing of what is before.
              sink.event(new FileEvent.Read(FILE, 5000, Rope.empty(), true));
              sink.event(new FileEvent.Read(FILE, 0, Rope.empty(), false));
              sink.event(new FileEvent.ReadHole(FILE, 0, 0, false));
              sink.event(wrote(FILE, 5000, ""));
            });

    assertThat(done.files()).isEmpty();
    assertThat(done.entries()).isEmpty();
  }

  @Test
  void shouldNotGrowOrCutAFileByAWriteOfNothing() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(wrote(FILE, 0, "abcdef"));
              sink.event(new FileEvent.Resized(FILE, 3, 1));
              sink.event(wrote(FILE, 100, ""));
            });

    assertThat(done.file().endedSize()).isEmpty();
    assertThat(done.text(done.file().path())).isEqualTo("abc");
  }

  @Test
  void shouldLeaveOutWhatWasCutOff() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(wrote(FILE, 0, "abcdef"));
              sink.event(new FileEvent.Resized(FILE, 3, 1));
            });

    assertThat(done.text(done.file().path())).isEqualTo("abc");
    assertThat(done.file().main().length()).isEqualTo(3);
    assertThat(done.file().endedSize()).isEmpty();
  }

  @Test
  void shouldSayHowAFileEndedThatWasMadeLongerAfterItWasCutShort() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(wrote(FILE, 0, "abcdef"));
              sink.event(new FileEvent.Resized(FILE, 3, 1));
              sink.event(new FileEvent.Resized(FILE, 5, 1));
            });

    assertThat(done.text(done.file().path())).isEqualTo("abc");
    assertThat(done.file().endedSize()).hasValue(5);
  }

  @Test
  void shouldNotLeaveOldBytesBehindNewOnes() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(wrote(FILE, 0, "abcdefgh"));
              sink.event(new FileEvent.Resized(FILE, 0, 1));
              sink.event(wrote(FILE, 0, "xyz"));
            });

    assertThat(done.text(done.file().path())).isEqualTo("xyz");
    assertThat(done.file().endedSize()).isEmpty();
  }

  /** Sizes are unsigned (RFC 1813 section 2.5, size3). */
  @Test
  void shouldKnowTheLargestSize() throws IOException {
    long most = 0xffff_ffff_ffff_ffffL;
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Resized(FILE, most, 1));
              sink.event(wrote(FILE, 4, "zz"));
              sink.event(wrote(handle("other"), 4, "zz"));
              sink.event(new FileEvent.Resized(handle("other"), most, 1));
            });

    assertThat(done.files())
        .extracting(ExtractedFile::endedSize)
        .containsOnly(OptionalLong.of(most));
    assertThat(done.files()).hasSize(2);
  }

  @Test
  void shouldKnowASizeThatWasSetBeforeAnythingMoved() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Resized(FILE, 2_000, 1));
              sink.event(wrote(FILE, 1_000, "abc"));
            });

    assertThat(done.file().endedSize()).hasValue(2_000);
    assertThat(done.file().written().gaps())
        .containsExactly(new Gap(0, 1_000, Gap.Reason.NOT_MOVED));
  }

  @Test
  void shouldEndWhatWasReadWhereTheServerSaysThatTheFileEnds() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(read(FILE, 0, "abcdefgh"));
              sink.event(new FileEvent.Read(FILE, 0, rope("abc"), true));
            });

    assertThat(done.text(done.file().path())).isEqualTo("abc");
  }

  @Test
  void shouldTakeAHoleOfReadPlusForZeros() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(read(FILE, 0, "a"));
              sink.event(new FileEvent.ReadHole(FILE, 1, 2, false));
              sink.event(new FileEvent.Read(FILE, 3, rope("b"), true));
            });

    assertThat(done.file().read().isComplete()).isTrue();
    assertThat(done.text(done.file().path())).isEqualTo("a\0\0b");
  }

  @Test
  void shouldNotLetAWriteWithoutAReplyReplaceWhatIsKnown() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(wrote(FILE, 0, "abc"));
              sink.event(new FileEvent.WroteUnanswered(FILE, 1, rope("xyz"), 1));
            });

    assertThat(done.text(done.file().path())).isEqualTo("abcz");
    assertThat(done.file().unansweredWrites()).isEqualTo(1);
    assertThat(done.file().committed()).isFalse();
  }

  @Test
  void shouldNotBringBackWhatWasCutOffSinceAWriteWithoutAReplyWasSent() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Resized(FILE, 4, 20));
              sink.event(wrote(FILE, 0, "abc"));
              sink.event(new FileEvent.Resized(FILE, 9, 30));
              sink.event(new FileEvent.WroteUnanswered(FILE, 0, rope("0123456789"), 10));
            });

    assertThat(done.text(done.file().path())).isEqualTo("abc3");
    assertThat(done.file().unansweredWrites()).isEqualTo(1);
  }

  @Test
  void shouldFillAFileByAWriteWithoutAReplyThatWasSentSinceItWasCut() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Resized(FILE, 0, 20));
              sink.event(wrote(FILE, 0, "abc"));
              sink.event(new FileEvent.WroteUnanswered(FILE, 0, rope("0123"), 30));
            });

    assertThat(done.text(done.file().path())).isEqualTo("abc3");
  }

  @Test
  void shouldListAFileOfWhichAllWasCutOffSinceItWasSent() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Resized(FILE, 0, 20));
              sink.event(new FileEvent.WroteUnanswered(FILE, 0, rope("0123"), 10));
            });

    assertThat(done.text(done.file().path())).isEmpty();
    assertThat(done.file().committed()).isTrue();
    assertThat(done.file().unansweredWrites()).isEqualTo(1);
  }

  @Test
  void shouldCountAWriteThatWasAnsweredWhenItCameAgainAsAnswered() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.WroteUnanswered(FILE, 0, rope("abc"), 1));
              sink.event(new FileEvent.AnsweredAgain(FILE));
              sink.event(wrote(FILE, 0, "abc"));
            });

    assertThat(done.file().unansweredWrites()).isZero();
    assertThat(done.file().committed()).isTrue();
  }

  @Test
  void shouldGiveANameToTheFileThatHasItAtTheEnd() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Named(FILE, TOP, name("a"), false));
              sink.event(wrote(FILE, 0, "old"));
              sink.event(new FileEvent.Named(handle("new"), TOP, name("b"), false));
              sink.event(wrote(handle("new"), 0, "new"));
              sink.event(new FileEvent.Renamed(TOP, name("b"), TOP, name("a")));
            });

    assertThat(done.text("a")).isEqualTo("new");
    assertThat(done.text("a~2")).isEqualTo("old");
    assertThat(done.files()).extracting(ExtractedFile::path).containsExactly("a~2", "a");
  }

  @Test
  void shouldCountWhatTheServerRefusedAndNotWriteIt() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(wrote(FILE, 0, "abc"));
              sink.event(new FileEvent.WriteFailed(FILE));
              sink.event(new FileEvent.WriteFailed(handle("other")));
            });

    assertThat(done.file().failedWrites()).isEqualTo(1);
    assertThat(done.text(done.file().path())).isEqualTo("abc");
  }

  @Test
  void shouldSayWhatIsNotCommitted() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Wrote(FILE, 0, rope("abc"), false, 7));
              sink.event(new FileEvent.Wrote(SUB, 0, rope("abc"), false, 7));
              sink.event(new FileEvent.Committed(SUB, 0, 0, 7));
            });

    assertThat(done.files()).extracting(ExtractedFile::committed).containsExactly(false, true);
  }

  @Test
  void shouldNameOperationsThatChangeAFileUnseen() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.ChangedAtServer(FILE, "COPY"));
              sink.event(read(FILE, 0, "abc"));
              sink.event(new FileEvent.ChangedAtServer(SUB, "CLONE"));
            });

    assertThat(done.file().serverChanges()).containsExactly("COPY");
  }

  @Test
  void shouldGiveFilesOfOneNamePathsOfTheirOwn() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Named(handle("1"), TOP, name("README"), false));
              sink.event(new FileEvent.Named(handle("2"), SUB, name("README"), false));
              sink.event(new FileEvent.Named(handle("3"), TOP, name("readme"), false));
              sink.event(new FileEvent.Named(handle("4"), TOP, name("README~2"), false));
              sink.event(new FileEvent.Named(handle("5"), TOP, name("a/b"), false));
              sink.event(new FileEvent.Named(handle("6"), TOP, name("a_b"), false));
              sink.event(new FileEvent.Named(handle("7"), TOP, name("manifest.json"), false));
              for (int i = 1; i <= 7; i++) {
                sink.event(wrote(handle(Integer.toString(i)), 0, "file " + i));
              }
            });

    assertThat(done.entries())
        .containsExactly(
            "README", "README~2", "README~2~2", "a_b", "a_b~2", "manifest.json~2", "readme~3");
    for (ExtractedFile file : done.files()) {
      assertThat(done.text(file.path())).isEqualTo("file " + (done.files().indexOf(file) + 1));
    }
  }

  @Test
  void shouldStayInTheFolderWhateverNamesSay() throws IOException {
    Path inner = folder.resolve("inner");
    Extracted.of(
        inner,
        sink -> {
          String[] names = {"..", "../x", "/etc/x", "a/../../x", "..\\x", "x\0y", "C:x", "nul"};
          for (int i = 0; i < names.length; i++) {
            sink.event(new FileEvent.Named(handle("d" + i), TOP, name(names[i]), false));
            sink.event(
                new FileEvent.Named(handle("f" + i), handle("d" + i), name(names[i]), false));
            sink.event(wrote(handle("f" + i), 0, "x"));
          }
        });

    try (var outside = Files.list(folder)) {
      assertThat(outside).containsExactly(inner);
    }
  }

  @Test
  void shouldNotLoopInDirectoriesThatAreInEachOther() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Named(SUB, TOP, name("sub"), false));
              sink.event(new FileEvent.Named(TOP, SUB, name("top"), false));
              sink.event(new FileEvent.Named(FILE, SUB, name("a"), false));
              sink.event(wrote(FILE, 0, "abc"));
            });

    assertThat(done.text(done.file().path())).isEqualTo("abc");
  }

  @Test
  void shouldMakeNoPathThatIsTooLong() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              FileRef.ByHandle above = TOP;
              for (int i = 0; i < 100; i++) {
                FileRef.ByHandle directory = handle("d" + i);
                sink.event(new FileEvent.Named(directory, above, name("x".repeat(1000)), false));
                above = directory;
              }
              sink.event(new FileEvent.Named(FILE, above, name("a"), false));
              sink.event(wrote(FILE, 0, "abc"));
            });

    assertThat(done.file().path().length()).isLessThan(1100);
    assertThat(done.text(done.file().path())).isEqualTo("abc");
  }

  @Test
  void shouldNotFollowLinksThatLieInTheFolder() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path victim = Files.writeString(outside.resolve("victim"), "untouched");
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Files.createSymbolicLink(inner.resolve("sub"), outside);
    Files.createSymbolicLink(inner.resolve("victim"), victim);

    Extracted done =
        Extracted.of(
            inner,
            sink -> {
              sink.event(new FileEvent.Named(SUB, TOP, name("sub"), false));
              sink.event(new FileEvent.Named(FILE, SUB, name("victim"), false));
              sink.event(wrote(FILE, 0, "abc"));
              sink.event(new FileEvent.Named(handle("2"), TOP, name("victim"), false));
              sink.event(wrote(handle("2"), 0, "def"));
            });

    assertThat(Files.readString(victim)).isEqualTo("untouched");
    assertThat(done.files())
        .extracting(ExtractedFile::path)
        .containsExactly("sub~2/victim", "victim");
    assertThat(Files.isSymbolicLink(inner.resolve("victim"))).isFalse();
    assertThat(done.text("victim")).isEqualTo("def");
  }

  @Test
  void shouldNotReplaceAFolderByAFile() throws IOException {
    Files.createDirectory(folder.resolve("a"));
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(new FileEvent.Named(FILE, TOP, name("a"), false));
              sink.event(wrote(FILE, 0, "abc"));
            });

    assertThat(done.entries()).containsExactly("a/", "a~2");
  }

  @Test
  void shouldNotReplaceAFileThatIsKept() throws IOException {
    Path capture = Files.writeString(folder.resolve("trace.pcap"), "frames");
    try (OutputFolder output = OutputFolder.open(folder, true, List.of(capture));
        Extraction extraction = new Extraction(output, ExtractLimits.DEFAULT)) {
      extraction.event(new FileEvent.Named(FILE, TOP, name("trace.pcap"), false));
      extraction.event(wrote(FILE, 0, "abc"));
      extraction.finish(file -> assertThat(file.path()).isEqualTo("trace.pcap~2"), () -> false);
    }
    assertThat(Files.readString(capture)).isEqualTo("frames");
  }

  @Test
  void shouldRefuseAFolderThatIsNotEmpty() throws IOException {
    Files.writeString(folder.resolve("something"), "x");

    assertThatThrownBy(() -> OutputFolder.open(folder, false, List.of()))
        .isInstanceOf(FolderNotEmptyException.class)
        .hasMessage(folder + ": not empty");
  }

  @Test
  void shouldRefuseAFileForAFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("something"), "x");

    assertThatThrownBy(() -> OutputFolder.open(file, true, List.of()))
        .isInstanceOf(FolderException.class)
        .hasMessage(file + ": is not a folder");
  }

  @Test
  void shouldSayThatTheDiskIsFull() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.isWritable(full), "no /dev/full here");
    try (OutputFolder output = OutputFolder.open(folder, true, List.of());
        Extraction extraction = new Extraction(output, ExtractLimits.DEFAULT)) {
      Files.createSymbolicLink(output.unfinished().resolve("1"), full);

      assertThatThrownBy(() -> extraction.event(wrote(FILE, 0, "abc")))
          .isInstanceOf(FolderException.class)
          .hasMessage(folder + ": No space left on device");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldNotHashForAgesBecauseOfOneOffset() throws IOException {
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(wrote(FILE, (1L << 43) - 3, "abcdef"));
              sink.event(new FileEvent.ReadHole(SUB, 0, -1, true));
            });

    assertThat(done.files())
        .extracting(file -> file.main().sha256().isPresent())
        .containsOnly(false);
    assertThat(done.files().get(0).main().length()).isEqualTo(1L << 43);
    assertThat(done.files().get(0).main().bytes()).isEqualTo(3);
    assertThat(done.summary().beyond()).isPositive();
  }

  @Test
  void shouldHashZerosUpToALimitOfTheRun() throws IOException {
    ExtractLimits limits = new ExtractLimits(9, 9, 9, 1 << 20, 1000, 1500);
    Extracted done =
        Extracted.of(
            folder,
            limits,
            sink -> {
              sink.event(wrote(handle("1"), 1000, "a"));
              sink.event(wrote(handle("2"), 1001, "a"));
              sink.event(wrote(handle("3"), 600, "a"));
              sink.event(wrote(handle("4"), 400, "a"));
            });

    assertThat(done.files())
        .extracting(file -> file.main().sha256().isPresent())
        .containsExactly(true, false, false, true);
  }

  @Test
  void shouldCountFilesForWhichThereIsNoRoom() throws IOException {
    ExtractLimits limits = new ExtractLimits(2, 100, 100, 1000, 1000, 1000);
    Extracted done =
        Extracted.of(
            folder,
            limits,
            sink -> {
              for (int i = 0; i < 5; i++) {
                sink.event(wrote(handle("f" + i), 0, "abc"));
              }
            });

    assertThat(done.files()).hasSize(2);
    assertThat(done.summary().refusedFiles()).isEqualTo(3);
  }

  @Test
  void shouldHaveFewFilesOpenHoweverManyThereAre() throws IOException {
    int count = 5 * ExtractLimits.OPEN_FILES;
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              for (int round = 0; round < 3; round++) {
                for (int i = 0; i < count; i++) {
                  sink.event(wrote(handle("f" + i), round, Integer.toString(round)));
                }
              }
            });

    assertThat(done.files()).hasSize(count);
    for (ExtractedFile file : done.files()) {
      assertThat(done.text(file.path())).isEqualTo("012");
    }
  }

  @Test
  void shouldKeepFilesOfTwoServersApart() throws IOException {
    FileRef.ByHandle elsewhere = new FileRef.ByHandle(IpAddress.ofIpv4(1), FILE.handle());
    Extracted done =
        Extracted.of(
            folder,
            sink -> {
              sink.event(wrote(FILE, 0, "abc"));
              sink.event(wrote(elsewhere, 0, "def"));
            });

    assertThat(done.files())
        .extracting(ExtractedFile::server)
        .containsExactly("192.168.77.1", "0.0.0.1");
    assertThat(done.entries()).hasSize(2);
  }

  @Test
  void shouldReportBytesThatWereNotSeen() throws IOException {
    Rope data = Rope.builder().add(new byte[10]).addHole(5, Absence.EVICTED).build();
    Extracted done =
        Extracted.of(folder, sink -> sink.event(new FileEvent.Wrote(FILE, 0, data, true, 0)));

    assertThat(done.file().isCut()).isTrue();
    assertThat(done.file().written().bytes()).isEqualTo(10);
    assertThat(done.file().written().length()).isEqualTo(15);
    assertThat(done.file().written().gaps()).containsExactly(new Gap(10, 5, Gap.Reason.EVICTED));
    assertThat(done.summary().incomplete()).isEqualTo(1);
  }

  private static FileEvent wrote(FileRef file, long offset, String text) {
    return new FileEvent.Wrote(file, offset, rope(text), true, 0);
  }

  private static FileEvent read(FileRef file, long offset, String text) {
    return new FileEvent.Read(file, offset, rope(text), false);
  }

  private static Rope rope(String text) {
    return Rope.of(WireBytes.of(text).toArray());
  }

  private static FileRef.ByHandle handle(String bytes) {
    return new FileRef.ByHandle(SERVER, WireBytes.of(bytes));
  }

  private static WireBytes name(String text) {
    return WireBytes.of(text);
  }
}
