package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.Hex;
import org.rdmadump.xdr.decode.XdrOutcome;

/** Compounds, RFC 7530 section 15.2 and RFC 8881 section 16.2. */
class Nfs4CompoundTest {
  private static final int OK = 0;
  private static final int NOENT = 2;
  private static final int OP_ILLEGAL = 10044;

  private static final int ACCESS = 3;
  private static final int CLOSE = 4;
  private static final int CREATE = 6;
  private static final int GETATTR = 9;
  private static final int GETFH = 10;
  private static final int LOOKUP = 15;
  private static final int LOOKUPP = 16;
  private static final int OPEN = 18;
  private static final int OPENATTR = 19;
  private static final int PUTFH = 22;
  private static final int PUTPUBFH = 23;
  private static final int PUTROOTFH = 24;
  private static final int READ = 25;
  private static final int READDIR = 26;
  private static final int RENAME = 29;
  private static final int RENEW = 30;
  private static final int RESTOREFH = 31;
  private static final int SAVEFH = 32;
  private static final int SECINFO = 33;
  private static final int SETATTR = 34;
  private static final int SEQUENCE = 53;
  private static final int ALLOCATE = 59;
  private static final int GETXATTR = 72;
  private static final int CB_GETATTR = 3;
  private static final int CB_RECALL = 4;
  private static final int CB_NOTIFY = 6;
  private static final int CB_SEQUENCE = 11;

  private static final int NF4DIR = 2;

  private static final int DIRECTORY = 0xd0;
  private static final int FILE = 0xf0;

  @Test
  void shouldTellTheOperationsOfACall() {
    // Given
    Words call = call("tag", 1, 3).add(sequence()).add(putfh(FILE)).add(read());

    // When
    Nfs4Compound compound = compound("COMPOUND4args", call);

    // Then
    assertThat(names(compound)).containsExactly("SEQUENCE", "PUTFH", "READ");
    assertThat(compound.count()).isEqualTo(3);
    assertThat(compound.operation(2)).isSameAs(compound.operations().get(2));
    assertThat(compound.isCall()).isTrue();
    assertThat(compound.isCallback()).isFalse();
    assertThat(compound.tag().orElseThrow().text()).isEqualTo("tag");
    assertThat(compound.minorVersion()).hasValue(1);
    assertThat(compound.status()).isEmpty();
    assertThat(compound.main().orElseThrow().name()).isEqualTo("READ");
    assertThat(compound.problems()).isEmpty();
    assertHandles(compound, "", fh(FILE), fh(FILE));
  }

  @Test
  void shouldReadArgumentsAndResultsByName() {
    Words call = call("tag", 1, 2).add(putfh(FILE)).add(read());
    Words reply = reply(OK, 2).u32(PUTFH, OK, READ, OK, 1).opaque(3, 7);

    Nfs4Operation arguments = compound("COMPOUND4args", call).operations().get(1);
    Nfs4Operation results = compound("COMPOUND4res", reply).operations().get(1);

    assertThat(arguments.u64("count")).hasValue(100);
    assertThat(arguments.u64("stateid.seqid")).hasValue(1);
    assertThat(arguments.text("count")).contains("100");
    assertThat(arguments.u64("stateid")).as("what has parts").isEmpty();
    assertThat(arguments.text("none")).isEmpty();
    assertThat(results.text("status")).contains("NFS4_OK");
    assertThat(results.u64("eof")).as("within what the status chose").hasValue(1);
    assertThat(results.text("resok4.data")).as("by its whole path").contains("3 bytes");
  }

  @Test
  void shouldReadNothingOfAnOperationWithoutBody() {
    Nfs4Operation root =
        compound("COMPOUND4args", call("", 1, 1).u32(PUTROOTFH)).operations().get(0);

    assertThat(root.u64("count")).isEmpty();
    assertThat(root.text("name")).isEmpty();
  }

  @Test
  void shouldGiveEachOperationTheHandleThatIsCurrentBeforeIt() {
    // Given a rename: the saved handle is that of the first directory
    Words call =
        call("", 0, 5)
            .add(putfh(DIRECTORY))
            .u32(SAVEFH)
            .add(putfh(FILE))
            .u32(RENAME)
            .string("old")
            .string("new")
            .u32(RESTOREFH);

    // When
    Nfs4Compound compound = compound("COMPOUND4args", call);

    // Then
    assertHandles(compound, fh(DIRECTORY), fh(DIRECTORY), fh(FILE), fh(FILE), fh(DIRECTORY));
    assertThat(compound.operations().get(3).savedHandle().orElseThrow().text())
        .isEqualTo(fh(DIRECTORY));
    assertThat(compound.operations().get(2).savedHandle()).isEmpty();
  }

