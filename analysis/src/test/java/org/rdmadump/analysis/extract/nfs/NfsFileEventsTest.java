package org.rdmadump.analysis.extract.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.Sample;
import org.rdmadump.analysis.extract.FileEvent;
import org.rdmadump.analysis.extract.FileRef;
import org.rdmadump.analysis.extract.WireBytes;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.RpcExchange;

class NfsFileEventsTest {
  /** The frame of every call. */
  private static final long SENT = 12;

  private static final int OK = 0;
  private static final int STALE = 70;
  private static final int YES = 1;
  private static final int NO = 0;
  private static final FileRef DIR = handle("dir");
  private static final FileRef FILE = handle("file");

  private final List<FileEvent> events = new ArrayList<>();
  private final NfsFileEvents nfs = new NfsFileEvents(events::add);
  private long messages = 100;

  // Version 3

  @Test
  void shouldWriteAsMuchAsTheServerTook() throws IOException {
    NfsWords call = write3().opaque("abcdef");
    NfsWords reply = NfsWords.reply().put(OK, NO, NO, 4, 2).hyper(0x77);
    exchange(call, reply);

    FileEvent.Wrote wrote = only(FileEvent.Wrote.class);
    assertThat(wrote.file()).isEqualTo(FILE);
    assertThat(wrote.offset()).isEqualTo(1L << 40);
    assertThat(text(wrote.data().toArray(0, wrote.data().length()))).isEqualTo("abcd");
    assertThat(wrote.stable()).isTrue();
    assertThat(wrote.verifier()).isEqualTo(0x77);
  }

  @Test
  void shouldNotTakeUnstableDataForStored() throws IOException {
    exchange(write3().opaque("abcdef"), NfsWords.reply().put(OK, NO, NO, 6, 0).hyper(0x77));

    assertThat(only(FileEvent.Wrote.class).stable()).isFalse();
  }

  @Test
  void shouldTellThatAWriteFailed() throws IOException {
    exchange(write3().opaque("abcdef"), NfsWords.reply().put(STALE, NO, NO));
    exchange(write3().opaque("abcdef"), NfsWords.garbage());
    nfs.exchange(
        new RpcExchange(
            1,
            1,
            Optional.of(
                Sample.call().program(100003, 7).stream(write3().opaque("abc").rope()).message()),
            Optional.of(Sample.reply().withoutRpc().message()),
            Optional.empty(),
            List.of(),
            List.of()));

    assertThat(events)
        .hasSize(3)
        .allSatisfy(event -> assertThat(event).isEqualTo(new FileEvent.WriteFailed(FILE)));
  }

  @Test
  void shouldTellOfAWriteWhoseReplyIsMissingOrCut() throws IOException {
    exchange(write3().opaque("abcdef"));
    exchange(write3().opaque("abcdef"), NfsWords.reply().cut(100));
    exchange(write3().opaque("abcdef"), NfsWords.reply().put(OK, NO, NO).cut(8));

    assertThat(events)
        .hasSize(3)
        .allSatisfy(event -> assertThat(event).isInstanceOf(FileEvent.WroteUnanswered.class));
  }

  @Test
  void shouldNotTellOfACallThatWasNotDelivered() throws IOException {
    Sample call = Sample.call().undelivered().stream(write3().opaque("abcdef").rope());
    nfs.exchange(Sample.exchange(Optional.of(call), Optional.empty()));

    assertThat(events).isEmpty();
  }

  @Test
  void shouldKeepHolesOfDataThatWasNotSeen() throws IOException {
    exchange(write3().unseen(6), NfsWords.reply().put(OK, NO, NO, 6, 2).hyper(0));

    FileEvent.Wrote wrote = only(FileEvent.Wrote.class);
    assertThat(wrote.data().length()).isEqualTo(6);
    assertThat(wrote.data().present()).isZero();
  }

  @Test
  void shouldReadWhatTheServerReturned() throws IOException {
    NfsWords call = NfsWords.call(3, 6).opaque("file").hyper(100).put(4096);
    exchange(call, NfsWords.reply().put(OK, NO, 3, YES).opaque("abc"));

    FileEvent.Read read = only(FileEvent.Read.class);
    assertThat(read.file()).isEqualTo(FILE);
    assertThat(read.offset()).isEqualTo(100);
    assertThat(read.end()).isTrue();
    assertThat(text(read.data().toArray(0, 3))).isEqualTo("abc");
  }

