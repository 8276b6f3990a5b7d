package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.schema.XdrProcedure;

/** Names out of messages as they are on the wire: RFC 1094, RFC 1813, RFC 7530 and RFC 8881. */
class ServerNamesTest {
  private static final int ROOT = 0xa0;
  private static final int DIRECTORY = 0xd0;
  private static final int FILE = 0xf0;
  private static final int OTHER = 0xf1;

  private static final int OK = 0;
  private static final int NOENT = 2;
  private static final int ACCESS = 13;
  private static final int NO = 0;
  private static final int YES = 1;

  // NFS version 4
  private static final int CREATE = 6;
  private static final int GETATTR = 9;
  private static final int GETFH = 10;
  private static final int LINK = 11;
  private static final int LOOKUP = 15;
  private static final int LOOKUPP = 16;
  private static final int OPEN = 18;
  private static final int OPENATTR = 19;
  private static final int PUTFH = 22;
  private static final int PUTPUBFH = 23;
  private static final int PUTROOTFH = 24;
  private static final int READDIR = 26;
  private static final int REMOVE = 28;
  private static final int RENAME = 29;
  private static final int SAVEFH = 32;
  private static final int NF4DIR = 2;
  private static final int FILEHANDLE = 19;

  // Procedures of version 3, and of version 2
  private static final int GETATTR3 = 1;
  private static final int LOOKUP3 = 3;
  private static final int CREATE3 = 8;
  private static final int MKDIR3 = 9;
  private static final int REMOVE3 = 12;
  private static final int RENAME3 = 14;
  private static final int LINK3 = 15;
  private static final int READDIRPLUS3 = 17;
  private static final int LOOKUP2 = 4;
  private static final int CREATE2 = 9;
  private static final int FATTR2_WORDS = 17;
  private static final int SATTR2_WORDS = 8;
  private static final int HANDLE2 = 32;

  private final ServerNames server = new KnownServers().at(IpAddress.ofIpv4(1));

  // ---- version 4

  @Test
  void shouldBeginPathsAtTheRootOfTheNameSpace() {
    compound(
        new Words().u32(PUTROOTFH, GETFH, LOOKUP).string("dir").u32(GETFH),
        4,
        new Words()
            .u32(PUTROOTFH, OK, GETFH, OK)
            .opaque(28, ROOT)
            .add(done(LOOKUP))
            .add(getfh(DIRECTORY)),
        4);

    assertThat(path4(ROOT)).contains("/");
    assertThat(path4(DIRECTORY)).contains("/dir");
  }

  @Test
  void shouldNotTakeThePublicFileHandleForTheRoot() {
    compound(
        new Words().u32(PUTPUBFH, GETFH, LOOKUP).string("dir").u32(GETFH),
        4,
        new Words().u32(PUTPUBFH, OK).add(getfh(ROOT)).add(done(LOOKUP)).add(getfh(DIRECTORY)),
        4);

    assertThat(path4(ROOT)).isEmpty();
    assertThat(path4(DIRECTORY)).contains("\u2026/dir");
  }

  @Test
  void shouldGoToTheDirectoryAbove() {
    lookup4(ROOT, "dir", DIRECTORY);
    root4(ROOT);

    FileNames names =
        compound(
            putfh(DIRECTORY).u32(LOOKUPP, GETFH),
            3,
            done(PUTFH).add(done(LOOKUPP)).add(getfh(ROOT)),
            3);

    assertThat(names.path(0).map(FilePath::text)).contains("/dir");
    assertThat(names.path(1).map(FilePath::text)).contains("/");
  }

  /** Each of a thousand LOOKUPs may go one deeper: a path of each would take a megabyte. */
  @Test
  void shouldTellOnlyTheEndOfPathsWhereACompoundHasManyLongOnes() {
    Words arguments = new Words().u32(PUTROOTFH);
    Words results = done(PUTROOTFH);
    for (int i = 1; i <= 200; i++) {
      arguments.u32(LOOKUP).string("directory" + i);
      results.add(done(LOOKUP));
    }

    FileNames names = compound(arguments, 201, results, 201);

    assertThat(names.path(2).map(FilePath::text)).contains("/directory1/directory2");
    assertThat(names.path(200).map(FilePath::text)).contains("\u2026/directory200");
    assertThat(names.held()).isBetween(16_000, 40_000);
  }