  @Test
  void shouldLearnAHandleFromGetfhForAllThatComesBehindTheLookup() {
    // Given a lookup whose GETFH is not the first operation behind it
    Words call =
        call("", 0, 5)
            .add(putfh(DIRECTORY))
            .u32(LOOKUP)
            .string("name")
            .u32(ACCESS, 1)
            .u32(GETFH)
            .u32(GETATTR)
            .bitmap();
    Words reply =
        reply(OK, 5)
            .u32(PUTFH, OK, LOOKUP, OK, ACCESS, OK, 1, 1)
            .u32(GETFH, OK)
            .opaque(28, FILE)
            .u32(GETATTR, OK)
            .bitmap()
            .u32(0);

    // When
    Nfs4Compound called = compound("COMPOUND4args", call);
    Nfs4Compound answered = compound("COMPOUND4res", reply, called);

    // Then
    assertHandles(called, fh(DIRECTORY), fh(DIRECTORY), "", "", "");
    assertHandles(answered, fh(DIRECTORY), fh(DIRECTORY), fh(FILE), fh(FILE), fh(FILE));
    assertHandles(
        called.with(answered), fh(DIRECTORY), fh(DIRECTORY), fh(FILE), fh(FILE), fh(FILE));
    assertThat(answered.minorVersion()).hasValue(0);
    assertThat(answered.problems()).isEmpty();
  }

  @Test
  void shouldLearnAHandleFromAnAttribute() {
    // Given GETATTR of type and filehandle
    Words call = call("", 1, 3).u32(PUTROOTFH).u32(GETATTR).bitmap(1, 19).u32(ACCESS, 1);
    Words reply =
        reply(OK, 3)
            .u32(PUTROOTFH, OK, GETATTR, OK)
            .bitmap(1, 19)
            .opaque(new Words().u32(2).opaque(28, FILE))
            .u32(ACCESS, OK, 1, 1);

    // When
    Nfs4Compound called = compound("COMPOUND4args", call);
    Nfs4Compound answered = compound("COMPOUND4res", reply, called);

    // Then
    assertHandles(answered, fh(FILE), fh(FILE), fh(FILE));
  }

  @ParameterizedTest
  @CsvSource({
    "NULL, 0, false",
    "PREVIOUS, 1, true",
    "DELEGATE_CUR, 2, false",
    "DELEGATE_PREV, 3, false",
    "FH, 4, true",
    "DELEG_CUR_FH, 5, true",
    "DELEG_PREV_FH, 6, true"
  })
  void shouldKeepTheHandleOfAnOpenByHandleOnly(String name, int claim, boolean kept) {
    // Given
    Words open = new Words().u32(OPEN).u32(0, 1, 0).u64(1).string("owner").u32(0).u32(claim);
    switch (name) {
      case "NULL", "DELEGATE_PREV" -> open.string("name");
      case "PREVIOUS" -> open.u32(1);
      case "DELEGATE_CUR" -> open.stateid(1, 1).string("name");
      case "DELEG_CUR_FH" -> open.stateid(1, 1);
      default -> {
        // The handle says it all.
      }
    }
    Words call = call("", 1, 3).add(putfh(FILE)).add(open).u32(ACCESS, 1);

    // When
    Nfs4Compound compound = compound("COMPOUND4args", call);

    // Then
    assertHandles(compound, fh(FILE), fh(FILE), kept ? fh(FILE) : "");
  }