  @Test
  void shouldNotTellOfAReadThatFailedOrWasNotAnswered() throws IOException {
    NfsWords call = NfsWords.call(3, 6).opaque("file").hyper(100).put(4096);
    exchange(call, NfsWords.reply().put(STALE, NO));
    exchange(call);

    assertThat(events).isEmpty();
  }

  @Test
  void shouldFollowNamesOfVersion3() throws IOException {
    exchange(
        NfsWords.call(3, 3).opaque("dir").opaque("a"),
        NfsWords.reply().put(OK).opaque("file").put(NO, NO));
    exchange(
        NfsWords.call(3, 14).opaque("dir").opaque("a").opaque("dir").opaque("b"),
        NfsWords.reply().put(OK, NO, NO, NO, NO));
    exchange(
        NfsWords.call(3, 15).opaque("file").opaque("dir").opaque("c"),
        NfsWords.reply().put(OK, NO, NO, NO));
    exchange(NfsWords.call(3, 12).opaque("dir").opaque("b"), NfsWords.reply().put(OK, NO, NO));
    exchange(NfsWords.call(3, 12).opaque("dir").opaque("c"), NfsWords.reply().put(STALE, NO, NO));

    assertThat(events)
        .containsExactly(
            new FileEvent.Named(FILE, DIR, name("a"), false),
            new FileEvent.Renamed(DIR, name("a"), DIR, name("b")),
            new FileEvent.Named(FILE, DIR, name("c"), false),
            new FileEvent.Removed(DIR, name("b")));
  }

  @Test
  void shouldTellNamesAndSizeOfAFileThatIsMade() throws IOException {
    exchange(
        NfsWords.call(3, 8).opaque("dir").opaque("a").put(0, NO, NO, NO, YES).hyper(0).put(0, 0),
        NfsWords.reply().put(OK, YES).opaque("file").put(NO, NO, NO));

    assertThat(events)
        .containsExactly(
            new FileEvent.Named(FILE, DIR, name("a"), true), new FileEvent.Resized(FILE, 0, SENT));
  }

  @Test
  void shouldTellWhatADirectoryHolds() throws IOException {
    NfsWords reply =
        NfsWords.reply()
            .put(OK, NO)
            .hyper(0)
            .put(YES)
            .hyper(5)
            .opaque("a")
            .hyper(1)
            .put(NO, YES)
            .opaque("file")
            .put(YES)
            .hyper(6)
            .opaque("b")
            .hyper(2)
            .put(NO, NO)
            .put(NO, YES);
    exchange(NfsWords.call(3, 17).opaque("dir").hyper(0).hyper(0).put(512, 4096), reply);

    assertThat(events).containsExactly(new FileEvent.Named(FILE, DIR, name("a"), false));
  }

  @Test
  void shouldTellOfACommit() throws IOException {
    exchange(
        NfsWords.call(3, 21).opaque("file").hyper(5).put(7),
        NfsWords.reply().put(OK, NO, NO).hyper(0x77));

    assertThat(events).containsExactly(new FileEvent.Committed(FILE, 5, 7, 0x77));
  }

  // Version 2