  /** Names behind OPENATTR are of attributes (RFC 8881 section 5.3). */
  @Test
  void shouldNotTakeTheNameOfAnAttributeForThatOfAFile() {
    root4(ROOT);
    lookup4(ROOT, "file", FILE);

    FileNames names =
        compound(
            putfh(FILE).u32(OPENATTR, NO, GETFH, LOOKUP).string("at").u32(GETFH, GETATTR, 0),
            6,
            done(PUTFH)
                .add(done(OPENATTR))
                .add(getfh(DIRECTORY))
                .add(done(LOOKUP))
                .add(getfh(OTHER))
                .u32(GETATTR, OK, 0, 0),
            6);

    assertThat(names.path(1).map(FilePath::text)).contains("/file");
    assertThat(names.path(3)).isEmpty();
    assertThat(names.isInUnknown(3)).isFalse();
    assertThat(names.path(5)).isEmpty();
    assertThat(path4(OTHER)).isEmpty();
  }

  @Test
  void shouldNotTrustAPlaceThatTheDirectoryAboveContradicts() {
    root4(ROOT);
    lookup4(ROOT, "dir", DIRECTORY);
    lookup4(DIRECTORY, "below", OTHER);

    // Somebody whom nobody saw moved it.
    compound(
        putfh(OTHER).u32(LOOKUPP, GETFH), 3, done(PUTFH).add(done(LOOKUPP)).add(getfh(ROOT)), 3);

    assertThat(path4(OTHER)).isEmpty();
    assertThat(path4(DIRECTORY)).contains("/dir");
  }

  @Test
  void shouldForgetWhatWasInTheDirectoryWhoseHandleAnOpenedFileHas() {
    root4(ROOT);
    lookup4(ROOT, "dir", DIRECTORY);
    lookup4(DIRECTORY, "below", OTHER);

    compound(
        putfh(ROOT)
            .u32(OPEN, NO, YES, NO)
            .u64(0)
            .opaque(4, NO)
            .u32(NO, NO)
            .string("file")
            .u32(GETFH),
        3,
        done(PUTFH)
            .add(done(OPEN))
            .u32(0, 0, 0, 0)
            .u32(YES)
            .u64(0, 0)
            .u32(NO, NO, NO)
            .add(getfh(DIRECTORY)),
        3);

    assertThat(path4(DIRECTORY)).contains("/file");
    assertThat(path4(OTHER)).isEmpty();
  }

  @Test
  void shouldLearnFromAListingWithFileHandles() {
    root4(ROOT);
    Words attributes = new Words().bitmap(FILEHANDLE).opaque(new Words().opaque(28, FILE));

    compound(
        putfh(ROOT).u32(READDIR).u64(0, 0).u32(4096, 4096).bitmap(FILEHANDLE),
        2,
        done(PUTFH)
            .add(done(READDIR))
            .u64(0)
            .u32(YES)
            .u64(7)
            .string("listed")
            .add(attributes)
            .u32(NO, YES),
        2);

    assertThat(path4(FILE)).contains("/listed");
  }

  @Test
  void shouldGiveNothingOfAnOldFileToANewOneWithItsHandle() {
    root4(ROOT);
    lookup4(ROOT, "old", FILE);

    compound(putfh(ROOT).u32(REMOVE).string("old"), 2, done(PUTFH).add(changed(REMOVE)), 2);
    assertThat(path4(FILE)).isEmpty();

    compound(
        putfh(ROOT).u32(CREATE, NF4DIR).string("new").bitmap().u32(0, GETFH),
        3,
        done(PUTFH).add(changed(CREATE)).bitmap().add(getfh(FILE)),
        3);
    assertThat(path4(FILE)).contains("/new");
  }

  @Test
  void shouldKnowTheOtherNameOfAFileWhenOneIsRemoved() {
    root4(ROOT);
    lookup4(ROOT, "a", FILE);

    compound(
        putfh(FILE).u32(SAVEFH).add(putfh(ROOT)).u32(LINK).string("b"),
        4,
        done(PUTFH).add(done(SAVEFH)).add(done(PUTFH)).add(changed(LINK)),
        4);
    assertThat(path4(FILE)).contains("/a");
    compound(putfh(ROOT).u32(REMOVE).string("a"), 2, done(PUTFH).add(changed(REMOVE)), 2);

    assertThat(path4(FILE)).contains("/b");
  }