  @ParameterizedTest
  @ValueSource(ints = {LOOKUP, LOOKUPP, CREATE, OPENATTR, PUTROOTFH, PUTPUBFH})
  void shouldNotTakeTheHandleBeforeForOneThatIsMadeCurrent(int number) {
    // Given an operation that makes another file the current one, of which no GETFH tells
    Words made =
        switch (number) {
          case LOOKUP -> new Words().string("name");
          case CREATE -> new Words().u32(NF4DIR).string("name").bitmap().u32(0);
          case OPENATTR -> new Words().u32(0);
          default -> new Words();
        };
    Words call = call("", 1, 3).add(putfh(DIRECTORY)).u32(number).add(made).u32(ACCESS, 1);

    // When
    Nfs4Compound compound = compound("COMPOUND4args", call);

    // Then
    boolean isAboutDirectory = number != PUTROOTFH && number != PUTPUBFH;
    assertHandles(compound, fh(DIRECTORY), isAboutDirectory ? fh(DIRECTORY) : "", "");
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void shouldLoseTheHandleToSecinfoInLaterMinorVersions(int minorVersion, boolean kept) {
    Words call =
        call("", minorVersion, 3).add(putfh(DIRECTORY)).u32(SECINFO).string("name").u32(ACCESS, 1);

    Nfs4Compound compound = compound("COMPOUND4args", call);

    assertHandles(compound, fh(DIRECTORY), fh(DIRECTORY), kept ? fh(DIRECTORY) : "");
  }

  @Test
  void shouldTellTheResultsOfACompoundThatFailedEarly() {
    // Given a call of four operations whose second result is the last one
    Words call =
        call("", 1, 4).add(putfh(DIRECTORY)).u32(LOOKUP).string("name").u32(GETFH).add(read());
    Words reply = reply(NOENT, 2).u32(PUTFH, OK, LOOKUP, NOENT);

    // When
    Nfs4Compound called = compound("COMPOUND4args", call);
    Nfs4Compound answered = compound("COMPOUND4res", reply, called);

    // Then
    assertThat(names(answered)).containsExactly("PUTFH", "LOOKUP");
    assertThat(answered.status().orElseThrow().text()).isEqualTo("NFS4ERR_NOENT");
    assertThat(answered.operations().get(1).isFailed()).isTrue();
    assertThat(answered.main().orElseThrow().name()).isEqualTo("READ");
    assertThat(answered.mainResult()).isEmpty();
    assertThat(answered.problems()).isEmpty();
  }

  @Test
  void shouldReadAnIllegalOperationAndItsResult() {
    Nfs4Compound called = compound("COMPOUND4args", call("", 1, 1).u32(OP_ILLEGAL));
    Nfs4Compound answered =
        compound("COMPOUND4res", reply(OP_ILLEGAL, 1).u32(OP_ILLEGAL, OP_ILLEGAL), called);

    assertThat(names(called)).containsExactly("ILLEGAL");
    assertThat(names(answered)).containsExactly("ILLEGAL");
    assertThat(answered.operations().get(0).status().orElseThrow().text())
        .isEqualTo("NFS4ERR_OP_ILLEGAL");
    assertThat(answered.problems()).isEmpty();
  }

  @Test
  void shouldStopAtAnOperationThatDoesNotExist() {
    // Given operation 99 between two others
    Words call = call("", 1, 3).add(putfh(FILE)).u32(99, 1, 2, 3).u32(GETFH);

    // When
    Nfs4Compound compound = compound("COMPOUND4args", call);

    // Then
    assertThat(names(compound)).containsExactly("PUTFH", "op 99");
    assertThat(compound.announced()).isEqualTo(3);
    assertThat(compound.operations().get(1).body()).isEmpty();
    assertThat(rules(compound)).containsExactly("nfs.unknown-operation");
  }

  @Test
  void shouldAcceptTheAnswerToAnOperationThatDoesNotExist() {
    Nfs4Compound called = compound("COMPOUND4args", call("", 1, 1).u32(99));
    Nfs4Compound answered =
        compound("COMPOUND4res", reply(OP_ILLEGAL, 1).u32(OP_ILLEGAL, OP_ILLEGAL), called);

    assertThat(answered.problems()).isEmpty();
  }

  @Test
  void shouldReadAnOperationOfALaterMinorVersionAndSaySo() {
    Words call = call("", 1, 2).add(putfh(FILE)).u32(ALLOCATE).stateid(1, 1).u64(0, 4096);

    Nfs4Compound compound = compound("COMPOUND4args", call);

    assertThat(names(compound)).containsExactly("PUTFH", "ALLOCATE");
    assertThat(compound.operations().get(1).body()).isPresent();
    assertThat(rules(compound)).containsExactly("nfs.operation-of-other-minor-version");
    assertThat(compound.problems().get(0).operation()).isEqualTo(1);
  }

  @Test
  void shouldSaySoOfAnOperationThatOnlyMinorVersion0Has() {
    Nfs4Compound compound = compound("COMPOUND4args", call("", 1, 1).u32(RENEW).u64(1));

    assertThat(rules(compound)).containsExactly("nfs.operation-of-other-minor-version");
  }

  @Test
  void shouldReadAnAttributeOfALaterMinorVersionAndSaySo() {
    // Given mode_umask, and the same in the version that has it
    Words setattr =
        new Words().u32(SETATTR).stateid(0, 0).bitmap(81).opaque(new Words().u32(0666, 0022));

    // When
    Nfs4Compound early = compound("COMPOUND4args", call("", 1, 2).add(putfh(FILE)).add(setattr));
    Nfs4Compound right = compound("COMPOUND4args", call("", 2, 2).add(putfh(FILE)).add(setattr));

    // Then
    assertThat(rules(early)).containsExactly("nfs.attribute-of-other-minor-version");
    assertThat(rules(right)).isEmpty();
  }

  @Test
  void shouldFindAnAttributeOfALaterMinorVersionInAnExclusiveOpen() {
    // Given EXCLUSIVE4_1 with mode_umask
    Words open = new Words().u32(OPEN).u32(0, 1, 0).u64(1).string("owner").u32(1, 3).fixed(8, 1);
    open.bitmap(81).opaque(new Words().u32(0666, 0022)).u32(0).string("name");

    assertThat(rules(compound("COMPOUND4args", call("", 1, 1).add(open))))
        .containsExactly("nfs.attribute-of-other-minor-version");
    assertThat(rules(compound("COMPOUND4args", call("", 2, 1).add(open)))).isEmpty();
  }

  @Test
  void shouldFindAttributesOfALaterMinorVersionInADirectory() {
    // Given a directory whose second entry has xattr_support, asked for or not
    Words plain = new Words().u32(1).u64(1).string("a").bitmap(1).opaque(new Words().u32(2));
    Words later = new Words().u32(1).u64(2).string("b").bitmap(82).opaque(new Words().u32(1));
    Words results = reply(0, 1).u32(READDIR, 0).fixed(8, 1).add(plain).add(later).u32(0).u32(1);
    Nfs4Compound asked = compound("COMPOUND4args", call("", 1, 1).add(readdir(1, 82)));
    Nfs4Compound notAsked = compound("COMPOUND4args", call("", 1, 1).add(readdir(1)));
    Nfs4Compound right = compound("COMPOUND4args", call("", 2, 1).add(readdir(1, 82)));

    assertThat(rules(compound("COMPOUND4res", results, asked)))
        .containsExactly("nfs.attribute-of-other-minor-version");
    assertThat(rules(compound("COMPOUND4res", results, notAsked))).isEmpty();
    assertThat(rules(compound("COMPOUND4res", results, right))).isEmpty();
  }

  @Test
  void shouldFindAttributesOfALaterMinorVersionInCallbacks() {
    // Given CB_GETATTR, and CB_NOTIFY of a new entry, with xattr_support
    Words attributes = new Words().bitmap(82).opaque(new Words().u32(1));
    Words entry = new Words().u32(0).string("new").add(attributes).u32(0, 0, 1);
    Words notify =
        new Words()
            .string("")
            .u32(1, 0, 1, CB_NOTIFY)
            .stateid(1, 1)
            .opaque(28, 1)
            .u32(1)
            .bitmap(3)
            .opaque(entry);
    Words ask = new Words().string("").u32(1, 0, 1, CB_GETATTR).opaque(28, 1).bitmap(82);
    Words got = reply(0, 1).u32(CB_GETATTR, 0).add(attributes);

    assertThat(rules(compound("CB_COMPOUND4args", notify)))
        .containsExactly("nfs.attribute-of-other-minor-version");
    assertThat(rules(compound("CB_COMPOUND4res", got, compound("CB_COMPOUND4args", ask))))
        .containsExactly("nfs.attribute-of-other-minor-version");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0, CLAIM_NULL, ''",
    "0, 1, 4, CLAIM_FH, OPEN: CLAIM_FH is of minor version 1",
    "1, 1, 4, CLAIM_FH, ''",
    "0, 0x401, 0, WANT, OPEN: OPEN4_SHARE_ACCESS_WANT_NO_DELEG is of minor version 1",
    "1, 0x401, 0, WANT, ''",
    "1, 0x100001, 0, WANT, OPEN: OPEN4_SHARE_ACCESS_WANT_DELEG_TIMESTAMPS is of minor version 2",
    "2, 0x100001, 0, WANT, ''",
  })
  void shouldFindValuesOfALaterMinorVersionInAnOpen(
      int minorVersion, String access, int claim, String of, String said) {
    Words open = new Words().u32(OPEN).u32(0, Long.decode(access), 0).u64(1).string("owner");
    open.u32(0, claim);
    if (claim == 0) {
      open.string("name");
    }

    assertThat(laterValues(compound("COMPOUND4args", call("", minorVersion, 1).add(open))))
        .as(of)
        .isEqualTo(said.isEmpty() ? List.of() : List.of(said + ", not of " + minorVersion));
  }