  @Test
  void shouldFollowVersion2() throws IOException {
    FileRef dir = handle2("dir");
    FileRef file = handle2("file");
    exchange(
        NfsWords.call(2, 4).handle2("dir").opaque("a"),
        NfsWords.reply().put(OK).handle2("file").put(new int[17]));
    exchange(
        NfsWords.call(2, 8).handle2("file").put(0, 10, 0).opaque("abc"),
        NfsWords.reply().put(OK).put(new int[17]));
    exchange(
        NfsWords.call(2, 2).handle2("file").put(-1, -1, -1, -1, -1, -1, -1, -1),
        NfsWords.reply().put(OK).put(new int[17]));
    exchange(
        NfsWords.call(2, 2).handle2("file").put(-1, -1, -1, 5, -1, -1, -1, -1),
        NfsWords.reply().put(OK).put(new int[17]));
    exchange(
        NfsWords.call(2, 6).handle2("file").put(0, 100, 0),
        NfsWords.reply()
            .put(OK)
            .put(1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            .opaque("abcde"));
    exchange(
        NfsWords.call(2, 11).handle2("dir").opaque("a").handle2("dir").opaque("b"),
        NfsWords.reply().put(OK));

    assertThat(events).hasSize(5);
    assertThat(events.get(0)).isEqualTo(new FileEvent.Named(file, dir, name("a"), false));
    assertThat(((FileEvent.Wrote) events.get(1)).offset()).isEqualTo(10);
    assertThat(((FileEvent.Wrote) events.get(1)).stable()).isTrue();
    assertThat(events.get(2)).isEqualTo(new FileEvent.Resized(file, 5, SENT));
    assertThat(((FileEvent.Read) events.get(3)).end()).isTrue();
    assertThat(events.get(4)).isEqualTo(new FileEvent.Renamed(dir, name("a"), dir, name("b")));
  }

  // Version 4

  @Test
  void shouldNameWhatACompoundOpens() throws IOException {
    NfsWords call =
        compound(4)
            .put(22)
            .opaque("dir")
            .put(15)
            .opaque("a")
            .put(10)
            .put(38, 0, 0, 0, 0)
            .hyper(7)
            .put(2)
            .opaque("abc");
    NfsWords reply =
        results(4).put(22, OK, 15, OK, 10, OK).opaque("file").put(38, OK, 3, 2).hyper(0x77);
    exchange(call, reply);

    assertThat(events.get(0)).isEqualTo(new FileEvent.Named(FILE, DIR, name("a"), false));
    FileEvent.Wrote wrote = (FileEvent.Wrote) events.get(1);
    assertThat(wrote.file()).isEqualTo(FILE);
    assertThat(wrote.offset()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void shouldKeepTheDirectoryBehindSecinfoInVersion40Only(int minorVersion, boolean kept)
      throws IOException {
    // Given SECINFO between the directory and a READ
    NfsWords call =
        NfsWords.call(4, 1).opaque("").put(minorVersion, 3).put(22).opaque("file").put(33);
    call.opaque("a").put(25, 0, 0, 0, 0).hyper(0).put(100);
    NfsWords reply = results(3).put(22, OK, 33, OK, 0, 25, OK, YES).opaque("abc");

    exchange(call, reply);

    if (kept) {
      assertThat(only(FileEvent.Read.class).file()).isEqualTo(FILE);
    } else {
      assertThat(events).containsExactly(new FileEvent.MovedUnknown());
    }
  }

  /** Operations that leave the current file, with their words in a call and in a reply. */
  private record Leaving(
      String name, int minorVersion, int operations, NfsWords call, NfsWords reply) {
    @Override
    public String toString() {
      return name;
    }

    private static NfsWords words(int... words) {
      return NfsWords.none().put(words);
    }

    private static NfsWords open() {
      return words(18, 0, 2, 0).hyper(1).opaque("owner").put(0);
    }

    private static NfsWords opened() {
      return words(18, OK, 1, 2, 3, 4, YES).hyper(1).hyper(2).put(0, 0, 0);
    }
  }

  static List<Leaving> leaving() {
    return List.of(
        new Leaving("ACCESS", 0, 1, Leaving.words(3, 0x1f), Leaving.words(3, OK, 0x1f, 0x1f)),
        new Leaving("GETATTR", 0, 1, Leaving.words(9, 0), Leaving.words(9, OK, 0, 0)),
        new Leaving("VERIFY", 0, 1, Leaving.words(37, 0, 0), Leaving.words(37, OK)),
        new Leaving("OPEN, CLAIM_FH", 1, 1, Leaving.open().put(4), Leaving.opened()),
        new Leaving("OPEN, CLAIM_PREVIOUS", 1, 1, Leaving.open().put(1, 0), Leaving.opened()),
        new Leaving(
            "SECINFO of 4.0", 0, 1, Leaving.words(33).opaque("x"), Leaving.words(33, OK, 0)),
        new Leaving(
            "SAVEFH, RESTOREFH", 1, 2, Leaving.words(32, 31), Leaving.words(32, OK, 31, OK)),
        new Leaving(
            "SAVEFH, PUTFH, RESTOREFH",
            1,
            3,
            Leaving.words(32, 22).opaque("other").put(31),
            Leaving.words(32, OK, 22, OK, 31, OK)));
  }

  @ParameterizedTest
  @MethodSource("leaving")
  void shouldJoinANameToTheHandleThatIsToldLater(Leaving between) throws IOException {
    // Given PUTFH, LOOKUP, what leaves the current file, and GETFH
    int operations = 3 + between.operations;
    NfsWords call = NfsWords.call(4, 1).opaque("").put(between.minorVersion, operations);
    call.put(22).opaque("dir").put(15).opaque("a").then(between.call).put(10);
    NfsWords reply = results(operations).put(22, OK, 15, OK).then(between.reply).put(10, OK);

    exchange(call, reply.opaque("file"));

    assertThat(events).containsExactly(new FileEvent.Named(FILE, DIR, name("a"), false));
  }

  @Test
  void shouldJoinANameToTheHandleThatIsAnAttribute() throws IOException {
    NfsWords call = compound(3).put(22).opaque("dir").put(15).opaque("a").put(9, 1, 1 << 19);
    NfsWords reply = results(3).put(22, OK, 15, OK, 9, OK, 1, 1 << 19, 8).opaque("file");

    exchange(call, reply);

    assertThat(events).containsExactly(new FileEvent.Named(FILE, DIR, name("a"), false));
  }

  @ParameterizedTest
  @CsvSource({"LOOKUPP, 16", "PUTPUBFH, 23", "RESTOREFH, 31"})
  void shouldNotJoinANameToTheHandleOfAnotherFile(String operation, int number) throws IOException {
    // Given a LOOKUP, what makes another file current, its handle, and a LOOKUP there
    NfsWords call = compound(7).put(22).opaque("other").put(32, 15).opaque("a").put(number);
    call.put(10, 15).opaque("b").put(10);
    String there = operation.equals("RESTOREFH") ? "other" : "dir";
    NfsWords reply = results(7).put(22, OK, 32, OK, 15, OK, number, OK, 10, OK).opaque(there);

    exchange(call, reply.put(15, OK, 10, OK).opaque("file"));

    assertThat(events).containsExactly(new FileEvent.Named(FILE, handle(there), name("b"), false));
  }

  /** Names behind OPENATTR are of attributes (RFC 8881 section 5.3). */
  @Test
  void shouldNotTakeTheNameOfAnAttributeForThatOfAFile() throws IOException {
    NfsWords call = compound(6).put(22).opaque("other").put(19, NO, 10, 15).opaque("a").put(10);
    NfsWords reply = results(6).put(22, OK, 19, OK, 10, OK).opaque("dir").put(15, OK, 10, OK);

    exchange(read4(call), reply.opaque("file").put(25, OK, YES).opaque("abc"));

    FileEvent.Read read = only(FileEvent.Read.class);
    assertThat(read.file()).isEqualTo(FILE);
  }

  /** Operations behind which nothing tells the current file. */
  private record Unknown(String name, int operations, NfsWords call, NfsWords reply) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Unknown> unknown() {
    NfsWords none = NfsWords.none();
    return List.of(
        new Unknown("no handle", 0, none, none),
        new Unknown("an empty one", 1, Leaving.words(22, 0), Leaving.words(22, OK)),
        new Unknown("LOOKUPP", 2, other(16), Leaving.words(22, OK, 16, OK)),
        new Unknown("OPENATTR", 2, other(19, NO), Leaving.words(22, OK, 19, OK)),
        new Unknown(
            "an attribute",
            3,
            other(19, NO, 15).opaque("a"),
            Leaving.words(22, OK, 19, OK, 15, OK)),
        new Unknown("no name", 2, other(15).opaque(""), Leaving.words(22, OK, 15, OK)),
        new Unknown(
            "a long one", 2, other(15).opaque("n".repeat(2000)), Leaving.words(22, OK, 15, OK)));
  }

  private static NfsWords other(int... words) {
    return Leaving.words(22).opaque("other").put(words);
  }

  @ParameterizedTest
  @MethodSource("unknown")
  void shouldCountWhatMovedOfAFileThatNothingTells(Unknown before) throws IOException {
    int count = before.operations + 1;
    NfsWords reply = results(count).then(before.reply).put(25, OK, YES).opaque("abc");
    exchange(read4(compound(count).then(before.call)), reply);

    assertThat(events).containsExactly(new FileEvent.MovedUnknown());
  }

  @Test
  void shouldCountWritesOfAFileThatNothingTellsUnlessTheyFailed() throws IOException {
    NfsWords write = compound(1).put(38, 0, 0, 0, 0).hyper(0).put(0).opaque("abc");
    exchange(write, results(1).put(38, OK, 3, 2).hyper(1));
    exchange(write);
    exchange(write, NfsWords.reply().put(STALE).opaque("").put(1, 38, STALE));

    assertThat(events).containsExactly(new FileEvent.MovedUnknown(), new FileEvent.MovedUnknown());
  }

  @Test
  void shouldCountCallsThatAreMalformed() throws IOException {
    exchange(read4(compound(2).put(22).opaque("n".repeat(200))), NfsWords.garbage());

    assertThat(nfs.unreadable()).isEqualTo(1);
  }

  private static NfsWords read4(NfsWords before) {
    return before.put(25, 0, 0, 0, 0).hyper(0).put(100);
  }

  @Test
  void shouldFollowNamesWhereNoHandleIsTold() throws IOException {
    NfsWords call =
        compound(4)
            .put(24, 15)
            .opaque("export")
            .put(15)
            .opaque("a")
            .put(25, 0, 0, 0, 0)
            .hyper(0)
            .put(100);
    NfsWords reply = results(4).put(24, OK, 15, OK, 15, OK, 25, OK, YES).opaque("abc");
    exchange(call, reply);

    FileRef root = new FileRef.Root(Sample.SERVER.address());
    assertThat(only(FileEvent.Read.class).file())
        .isEqualTo(new FileRef.ByName(new FileRef.ByName(root, name("export")), name("a")));
  }

  @Test
  void shouldTellTheHandleOfTheRoot() throws IOException {
    exchange(compound(2).put(24, 10), results(2).put(24, OK, 10, OK).opaque("dir"));

    assertThat(events).containsExactly(new FileEvent.RootFound((FileRef.ByHandle) DIR));
  }

  @Test
  void shouldNotTellOfOperationsBehindOneThatFailed() throws IOException {
    NfsWords call =
        compound(4)
            .put(22)
            .opaque("file")
            .put(38, 0, 0, 0, 0)
            .hyper(0)
            .put(2)
            .opaque("abc")
            .put(38, 0, 0, 0, 0)
            .hyper(3)
            .put(2)
            .opaque("def")
            .put(28)
            .opaque("a");
    NfsWords reply = NfsWords.reply().put(STALE).opaque("").put(2).put(22, OK, 38, STALE);
    exchange(call, reply);

    assertThat(events).containsExactly(new FileEvent.WriteFailed(FILE));
  }

  @Test
  void shouldTellOfWritesOfACompoundWithoutAReply() throws IOException {
    NfsWords call =
        compound(3)
            .put(22)
            .opaque("file")
            .put(38, 0, 0, 0, 0)
            .hyper(0)
            .put(2)
            .opaque("abc")
            .put(28)
            .opaque("a");
    exchange(call);

    assertThat(only(FileEvent.WroteUnanswered.class).file()).isEqualTo(FILE);
  }

  @Test
  void shouldRenameFromTheSavedDirectoryToTheCurrentOne() throws IOException {
    NfsWords call = compound(4).put(22).opaque("file").put(32, 22).opaque("dir").put(29);
    exchange(
        call.opaque("a").opaque("b"),
        results(4)
            .put(22, OK, 32, OK, 22, OK, 29, OK, 0)
            .hyper(0)
            .hyper(0)
            .put(0)
            .hyper(0)
            .hyper(0));

    assertThat(events).containsExactly(new FileEvent.Renamed(FILE, name("a"), DIR, name("b")));
  }

  @Test
  void shouldReadDataAndHolesOfReadPlus() throws IOException {
    NfsWords call = compound(2).put(22).opaque("file").put(68, 0, 0, 0, 0).hyper(0).put(1000);
    NfsWords reply =
        results(2)
            .put(22, OK, 68, OK, YES, 3)
            .put(1)
            .hyper(0)
            .hyper(100)
            .put(0)
            .hyper(100)
            .opaque("abc")
            .put(1)
            .hyper(103)
            .hyper(897);
    exchange(call, reply);

    assertThat(events).hasSize(3);
    assertThat(events.get(0)).isEqualTo(new FileEvent.ReadHole(FILE, 0, 100, false));
    assertThat(((FileEvent.Read) events.get(1)).end()).isFalse();
    assertThat(events.get(2)).isEqualTo(new FileEvent.ReadHole(FILE, 103, 897, true, true));
  }

  @ParameterizedTest
  @CsvSource({"1, 0, true", "0, 0, false", "1, 1, false"})
  void shouldTellOfAReadPlusThatFoundTheEnd(int end, int contents, boolean told)
      throws IOException {
    NfsWords call = compound(2).put(22).opaque("file").put(68, 0, 0, 0, 0).hyper(7).put(1000);
    // Of contents, nothing was captured.
    exchange(call, results(2).put(22, OK, 68, OK, end, contents));

    assertThat(events).hasSize(told ? 1 : 0);
    if (told) {
      FileEvent.Read read = only(FileEvent.Read.class);
      assertThat(read.offset()).isEqualTo(7);
      assertThat(read.data().length()).isZero();
      assertThat(read.end()).isTrue();
    }
  }

  @Test
  void shouldTellWhichOperationsChangeAFileAtTheServer() throws IOException {
    NfsWords call = compound(2).put(22).opaque("file").put(62, 0, 0, 0, 0).hyper(0).hyper(100);
    exchange(call, results(2).put(22, OK, 62, OK));

    assertThat(events).containsExactly(new FileEvent.ChangedAtServer(FILE, "DEALLOCATE"));
  }

  @Test
  void shouldTellTheSizeThatSetattrSets() throws IOException {
    NfsWords call =
        compound(2).put(22).opaque("file").put(34, 0, 0, 0, 0, 1, 1 << 4, 8).hyper(2048);
    exchange(call, results(2).put(22, OK, 34, OK, 1, 1 << 4));

    assertThat(events).containsExactly(new FileEvent.Resized(FILE, 2048, SENT));
  }

  @ParameterizedTest
  @CsvSource({"SIZE, 16, true", "nothing, 0, false"})
  void shouldTellTheSizeThatAFailedSetattrSaysItSet(String name, int set, boolean told)
      throws IOException {
    // Given size and, in the second word, mode
    NfsWords call = compound(2).put(22).opaque("file").put(34, 0, 0, 0, 0, 2, 1 << 4, 2, 12);
    NfsWords reply = NfsWords.reply().put(STALE).opaque("").put(2).put(22, OK, 34, STALE, 1, set);
    exchange(call.hyper(2048).put(0644), reply);

    assertThat(events)
        .isEqualTo(told ? List.of(new FileEvent.Resized(FILE, 2048, SENT)) : List.of());
  }

  @ParameterizedTest
  @CsvSource({"UNCHECKED4, 0", "GUARDED4, 1", "EXCLUSIVE4_1, 3"})
  void shouldTellTheSizeThatOpenSets(String name, int mode) throws IOException {
    NfsWords call = compound(3).put(22).opaque("dir").put(18, 0, 2, 0).hyper(1).opaque("owner");
    call.put(1, mode);
    if (name.equals("EXCLUSIVE4_1")) {
      call.hyper(0x1122);
    }
    call.put(1, 1 << 4, 8).hyper(5).put(0).opaque("a").put(10);
    NfsWords reply = results(3).put(22, OK, 18, OK, 1, 2, 3, 4, YES).hyper(1).hyper(2);
    exchange(call, reply.put(0, 1, 1 << 4, 0, 10, OK).opaque("file"));

    assertThat(events)
        .containsExactly(
            new FileEvent.Named(FILE, DIR, name("a"), true), new FileEvent.Resized(FILE, 5, SENT));
  }

  @ParameterizedTest
  @CsvSource({
    "the file is new, 1, 2, 16, true",
    "the directory is as before, 1, 1, 16, false",
    "the reply names no size, 1, 2, 0, false"
  })
  void shouldTellTheSizeThatOpenGivesToANewFileOnly(
      String name, long before, long after, int set, boolean told) throws IOException {
    NfsWords call = compound(3).put(22).opaque("dir").put(18, 0, 2, 0).hyper(1).opaque("owner");
    call.put(1, 0, 1, 1 << 4, 8).hyper(5).put(0).opaque("a").put(10);
    NfsWords reply = results(3).put(22, OK, 18, OK, 1, 2, 3, 4, YES).hyper(before).hyper(after);
    exchange(call, reply.put(0, 1, set, 0, 10, OK).opaque("file"));

    assertThat(events.contains(new FileEvent.Resized(FILE, 5, SENT))).isEqualTo(told);
  }

  // Calls that come again

  @Test
  void shouldTellOfACallOnceThatWasAnsweredTwice() throws IOException {
    NfsWords call = NfsWords.call(3, 6).opaque("file").hyper(100).put(4096);
    NfsWords reply = NfsWords.reply().put(OK, NO, 3, YES).opaque("abc");
    exchange(call, reply);
    Sample again = Sample.call().number(3).repeatOf(100).stream(call.rope());
    Sample twice = Sample.reply().number(4).repeatOf(101).stream(reply.rope());
    nfs.exchange(Sample.exchange(Optional.of(again), Optional.of(twice)));

    assertThat(events).hasSize(1);
  }

  @Test
  void shouldNotTellOfAWriteWithoutAnAnswerThatWasAnsweredWhenItCameAgain() throws IOException {
    Sample first = Sample.call().number(1).stream(write3().opaque("abcdef").rope());
    nfs.exchange(again(7, 1, NfsWords.reply().put(OK, NO, NO, 6, 2).hyper(0)));
    nfs.exchange(Sample.exchange(Optional.of(first), Optional.empty()));

    assertThat(only(FileEvent.Wrote.class).data().length()).isEqualTo(6);
  }

  @Test
  void shouldTakeBackAWriteWithoutAnAnswerThatIsAnsweredWhenItComesAgain() throws IOException {
    Sample first = Sample.call().number(1).stream(write3().opaque("abcdef").rope());
    nfs.exchange(Sample.exchange(Optional.of(first), Optional.empty()));
    nfs.exchange(again(7, 1, NfsWords.reply().put(OK, NO, NO, 6, 2).hyper(0)));

    assertThat(events).hasSize(3);
    assertThat(events.get(0)).isInstanceOf(FileEvent.WroteUnanswered.class);
    assertThat(events.get(1)).isEqualTo(new FileEvent.AnsweredAgain(FILE));
    assertThat(events.get(2)).isInstanceOf(FileEvent.Wrote.class);
  }

  private static RpcExchange again(long number, long repeatOf, NfsWords reply) {
    Sample call =
        Sample.call().number(number).repeatOf(repeatOf).stream(write3().opaque("abcdef").rope());
    Sample replied = Sample.reply().number(number + 1).stream(reply.rope());
    return Sample.exchange(Optional.of(call), Optional.of(replied));
  }

  // What cannot be told

  @Test
  void shouldCountCallsThatAreCutAndRepliesWithoutACall() throws IOException {
    Sample call = Sample.call().stream(Rope.builder().addHole(100, Absence.TRUNCATED).build());
    nfs.exchange(Sample.exchange(Optional.of(call), Optional.empty()));
    nfs.exchange(Sample.exchange(Optional.empty(), Optional.of(Sample.reply())));

    assertThat(events).isEmpty();
    assertThat(nfs.unreadable()).isEqualTo(1);
    assertThat(nfs.withoutCall()).isEqualTo(1);
  }

  private static NfsWords write3() {
    return NfsWords.call(3, 7).opaque("file").hyper(1L << 40).put(6, 0);
  }

  /** A compound of minor version 2, up to its operations. */
  private static NfsWords compound(int operations) {
    return NfsWords.call(4, 1).opaque("").put(2, operations);
  }

  private static NfsWords results(int operations) {
    return NfsWords.reply().put(OK).opaque("").put(operations);
  }

  private void exchange(NfsWords call) throws IOException {
    Sample called = Sample.call().number(messages++).stream(call.rope());
    nfs.exchange(Sample.exchange(Optional.of(called), Optional.empty()));
  }

  private void exchange(NfsWords call, NfsWords reply) throws IOException {
    Sample called = Sample.call().number(messages++).stream(call.rope());
    Sample replied = Sample.reply().number(messages++).stream(reply.rope());
    nfs.exchange(Sample.exchange(Optional.of(called), Optional.of(replied)));
  }

  private <T extends FileEvent> T only(Class<T> type) {
    assertThat(events).hasSize(1).first().isInstanceOf(type);
    return type.cast(events.get(0));
  }

  private static String text(byte[] bytes) {
    return WireBytes.of(bytes).text();
  }

  private static FileRef handle(String bytes) {
    return new FileRef.ByHandle(Sample.SERVER.address(), WireBytes.of(bytes));
  }

  private static FileRef handle2(String bytes) {
    return new FileRef.ByHandle(
        Sample.SERVER.address(), WireBytes.of(bytes + "\0".repeat(32 - bytes.length())));
  }

  private static WireBytes name(String text) {
    return WireBytes.of(text);
  }
}