  @Test
  void shouldNotKeepANameThatWasGivenToAFileWhoseHandleIsNotTold() {
    root4(ROOT);
    lookup4(ROOT, "dir", DIRECTORY);

    // Nobody saw that the other one was removed, but CREATE would have failed.
    compound(
        putfh(ROOT).u32(CREATE, NF4DIR).string("dir").bitmap().u32(0),
        2,
        done(PUTFH).add(changed(CREATE)).bitmap(),
        2);

    assertThat(path4(DIRECTORY)).isEmpty();
  }

  @Test
  void shouldMoveAllThatIsInARenamedDirectory() {
    root4(ROOT);
    lookup4(ROOT, "dir", DIRECTORY);
    lookup4(DIRECTORY, "file", FILE);

    FileNames names =
        compound(
            putfh(ROOT).u32(SAVEFH, RENAME).string("dir").string("moved"),
            3,
            done(PUTFH).add(done(SAVEFH)).add(changed(RENAME)).u32(YES).u64(1, 2),
            3);

    assertThat(names.path().map(FilePath::text)).contains("/dir");
    assertThat(names.newPath(2).map(FilePath::text)).contains("/moved");
    assertThat(path4(FILE)).contains("/moved/file");
  }

  @Test
  void shouldLearnNothingBehindAnOperationThatFailed() {
    root4(ROOT);

    compound(
        putfh(ROOT).u32(LOOKUP).string("none").u32(GETFH), 3, done(PUTFH).u32(LOOKUP, NOENT), 2);

    assertThat(path4(FILE)).isEmpty();
    assertThat(path4(ROOT)).contains("/");
  }

  @ParameterizedTest
  @ValueSource(ints = {LOOKUP, REMOVE, RENAME})
  void shouldForgetAFileWhoseNameIsNotThereAnyMore(int operation) {
    lookup4(DIRECTORY, "file", FILE);
    lookup4(DIRECTORY, "other", OTHER);
    Words call = putfh(DIRECTORY).u32(SAVEFH, operation).string("file");

    FileNames names =
        compound(
            operation == RENAME ? call.string("other") : call,
            3,
            done(PUTFH).add(done(SAVEFH)).u32(operation, NOENT),
            3);

    assertThat(names.path(2).map(FilePath::text)).contains("\u2026/file");
    assertThat(path4(FILE)).isEmpty();
    assertThat(path4(OTHER)).contains("\u2026/other");
  }

  @Test
  void shouldNotFindTheNamesOfAReplyAnewUntilSomethingIsLearned() {
    root4(ROOT);
    lookup4(ROOT, "file", FILE);
    assertThat(path4(FILE)).contains("/file");
    long asOf = server.asOf();
    assertThat(asOf).isPositive();

    lookup4(ROOT, "file", FILE);
    assertThat(server.isStill(asOf, results(OK))).as("nothing new").isTrue();

    compound(
        putfh(ROOT).u32(SAVEFH, RENAME).string("file").string("moved"),
        3,
        done(PUTFH).add(done(SAVEFH)).add(changed(RENAME)).u32(YES).u64(1, 2),
        3);
    assertThat(server.isStill(asOf, results(OK))).as("renamed").isFalse();
    assertThat(path4(FILE)).contains("/moved");
  }

  @Test
  void shouldFindTheNamesOfAReplyAnewThatMayTeach() {
    root4(ROOT);
    Words call = new Words().string("").u32(1, 2).add(putfh(ROOT)).u32(LOOKUP).string("file");
    XdrContent arguments = Nfs4Value.content("COMPOUND4args", call.rope());
    FileNames names =
        server.call(
            header(RpcPrograms.NFS, 4, 1), arguments, Nfs4Compound.of(arguments, Optional.empty()));

    assertThat(names.path().map(FilePath::text)).contains("/file");
    assertThat(server.isStill(server.asOf(), results(OK))).isFalse();
  }

