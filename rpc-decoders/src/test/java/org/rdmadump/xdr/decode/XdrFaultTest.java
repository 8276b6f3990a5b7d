package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.Hex;
import org.rdmadump.xdr.schema.XdrField;

/** What is wrong with values is told with the name of the value; what is right is still shown. */
class XdrFaultTest {
  @Test
  void shouldTellALengthOfMoreBytesThanThereAre() {
    assertShown(
        "struct t { int a; opaque data<>; };",
        "00000001 00000009 0102030405060708",
        """
        t {
          a = 1
          ! xdr.bad-length t.data: length 9, with 8 bytes left
        }
        BAD
        """);
  }

  @Test
  void shouldTellALengthBeyondItsBound() {
    assertShown(
        "struct t { string name<3>; };",
        "00000004 61626364",
        "t {\n  ! xdr.bad-length t.name: length 4, at most 3\n}\nBAD\n");
  }

  @Test
  void shouldTellACountThatCannotBe() {
    assertShown(
        "struct t { int list<>; };",
        "ffffffff 00000001",
        "t {\n  ! xdr.bad-count t.list: count 4294967295, with 4 bytes left\n}\nBAD\n");
    assertShown(
        "struct t { int list<2>; };",
        "00000003 00000001 00000001 00000001",
        "t {\n  ! xdr.bad-count t.list: count 3, at most 2\n}\nBAD\n");
  }

  @Test
  void shouldTellADiscriminantWithoutArm() {
    assertShown(
        "union u switch (int i) { case 1: int a; }; struct t { u both[2]; };",
        "00000001 00000005 00000002",
        """
        t {
          both {
            [0] {
              i = 1
              a = 5
            }
            [1] {
              i = 2
              ! xdr.bad-discriminant t.both[1].i: 2 selects no arm of u
            }
          }
        }
        BAD
        """);
  }

  @Test
  void shouldTellABoolBeforeOptionalDataThatIsNone() {
    assertShown(
        "struct t { int *a; };",
        "00000002 00000001",
        "t {\n  ! xdr.bad-discriminant t.a: bool of 2 before optional data\n}\nBAD\n");
    assertShown(
        "struct n { int a; n *next; }; struct t { n *all; };",
        "00000001 00000007 000000ff",
        """
        t {
          all {
            [0] {
              a = 7
            }
            ! xdr.bad-discriminant t.all: bool of 255 before optional data
          }
        }
        BAD
        """);
  }

  @Test
  void shouldGoOnBehindABoolOrAnEnumerationThatIsNone() {
    assertShown(
        "enum e { ONE = 1 }; %\nstruct t { bool b; e one; e other; };".replace("%\n", ""),
        "00000002 00000001 00000007",
        """
        t {
          b = 2
          ! xdr.bad-bool t.b: bool of 2
          one = ONE
          other = 7
          ! xdr.unknown-value t.other: 7 is not a value of e
        }
        COMPLETE
        """);
  }

  @Test
  void shouldTakeAnyValueOfAnOpenEnumeration() {
    assertShown("%[open]\nenum t { ONE = 1 };", "00000007", "t = 7\nCOMPLETE\n");
  }

  @Test
  void shouldTellRoundUpThatIsNotZero() {
    assertShown(
        "struct t { opaque a<>; opaque b[2]; };",
        "00000001 01000001 01020000",
        """
        t {
          a = 0x01
          ! xdr.bad-padding t.a: round-up bytes that are not zero
          b = 0x0102
        }
        COMPLETE
        """);
  }

  @Test
  void shouldTellNanosecondsOfASecondAndMore() {
    assertShown(
        "struct t {\n%[nanoseconds]\nunsigned int a;\n%[nanoseconds]\nunsigned int b; int c; };",
        "3b9ac9ff 3b9aca00 00000001",
        """
        t {
          a = 999999999
          b = 1000000000
          ! xdr.bad-nanoseconds t.b: 1000000000 nanoseconds, a second or more
          c = 1
        }
        COMPLETE
        """);
  }

  @Test
  void shouldTellNanosecondsThatNobodyListensTo() {
    XdrField type =
        Declared.type(
            "%[time]\nstruct u { hyper s;\n%[nanoseconds]\nunsigned int n; }; typedef u t<>;");
    Rope times = Hex.rope("00000002 0000000000000001 00000005 0000000000000002 ffffffff");

    assertThat(XdrContent.of(type, times).check().problems())
        .extracting(XdrProblem::fault)
        .containsExactly(XdrFault.BAD_NANOSECONDS);
  }