  private static List<String> laterValues(Nfs4Compound compound) {
    return compound.problems().stream()
        .filter(each -> each.rule().name().equals("nfs.value-of-other-minor-version"))
        .map(Nfs4Problem::message)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0x3f, ''",
    "1, 0x41, ACCESS4_XAREAD",
    "0, 0x80, ACCESS4_XAWRITE",
    "1, 0x100, ACCESS4_XALIST",
    "2, 0x1c0, ''",
  })
  void shouldFindBitsOfALaterMinorVersionInAnAccess(int minorVersion, String bits, String said) {
    long access = Long.decode(bits);
    Words asked = call("", minorVersion, 1).u32(3, access);
    Words told = reply(0, 1).u32(3, 0, access, access);
    List<String> expected =
        said.isEmpty()
            ? List.of()
            : List.of("ACCESS: " + said + " is of minor version 2, not of " + minorVersion);

    Nfs4Compound call = compound("COMPOUND4args", asked);
    assertThat(laterValues(call)).isEqualTo(expected);
    assertThat(laterValues(compound("COMPOUND4res", told, call))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"1, 0x103, false", "1, 0x107, true", "2, 0x107, false"})
  void shouldFindFlagsOfALaterMinorVersionInAnExchangeId(
      int minorVersion, String flags, boolean found) {
    Words asked = call("", minorVersion, 1).u32(42).u64(1).string("owner");
    asked.u32(Long.decode(flags), 0, 0);

    assertThat(laterValues(compound("COMPOUND4args", asked)))
        .isEqualTo(
            found
                ? List.of(
                    "EXCHANGE_ID: EXCHGID4_FLAG_SUPP_FENCE_OPS is of minor version 2, not of 1")
                : List.of());
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, false"})
  void shouldFindADelegationOfALaterMinorVersionInACallback(int minorVersion, boolean found) {
    Words push = new Words().string("").u32(minorVersion, 0, 1, 7).opaque(28, 1).u32(4);
    push.stateid(1, 1).u32(0, 0, 0, 0).string("");

    assertThat(laterValues(compound("CB_COMPOUND4args", push)))
        .isEqualTo(
            found
                ? List.of(
                    "CB_PUSH_DELEG: OPEN_DELEGATE_READ_ATTRS_DELEG is of minor version 2, not of 1")
                : List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 10048, false",
    "0, 10049, true",
    "1, 10087, false",
    "1, 10088, true",
    "2, 10096, false",
    "0, 99999, false",
  })
  void shouldFindStatusesOfALaterMinorVersion(int minorVersion, int status, boolean found) {
    Nfs4Compound call = compound("COMPOUND4args", call("", minorVersion, 1).add(putfh(FILE)));
    Nfs4Compound reply = compound("COMPOUND4res", reply(status, 1).u32(PUTFH, status), call);

    assertThat(rules(reply).contains("nfs.value-of-other-minor-version")).isEqualTo(found);
  }

  @Test
  void shouldFindAnOperationOfALaterMinorVersionWithItsStatusOnce() {
    // Given GETXATTR in minor version 1, with NFS4ERR_NOXATTR
    Nfs4Compound call = compound("COMPOUND4args", call("", 1, 1).u32(GETXATTR).string("a"));
    Nfs4Compound reply = compound("COMPOUND4res", reply(10095, 1).u32(GETXATTR, 10095), call);

    assertThat(rules(reply)).containsExactly("nfs.operation-of-other-minor-version");
  }

  @ParameterizedTest
  @CsvSource({"0, 3, true", "1, 3, false", "1, 4, true", "2, 4, false"})
  void shouldFindDelegationsOfALaterMinorVersion(int minorVersion, int type, boolean found) {
    Nfs4Compound call = compound("COMPOUND4args", call("", minorVersion, 1).u32(OPEN));
    Words results =
        reply(0, 1).u32(OPEN, 0).stateid(1, 1).u32(1).u64(1, 2).u32(0, 0, type).stateid(1, 2);

    assertThat(
            rules(compound("COMPOUND4res", results.u32(0, 0, 0, 0, 0), call))
                .contains("nfs.value-of-other-minor-version"))
        .isEqualTo(found);
  }

  @Test
  void shouldReadOnBehindAnAttributeThatDoesNotExist() {
    // Given attribute 93, of which not even the length is known
    Words call =
        call("", 2, 2)
            .u32(SETATTR)
            .stateid(0, 0)
            .bitmap(4, 93)
            .opaque(new Words().u64(100).u32(1, 2, 3))
            .add(putfh(FILE));

    // When
    Nfs4Compound compound = compound("COMPOUND4args", call);
    XdrOutcome outcome = Nfs4Value.content("COMPOUND4args", call.rope()).check();

    // Then
    assertThat(names(compound)).containsExactly("SETATTR", "PUTFH");
    assertThat(outcome.position()).isEqualTo(call.rope().length());
    assertThat(outcome.problems())
        .extracting(problem -> problem.fault().rule().name())
        .containsExactly("xdr.unknown-bit");
  }

  @Test
  void shouldSaySoOfAMinorVersionThatDoesNotExist() {
    Nfs4Compound compound = compound("COMPOUND4args", call("", 3, 1).u32(PUTROOTFH));

    assertThat(rules(compound)).containsExactly("nfs.unknown-minor-version");
  }

  @Test
  void shouldSaySoOfResultsThatDoNotAgreeWithTheirCall() {
    // Given
    Nfs4Compound called = compound("COMPOUND4args", call("", 0, 2).u32(PUTROOTFH).u32(GETFH));

    // When
    Nfs4Compound other =
        compound("COMPOUND4res", reply(OK, 2).u32(PUTROOTFH, OK, SAVEFH, OK), called);
    Nfs4Compound behind =
        compound("COMPOUND4res", reply(OK, 2).u32(PUTROOTFH, NOENT, GETFH, OK).u32(0), called);
    Nfs4Compound status = compound("COMPOUND4res", reply(NOENT, 1).u32(PUTROOTFH, OK), called);
    Nfs4Compound more =
        compound(
            "COMPOUND4res",
            reply(OK, 3).u32(PUTROOTFH, OK, GETFH, OK).opaque(28, FILE).u32(SAVEFH, OK),
            called);

    // Then
    assertThat(rules(other)).containsExactly("nfs.result-of-other-operation");
    assertThat(rules(behind)).containsExactly("nfs.result-behind-failure");
    assertThat(rules(status)).containsExactly("nfs.status-differs");
    assertThat(rules(more)).containsExactly("nfs.result-of-other-operation");
    assertThat(more.problems().get(0).message()).isEqualTo("SAVEFH where the call has nothing");
  }

  @Test
  void shouldSaySoOfOperationsWithoutResultAlthoughNoneFailed() {
    // Given
    Nfs4Compound called = compound("COMPOUND4args", call("", 0, 2).u32(PUTROOTFH).u32(GETFH));

    // When
    Nfs4Compound one = compound("COMPOUND4res", reply(OK, 1).u32(PUTROOTFH, OK), called);
    Nfs4Compound none = compound("COMPOUND4res", reply(OK, 0), called);

    // Then
    assertThat(rules(one)).containsExactly("nfs.operation-without-result");
    assertThat(one.problems().get(0).message())
        .isEqualTo("NFS4_OK with 1 result for 2 operations; GETFH has none");
    assertThat(rules(none)).containsExactly("nfs.operation-without-result");
    assertThat(none.problems().get(0).message())
        .isEqualTo("NFS4_OK with 0 results for 2 operations; PUTROOTFH has none");
  }

  @Test
  void shouldSaySoOfCallbacksWithoutResult() {
    // Given
    Words recall = new Words().u32(CB_RECALL).stateid(1, 1).u32(0).opaque(28, FILE);
    Nfs4Compound called =
        compound("CB_COMPOUND4args", new Words().string("").u32(1, 0, 2).add(recall).add(recall));

    // When
    Nfs4Compound early = compound("CB_COMPOUND4res", reply(OK, 1).u32(CB_RECALL, OK), called);
    Nfs4Compound failed =
        compound("CB_COMPOUND4res", reply(NOENT, 1).u32(CB_RECALL, NOENT), called);

    // Then
    assertThat(rules(early)).containsExactly("nfs.operation-without-result");
    assertThat(rules(failed)).isEmpty();
  }

  @Test
  void shouldTakeResultsThatEndAtAFailureOrCannotBeReadAsTheyAre() {
    // Given
    Nfs4Compound called = compound("COMPOUND4args", call("", 0, 3).u32(PUTROOTFH, GETFH, SAVEFH));

    // When
    Nfs4Compound failed = compound("COMPOUND4res", reply(NOENT, 1).u32(PUTROOTFH, NOENT), called);
    Nfs4Compound refused = compound("COMPOUND4res", reply(NOENT, 0), called);
    Nfs4Compound cutInStatus = compound("COMPOUND4res", reply(OK, 1).u32(PUTROOTFH), called);
    Nfs4Compound cutInResults =
        compound("COMPOUND4res", reply(OK, 2).u32(PUTROOTFH, OK, GETFH), called);
    Nfs4Compound cutBefore = compound("COMPOUND4res", new Words().u32(OK).string(""), called);

    // Then
    assertThat(List.of(failed, refused, cutInStatus, cutInResults, cutBefore))
        .allSatisfy(each -> assertThat(rules(each)).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "PUTROOTFH, 24 10 9",
    "GETATTR, 24 9",
    "GETFH, 22 10",
    "LOOKUP, 22 15 10 9",
    "RENAME, 22 32 22 29",
    "READ, 22 25 9"
  })
  void shouldTellWhatACompoundIsAbout(String main, String operations) {
    // Given
    String[] numbers = operations.split(" ", -1);
    Words call = call("", 0, numbers.length);
    for (String number : numbers) {
      call.add(operation(Integer.parseInt(number)));
    }

    // When
    Nfs4Compound compound = compound("COMPOUND4args", call);

    // Then
    assertThat(compound.main().orElseThrow().name()).isEqualTo(main);
  }

  private static Words operation(int number) {
    return switch (number) {
      case PUTFH -> putfh(FILE);
      case LOOKUP -> new Words().u32(LOOKUP).string("name");
      case GETATTR -> new Words().u32(GETATTR).bitmap();
      case RENAME -> new Words().u32(RENAME).string("a").string("b");
      case READ -> read();
      default -> new Words().u32(number);
    };
  }

  @Test
  void shouldReadACallbackAndItsReply() {
    // Given
    Words call =
        new Words()
            .string("")
            .u32(1, 7, 2)
            .u32(CB_SEQUENCE)
            .fixed(16, 1)
            .u32(1, 0, 0, 0, 0)
            .u32(CB_RECALL)
            .stateid(1, 1)
            .u32(0)
            .opaque(28, FILE);
    Words reply =
        new Words()
            .u32(OK)
            .string("")
            .u32(2)
            .u32(CB_SEQUENCE, OK)
            .fixed(16, 1)
            .u32(1, 0, 0, 0)
            .u32(CB_RECALL, OK);

    // When
    Nfs4Compound called = compound("CB_COMPOUND4args", call);
    Nfs4Compound answered = compound("CB_COMPOUND4res", reply, called);

    // Then
    assertThat(called.isCallback()).isTrue();
    assertThat(names(called)).containsExactly("CB_SEQUENCE", "CB_RECALL");
    assertHandles(called, "", fh(FILE));
    assertThat(answered.main().orElseThrow().name()).isEqualTo("CB_RECALL");
    assertThat(answered.main().flatMap(Nfs4Operation::status)).as("of arguments").isEmpty();
    assertThat(answered.mainResult().flatMap(Nfs4Operation::status)).isPresent();
    assertThat(called.mainResult()).as("results of a call").isEmpty();
    assertHandles(answered, "", fh(FILE));
    assertThat(answered.problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CB_GETATTR",
        "CB_RECALL",
        "CB_LAYOUTRECALL",
        "CB_NOTIFY",
        "CB_PUSH_DELEG",
        "CB_NOTIFY_LOCK",
        "CB_OFFLOAD"
      })
  void shouldTellTheHandleThatACallbackIsAbout(String name) {
    // Given
    Words words = new Words();
    Words operation =
        switch (name) {
          case "CB_GETATTR" -> words.u32(3).opaque(28, FILE).bitmap();
          case "CB_RECALL" -> words.u32(4).stateid(1, 1).u32(0).opaque(28, FILE);
          case "CB_LAYOUTRECALL" ->
              words.u32(5).u32(1, 3, 1, 1).opaque(28, FILE).u64(0, -1).stateid(2, 4);
          case "CB_NOTIFY" -> words.u32(6).stateid(1, 1).opaque(28, FILE).u32(0);
          case "CB_PUSH_DELEG" -> words.u32(7).opaque(28, FILE).u32(0);
          case "CB_NOTIFY_LOCK" -> words.u32(13).opaque(28, FILE).u64(9).string("owner");
          default -> words.u32(15).opaque(28, FILE).stateid(1, 1).u32(28).u64(4096);
        };
    Words call = new Words().string("").u32(2, 7, 1).add(operation);

    // When
    Nfs4Compound compound = compound("CB_COMPOUND4args", call);

    // Then
    assertThat(names(compound)).containsExactly(name);
    assertHandles(compound, fh(FILE));
    assertThat(compound.problems()).isEmpty();
  }

  @Test
  void shouldReadAReplyWithoutItsCall() {
    Words reply = reply(OK, 2).u32(PUTFH, OK).u32(CLOSE, OK).stateid(1, 1);

    Nfs4Compound compound = compound("COMPOUND4res", reply);

    assertThat(names(compound)).containsExactly("PUTFH", "CLOSE");
    assertThat(compound.minorVersion()).isEmpty();
    assertThat(compound.main().orElseThrow().name()).isEqualTo("CLOSE");
    assertHandles(compound, "", "");
  }

  @Test
  void shouldTellWhatWasCapturedOfACutCall() {
    // Given a call that is cut at every length
    Rope whole = call("tag", 1, 3).add(sequence()).add(putfh(FILE)).add(read()).rope();

    for (long captured = 0; captured < whole.length(); captured++) {
      // When
      Nfs4Compound compound =
          Nfs4Compound.of(
                  Nfs4Value.content("COMPOUND4args", Hex.snapped(whole, captured)),
                  Optional.empty())
              .orElseThrow();

      // Then what is told is of the beginning of the call, and nothing is said to be wrong
      List<String> names = names(compound);
      assertThat(names)
          .as("%d bytes", captured)
          .isEqualTo(List.of("SEQUENCE", "PUTFH", "READ").subList(0, names.size()));
      assertThat(compound.problems()).as("%d bytes", captured).isEmpty();
    }
  }

  @Test
  void shouldKeepApartNoMoreOperationsThanTheLimit() {
    // Given
    int count = Nfs4Compound.MOST_OPERATIONS + 1;
    Words call = call("", 0, count);
    for (int i = 0; i < count; i++) {
      call.u32(GETFH);
    }

    // When
    Nfs4Compound compound = compound("COMPOUND4args", call);

    // Then
    assertThat(compound.operations()).hasSize(Nfs4Compound.MOST_OPERATIONS);
    assertThat(compound.announced()).isEqualTo(count);
    assertThat(rules(compound)).containsExactly("nfs.many-operations");
  }

  @Test
  void shouldTakeNoOtherTypeForACompound() {
    assertThat(
            Nfs4Compound.of(Nfs4Value.content("READ4args", new Words().rope()), Optional.empty()))
        .isEmpty();
  }

  private static Words call(String tag, int minorVersion, int count) {
    return new Words().string(tag).u32(minorVersion, count);
  }

  private static Words reply(int status, int count) {
    return new Words().u32(status).string("").u32(count);
  }

  private static Words readdir(int... asked) {
    return new Words().u32(READDIR).u64(0).fixed(8, 0).u32(1000, 1000).bitmap(asked);
  }

  private static Words sequence() {
    return new Words().u32(SEQUENCE).fixed(16, 5).u32(1, 0, 0, 0);
  }

  private static Words putfh(int handle) {
    return new Words().u32(PUTFH).opaque(28, handle);
  }

  private static Words read() {
    return new Words().u32(READ).stateid(1, 1).u64(0).u32(100);
  }

  private static Nfs4Compound compound(String type, Words words) {
    return Nfs4Compound.of(Nfs4Value.content(type, words.rope()), Optional.empty()).orElseThrow();
  }

  private static Nfs4Compound compound(String type, Words words, Nfs4Compound call) {
    return Nfs4Compound.of(Nfs4Value.content(type, words.rope()), Optional.of(call)).orElseThrow();
  }

  private static List<String> names(Nfs4Compound compound) {
    return compound.operations().stream().map(Nfs4Operation::name).toList();
  }

  private static List<String> rules(Nfs4Compound compound) {
    return compound.problems().stream().map(problem -> problem.rule().name()).toList();
  }

  /** Of each operation the handle in its form, or nothing if it has none that is known. */
  private static void assertHandles(Nfs4Compound compound, String... handles) {
    assertThat(
            compound.operations().stream()
                .map(each -> each.handle().map(it -> it.text()).orElse("")))
        .containsExactly(handles);
  }

  /** The form of a handle of 28 equal bytes. */
  private static String fh(int value) {
    return compound("COMPOUND4args", call("", 0, 1).add(putfh(value)))
        .operations()
        .get(0)
        .handle()
        .orElseThrow()
        .text();
  }
}