  @Test
  void shouldForgetAllInTheDirectoryOfARenameWhoseNamesAreCut() {
    root4(ROOT);
    lookup4(ROOT, "dir", DIRECTORY);
    lookup4(DIRECTORY, "file", FILE);
    lookup4(ROOT, "other", OTHER);
    Words call = putfh(DIRECTORY).u32(SAVEFH).add(putfh(ROOT)).u32(RENAME);
    int seen = call.length();

    cutCompound(
        call.string("file").string("moved"),
        4,
        seen,
        done(PUTFH).add(done(SAVEFH)).add(done(PUTFH)).add(changed(RENAME)).u32(YES).u64(1, 2));

    assertThat(path4(FILE)).as("may have moved").isEmpty();
    assertThat(path4(OTHER)).as("may have been replaced").isEmpty();
    assertThat(path4(DIRECTORY)).isEqualTo(Optional.of("/dir"));
  }

  @Test
  void shouldForgetAllThatMayBeGoneIfOperationsOfACallAreCut() {
    root4(ROOT);
    lookup4(ROOT, "dir", DIRECTORY);
    lookup4(DIRECTORY, "file", FILE);
    lookup4(ROOT, "other", OTHER);
    Words call = new Words();

    cutCompound(
        call.add(putfh(DIRECTORY)).u32(REMOVE).string("file"),
        2,
        0,
        done(PUTFH).add(changed(REMOVE)));

    assertThat(path4(FILE)).isEmpty();
    assertThat(path4(OTHER)).isEmpty();
    assertThat(path4(DIRECTORY)).as("was not empty").contains("/dir");
  }

  @Test
  void shouldGiveNoOldNameToAFileThatWasMadeByANameThatIsCut() {
    root4(ROOT);
    lookup4(ROOT, "old", FILE);
    Words call = putfh(ROOT).u32(CREATE, NF4DIR);
    int seen = call.length();

    cutCompound(
        call.string("new").bitmap().u32(0, GETFH),
        3,
        seen,
        done(PUTFH).add(changed(CREATE)).bitmap().add(getfh(FILE)));

    assertThat(path4(FILE)).isEmpty();
  }

  @Test
  void shouldForgetAFileWhoseRenameMayHaveNoReply() {
    root4(ROOT);
    lookup4(ROOT, "file", FILE);
    lookup4(ROOT, "moved", OTHER);
    Words call =
        new Words()
            .string("")
            .u32(1, 3)
            .add(putfh(ROOT).u32(SAVEFH, RENAME).string("file").string("moved"));
    XdrContent arguments = Nfs4Value.content("COMPOUND4args", call.rope());

    server.doubt(
        header(RpcPrograms.NFS, 4, 1), arguments, Nfs4Compound.of(arguments, Optional.empty()));

    assertThat(path4(FILE)).isEmpty();
    assertThat(path4(OTHER)).isEmpty();
    lookup4(ROOT, "moved", FILE);
    assertThat(path4(FILE)).contains("/moved");
  }

  /** Answers a call of which only so many bytes of its operations are there. */
  private void cutCompound(Words operations, int count, int seen, Words results) {
    Words begin = new Words().string("").u32(1, count);
    int length = begin.length() + seen;
    Words reply = new Words().u32(OK).string("").u32(count).add(results);
    XdrContent arguments = Nfs4Value.content("COMPOUND4args", begin.add(operations).cutTo(length));
    XdrContent answer = Nfs4Value.content("COMPOUND4res", reply.rope());
    Optional<Nfs4Compound> asked = Nfs4Compound.of(arguments, Optional.empty());
    server.reply(
        header(RpcPrograms.NFS, 4, 1),
        arguments,
        asked,
        FileNames.NONE,
        answer,
        Nfs4Compound.of(answer, asked),
        /* teaches= */ true);
  }

  private void root4(int handle) {
    compound(new Words().u32(PUTROOTFH, GETFH), 2, done(PUTROOTFH).add(getfh(handle)), 2);
  }

  private void lookup4(int directory, String name, int file) {
    compound(
        putfh(directory).u32(LOOKUP).string(name).u32(GETFH),
        3,
        done(PUTFH).add(done(LOOKUP)).add(getfh(file)),
        3);
  }

  private static Words putfh(int handle) {
    return new Words().u32(PUTFH).opaque(28, handle);
  }

  private static Words done(int operation) {
    return new Words().u32(operation, OK);
  }

  /** With one change_info4. */
  private static Words changed(int operation) {
    return done(operation).u32(YES).u64(1, 2);
  }

  private static Words getfh(int handle) {
    return done(GETFH).opaque(28, handle);
  }