  @Test
  void shouldTellBytesBehindTheLastValue() {
    assertShown(
        "typedef int t;",
        "00000001 00000002",
        "t = 1\n! xdr.trailing-bytes t: 4 bytes after the last value\nTRAILING\n");
  }

  @Test
  void shouldTellWhereTheBytesEnd() {
    assertShown(
        "struct t { int a; hyper b; };",
        "00000001 00000002",
        "t {\n  a = 1\n  ! xdr.beyond-end t.b: 8 bytes, with 4 bytes left\n}\nBAD\n");
    assertShown(
        "struct t { int a; opaque b[8]; };",
        "00000001 00000002",
        "t {\n  a = 1\n  ! xdr.beyond-end t.b: 8 bytes, with 4 bytes left\n}\nBAD\n");
  }

  @Test
  void shouldEndValuesInsideOfTooManyOthers() {
    XdrField type = Declared.type("struct t { t *left; int value; };");
    byte[] bytes = new byte[4000];
    for (int i = 3; i < bytes.length; i += 4) {
      bytes[i] = 1;
    }

    XdrOutcome outcome = XdrContent.of(type, Rope.of(bytes)).check();

    assertThat(outcome.end()).isEqualTo(XdrEnd.BAD);
    assertThat(outcome.problems())
        .singleElement()
        .extracting(XdrProblem::fault)
        .isEqualTo(XdrFault.TOO_DEEP);
    assertThat(XdrContent.of(type, Rope.of(bytes)).tree().end()).isEqualTo(-1);
  }

  @Test
  void shouldEndOptionalDataOfItself() {
    XdrField type = Declared.type("typedef t *u; union t switch (int i) { case 1: u more; };");
    byte[] bytes = new byte[40_000];
    for (int i = 3; i < bytes.length; i += 4) {
      bytes[i] = 1;
    }

    assertThat(XdrContent.of(type, Rope.of(bytes)).check().problems())
        .extracting(XdrProblem::fault)
        .containsExactly(XdrFault.TOO_DEEP);
    assertThat(XdrContent.of(type, Rope.of(bytes)).tree().end()).isEqualTo(-1);
  }

  @Test
  void shouldKeepOnlyTheFirstProblems() {
    XdrField type = Declared.type("typedef bool t<>;");
    byte[] bytes = new byte[404];
    bytes[3] = 100;
    for (int i = 7; i < bytes.length; i += 4) {
      bytes[i] = 5;
    }

    XdrOutcome outcome = XdrContent.of(type, Rope.of(bytes)).check();

    assertThat(outcome.end()).isEqualTo(XdrEnd.COMPLETE);
    assertThat(outcome.problems()).hasSize(XdrOutcome.MOST_PROBLEMS);
  }

  @Test
  void shouldStopAtAHoleInANumber() {
    Rope rope =
        Rope.builder()
            .add(Hex.bytes("00000001 0000"))
            .addHole(2, Absence.LOST)
            .add(Hex.bytes("00000003"))
            .build();

    assertThat(Declared.shown(Declared.type("struct t { int a; int b; int c; };"), rope))
        .isEqualTo("t {\n  a = 1\n}\nMISSING\n");
  }

  @Test
  void shouldGoOnBehindAHoleInAnOpaque() {
    Rope rope =
        Rope.builder()
            .add(Hex.bytes("00000006 0102"))
            .addHole(4, Absence.TRUNCATED)
            .add(Hex.bytes("0000 00000003"))
            .build();
    XdrField type = Declared.type("struct t { opaque a<>; int b; };");

    assertThat(Declared.shown(type, rope))
        .isEqualTo("t {\n  a = 6 bytes, not all here\n  b = 3\n}\nCOMPLETE\n");
    assertThat(XdrContent.of(type, rope).check())
        .isEqualTo(new XdrOutcome(XdrEnd.COMPLETE, 16, true, List.of()));
  }

  private static void assertShown(String declarations, String bytes, String expected) {
    assertThat(Declared.shown(Declared.type(declarations), Hex.rope(bytes))).isEqualTo(expected);
  }
}