  private Optional<String> path4(int handle) {
    return path4(handle, 28);
  }

  private Optional<String> path4(int handle, int length) {
    Words putfh = new Words().u32(PUTFH).opaque(length, handle);
    Words call = new Words().string("").u32(1, 2).add(putfh).u32(GETATTR).bitmap(1);
    XdrContent arguments = Nfs4Value.content("COMPOUND4args", call.rope());
    return server
        .call(
            header(RpcPrograms.NFS, 4, 1), arguments, Nfs4Compound.of(arguments, Optional.empty()))
        .path()
        .map(FilePath::text);
  }

  private FileNames compound(Words operations, int count, Words results, int done) {
    Words call = new Words().string("").u32(1, count).add(operations);
    Words reply = new Words().u32(done < count ? NOENT : OK).string("").u32(done).add(results);
    XdrContent arguments = Nfs4Value.content("COMPOUND4args", call.rope());
    XdrContent answer = Nfs4Value.content("COMPOUND4res", reply.rope());
    assertThat(arguments.check().problems()).isEmpty();
    assertThat(answer.check().problems()).isEmpty();
    Optional<Nfs4Compound> asked = Nfs4Compound.of(arguments, Optional.empty());
    return server.reply(
        header(RpcPrograms.NFS, 4, 1),
        arguments,
        asked,
        FileNames.NONE,
        answer,
        Nfs4Compound.of(answer, asked),
        /* teaches= */ true);
  }

  // ---- versions 2 and 3, MOUNT

  @Test
  void shouldBeginPathsOfVersion3AtTheExport() {
    mount("/srv/nfs");
    lookup3(ROOT, "file", FILE);

    assertThat(path3(ROOT)).contains("/srv/nfs");
    assertThat(path3(FILE)).contains("/srv/nfs/file");
  }

  private void mount(String path) {
    procedure(
        "mount3",
        RpcPrograms.MOUNT,
        3,
        1,
        new Words().string(path),
        new Words().u32(OK).opaque(32, ROOT).u32(1, 1),
        true);
  }

  @Test
  void shouldBeginPathsOfEachVersionWhereItCallsTheFile() {
    Words asked = new Words().u32(PUTROOTFH, GETFH);
    Words answered = done(PUTROOTFH).u32(GETFH, OK).opaque(32, ROOT);
    compound(asked, 2, answered, 2);
    lookup3(ROOT, "file", FILE);
    assertThat(path3(FILE)).contains("\u2026/file");
    assertThat(path4(FILE, 32)).contains("/file");

    mount("/srv/nfs");
    assertThat(path3(FILE)).contains("/srv/nfs/file");
    assertThat(path4(FILE, 32)).contains("/file");

    compound(asked, 2, answered, 2);
    assertThat(path3(FILE)).contains("/srv/nfs/file");
    assertThat(path4(FILE, 32)).contains("/file");
  }

  @Test
  void shouldKnowInEachVersionWhatTheOtherOneDid() {
    compound(
        new Words().u32(PUTROOTFH, GETFH), 2, done(PUTROOTFH).u32(GETFH, OK).opaque(32, ROOT), 2);
    mount("/srv/nfs");
    lookup3(ROOT, "file", FILE);
    lookup3(ROOT, "other", OTHER);

    nfs3(
        RENAME3,
        new Words().opaque(32, ROOT).string("file").opaque(32, ROOT).string("other"),
        new Words().u32(OK, NO, NO, NO, NO));

    assertThat(path4(FILE, 32)).contains("/other");
    assertThat(path4(OTHER, 32)).isEmpty();
  }

  @Test
  void shouldKnowThePlaceInTheNameSpaceOfAnExportThatVersion3Mounts() {
    root4(ROOT);
    compound(
        putfh(ROOT).u32(LOOKUP).string("tiny").u32(GETFH),
        3,
        done(PUTFH).add(done(LOOKUP)).add(done(GETFH)).opaque(32, DIRECTORY),
        3);

    procedure(
        "mount3",
        RpcPrograms.MOUNT,
        3,
        1,
        new Words().string("/export/tiny"),
        new Words().u32(OK).opaque(32, DIRECTORY).u32(1, 1),
        true);

    assertThat(path3(DIRECTORY)).contains("/export/tiny");
    assertThat(path4(DIRECTORY, 32)).contains("/tiny");
  }

  @Test
  void shouldTakeTheLatestPathOfAnExport() {
    mount("/srv/nfs");
    lookup3(ROOT, "file", FILE);
    mount("/srv/moved");

    assertThat(path3(FILE)).contains("/srv/moved/file");
  }

  @Test
  void shouldTellOfACaptureThatBeginsInTheMiddleWhatItCan() {
    assertThat(path3(DIRECTORY)).isEmpty();

    lookup3(DIRECTORY, "file", FILE);

    assertThat(path3(DIRECTORY)).isEmpty();
    assertThat(path3(FILE)).contains("\u2026/file");
  }

  @Test
  void shouldNotTrustAPlaceThatALookupOfTheDirectoryAboveContradicts() {
    lookup3(ROOT, "dir", DIRECTORY);
    lookup3(DIRECTORY, "below", OTHER);
    assertThat(path3(OTHER)).contains("\u2026/dir/below");

    // Somebody whom nobody saw moved it.
    lookup3(OTHER, "..", ROOT);

    assertThat(path3(OTHER)).isEmpty();
    assertThat(path3(DIRECTORY)).contains("\u2026/dir");
  }

  @Test
  void shouldLearnFromReaddirplus() {
    nfs3(
        READDIRPLUS3,
        new Words().opaque(32, DIRECTORY).u64(0, 0).u32(4096, 4096),
        new Words()
            .u32(OK, NO)
            .u64(0)
            .u32(YES)
            .u64(7)
            .string("listed")
            .u64(1)
            .u32(NO, YES)
            .opaque(32, FILE)
            .u32(NO, YES));

    assertThat(path3(FILE)).contains("\u2026/listed");
  }

  @Test
  void shouldKnowTheOtherNameOfAFileOfVersion3WhenOneIsRemoved() {
    lookup3(DIRECTORY, "a", FILE);
    nfs3(
        LINK3,
        new Words().opaque(32, FILE).opaque(32, DIRECTORY).string("b"),
        new Words().u32(OK, NO, NO, NO));
    nfs3(REMOVE3, new Words().opaque(32, DIRECTORY).string("a"), new Words().u32(OK, NO, NO));

    assertThat(path3(FILE)).contains("\u2026/b");
  }

  @Test
  void shouldForgetWhatWasInTheDirectoryThatHadAHandleBefore() {
    lookup3(DIRECTORY, "file", FILE);

    nfs3(
        MKDIR3,
        new Words().opaque(32, OTHER).string("new").u32(0, 0, 0, 0, 0, 0),
        new Words().u32(OK, YES).opaque(32, DIRECTORY).u32(NO, NO, NO));

    assertThat(path3(FILE)).isEmpty();
    assertThat(path3(DIRECTORY)).contains("\u2026/new");
  }

  @Test
  void shouldForgetTheFileThatRenameReplaces() {
    lookup3(DIRECTORY, "new", FILE);
    lookup3(DIRECTORY, "old", OTHER);

    nfs3(
        RENAME3,
        new Words().opaque(32, DIRECTORY).string("new").opaque(32, DIRECTORY).string("old"),
        new Words().u32(OK, NO, NO, NO, NO));

    assertThat(path3(FILE)).contains("\u2026/old");
    assertThat(path3(OTHER)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldNotKeepTheNameOfARemovedFileForItsHandle(boolean teaches) {
    lookup3(DIRECTORY, "first", FILE);
    procedure(
        "nfs3",
        RpcPrograms.NFS,
        3,
        REMOVE3,
        new Words().opaque(32, DIRECTORY).string("first"),
        new Words().u32(OK, NO, NO),
        teaches);
    // A repeat of the reply may come when the name is in use again.
    assertThat(path3(FILE)).isEqualTo(teaches ? Optional.empty() : Optional.of("\u2026/first"));

    nfs3(
        CREATE3,
        new Words().opaque(32, DIRECTORY).string("second").u32(0, 0, 0, 0, 0, 0, 0),
        new Words().u32(OK, YES).opaque(32, FILE).u32(NO, NO, NO));
    assertThat(path3(FILE)).contains("\u2026/second");
  }

  @ParameterizedTest
  @CsvSource({LOOKUP3 + ", 1", REMOVE3 + ", 2", RENAME3 + ", 4"})
  void shouldForgetAFileOfVersion3WhoseNameIsNotThereAnyMore(int procedure, int attributes) {
    lookup3(DIRECTORY, "file", FILE);
    lookup3(DIRECTORY, "other", OTHER);
    Words call = new Words().opaque(32, DIRECTORY).string("file");

    nfs3(
        procedure,
        procedure == RENAME3 ? call.opaque(32, DIRECTORY).string("other") : call,
        new Words().u32(NOENT).u32(new long[attributes]));

    assertThat(path3(FILE)).isEmpty();
    assertThat(path3(OTHER)).contains("\u2026/other");
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 60, 36, 0})
  void shouldForgetWhatARenameThatIsCutMayHaveMovedOrReplaced(int seen) {
    mount("/srv/nfs");
    lookup3(ROOT, "dir", DIRECTORY);
    lookup3(DIRECTORY, "file", FILE);
    lookup3(DIRECTORY, "other", OTHER);

    cut3(
        RENAME3,
        new Words().opaque(32, DIRECTORY).string("file").opaque(32, DIRECTORY).string("other"),
        seen,
        new Words().u32(OK, NO, NO, NO, NO));

    assertThat(path3(FILE)).isEmpty();
    assertThat(path3(OTHER)).isEmpty();
    assertThat(path3(ROOT)).contains("/srv/nfs");
    // It has the file before, and so was not replaced.
    assertThat(path3(DIRECTORY).isPresent()).isEqualTo(seen > 0);
  }

  @Test
  void shouldKeepDirectoriesWithFilesInThemIfSomeFileIsRemoved() {
    mount("/srv/nfs");
    lookup3(ROOT, "dir", DIRECTORY);
    lookup3(DIRECTORY, "file", FILE);
    lookup3(ROOT, "other", OTHER);

    cut3(REMOVE3, new Words().opaque(32, ROOT).string("other"), 36, new Words().u32(OK, NO, NO));

    assertThat(path3(OTHER)).isEmpty();
    assertThat(path3(FILE)).contains("/srv/nfs/dir/file");
  }

  @Test
  void shouldNotKnowWhetherAFileIsThereIfTheReplyThatTellsIsCut() {
    lookup3(DIRECTORY, "file", FILE);
    Words call = new Words().opaque(32, DIRECTORY).string("file");

    reply3(REMOVE3, call.rope(), new Words().u32(OK, NO, NO).cutTo(0));

    assertThat(path3(FILE)).isEmpty();
  }

  private void cut3(int number, Words call, int seen, Words reply) {
    reply3(number, call.cutTo(seen), reply.rope());
  }

  private void reply3(int number, Rope call, Rope reply) {
    XdrProcedure procedure =
        Protocols.load("nfs3").procedure(RpcPrograms.NFS, 3, number).orElseThrow();
    XdrContent arguments = XdrContent.of(procedure.arguments(), call);
    RpcCallHeader header = header(RpcPrograms.NFS, 3, number);
    FileNames ofCall = server.call(header, arguments, Optional.empty());
    XdrContent results = XdrContent.of(procedure.results(), reply);
    assertThat(server.isStill(server.asOf(), results)).isFalse();
    server.reply(
        header,
        arguments,
        Optional.empty(),
        ofCall,
        results,
        Optional.empty(),
        /* teaches= */ true);
  }

  @Test
  void shouldKeepTheNameOfAFileThatCouldNotBeRemoved() {
    lookup3(DIRECTORY, "file", FILE);

    nfs3(
        REMOVE3, new Words().opaque(32, DIRECTORY).string("file"), new Words().u32(ACCESS, NO, NO));

    assertThat(path3(FILE)).contains("\u2026/file");
  }

  @ParameterizedTest
  @ValueSource(ints = {LOOKUP2, CREATE2})
  void shouldNameFilesOfVersion2(int procedure) {
    Words call = new Words().fixed(HANDLE2, DIRECTORY).string("file");
    for (int i = 0; procedure == CREATE2 && i < SATTR2_WORDS; i++) {
      call.u32(0);
    }
    Words reply = new Words().u32(OK).fixed(HANDLE2, FILE);
    for (int i = 0; i < FATTR2_WORDS; i++) {
      reply.u32(1);
    }
    procedure("nfs2", RpcPrograms.NFS, 2, procedure, call, reply, true);

    assertThat(path("nfs2", 2, new Words().fixed(HANDLE2, FILE))).contains("\u2026/file");
  }

  @Test
  void shouldNotFindTheNamesOfAReplyOfVersion3AnewUntilSomethingIsLearned() {
    lookup3(DIRECTORY, "file", FILE);
    assertThat(path3(FILE)).contains("\u2026/file");
    long asOf = server.asOf();
    lookup3(DIRECTORY, "file", FILE);
    assertThat(server.isStill(asOf, results(OK))).as("nothing new").isTrue();

    nfs3(REMOVE3, new Words().opaque(32, DIRECTORY).string("file"), new Words().u32(OK, NO, NO));

    assertThat(server.isStill(asOf, results(OK))).as("removed").isFalse();
    assertThat(path3(FILE)).isEmpty();
  }

  @Test
  void shouldNotFindTheNamesOfAReplyAnewThatFailed() {
    XdrProcedure lookup =
        Protocols.load("nfs3").procedure(RpcPrograms.NFS, 3, LOOKUP3).orElseThrow();
    Words call = new Words().opaque(32, DIRECTORY).string("file");
    FileNames names =
        server.call(
            header(RpcPrograms.NFS, 3, LOOKUP3),
            XdrContent.of(lookup.arguments(), call.rope()),
            Optional.empty());

    assertThat(names.path().map(FilePath::text)).contains("\u2026/file");
    assertThat(server.isStill(server.asOf(), results(NOENT))).as("failed").isTrue();
    assertThat(server.isStill(server.asOf(), results(OK))).as("teaches").isFalse();
  }

  @Test
  void shouldFindTheNamesOfAReplyAnewThatMayTellThatTheFileIsGone() {
    lookup3(DIRECTORY, "file", FILE);
    lookup3(DIRECTORY, "file", FILE);

    assertThat(server.isStill(server.asOf(), results(NOENT))).isFalse();
  }

  private static XdrContent results(int status) {
    XdrProcedure lookup =
        Protocols.load("nfs3").procedure(RpcPrograms.NFS, 3, LOOKUP3).orElseThrow();
    return XdrContent.of(lookup.results(), new Words().u32(status, NO).rope());
  }

  private void lookup3(int directory, String name, int file) {
    nfs3(
        LOOKUP3,
        new Words().opaque(32, directory).string(name),
        new Words().u32(OK).opaque(32, file).u32(NO, NO));
  }

  private void nfs3(int number, Words call, Words reply) {
    procedure("nfs3", RpcPrograms.NFS, 3, number, call, reply, true);
  }

  private void procedure(
      String protocol,
      long program,
      int version,
      int number,
      Words call,
      Words reply,
      boolean teaches) {
    XdrProcedure procedure =
        Protocols.load(protocol).procedure(program, version, number).orElseThrow();
    XdrContent arguments = XdrContent.of(procedure.arguments(), call.rope());
    XdrContent results = XdrContent.of(procedure.results(), reply.rope());
    assertThat(arguments.check().problems()).isEmpty();
    assertThat(results.check().problems()).isEmpty();
    RpcCallHeader header = header(program, version, number);
    FileNames names =
        server.reply(
            header,
            arguments,
            Optional.empty(),
            server.call(header, arguments, Optional.empty()),
            results,
            Optional.empty(),
            teaches);
    assertThat(names.newPath(1)).isEmpty();
  }

  private Optional<String> path3(int handle) {
    return path("nfs3", 3, new Words().opaque(32, handle));
  }

  private Optional<String> path(String protocol, int version, Words getattr) {
    XdrProcedure procedure =
        Protocols.load(protocol).procedure(RpcPrograms.NFS, version, GETATTR3).orElseThrow();
    return server
        .call(
            header(RpcPrograms.NFS, version, GETATTR3),
            XdrContent.of(procedure.arguments(), getattr.rope()),
            Optional.empty())
        .path()
        .map(FilePath::text);
  }

  private static RpcCallHeader header(long program, long version, long procedure) {
    AuthFlavor none = AuthFlavor.AUTH_NONE;
    return new RpcCallHeader(
        1,
        RpcCallHeader.RPC_VERSION,
        program,
        version,
        procedure,
        none,
        Optional.empty(),
        none,
        40);
  }
}
