package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.Hex;
import org.rdmadump.xdr.schema.XdrField;

/** Each construct of RFC 4506 section 4, as a walk shows it. */
class XdrWalkTest {
  @Test
  void shouldShowIntegers() {
    assertShown(
        """
        struct t { int a; unsigned int b; unsigned c; hyper d; unsigned hyper e; };
        """,
        """
        ffffffff  # a
        ffffffff  # b
        00000007  # c
        ffffffff fffffffe  # d
        ffffffff fffffffe  # e
        """,
        """
        t {
          a = -1
          b = 4294967295
          c = 7
          d = -2
          e = 18446744073709551614
        }
        COMPLETE
        """);
  }

  @Test
  void shouldShowFloatingPointNumbers() {
    assertShown(
        "struct t { float a; double b; quadruple c; };",
        """
        3fc00000  # a
        c0040000 00000000  # b
        3fff0000 00000000 00000000 00000001  # c: as bytes, Java has none
        """,
        """
        t {
          a = 1.5
          b = -2.5
          c = 0x3fff0000000000000000000000000001
        }
        COMPLETE
        """);
  }

  @Test
  void shouldNameBoolsAndEnumerations() {
    assertShown(
        """
        const BASE = 0x10;
        enum color { RED = 2, BLUE = BASE, DARK = -1 };
        struct t { bool yes; bool no; color a; color b; enum { ONE = 1 } c; };
        """,
        "00000001 00000000 00000010 ffffffff 00000001",
        """
        t {
          yes = true
          no = false
          a = BLUE
          b = DARK
          c = ONE
        }
        COMPLETE
        """);
  }

  @Test
  void shouldShowOpaquesAndStringsWithoutTheirRoundUp() {
    assertShown(
        "struct t { opaque fixed[3]; opaque counted<8>; string word<>; opaque none<>; };",
        """
        01020300  # fixed
        00000005 0102030405000000  # counted
        00000003 61626300  # word
        00000000  # none
        """,
        """
        t {
          fixed = 0x010203
          counted = 0x0102030405
          word = abc
          none = 0x
        }
        COMPLETE
        """);
  }

  @Test
  void shouldShowAStringThatIsNoTextInHexadecimal() {
    assertShown("typedef string t<>;", "00000002 610a0000", "t = 0x610a\nCOMPLETE\n");
    assertShown("typedef string t<>;", "00000002 c3a40000", "t = ä\nCOMPLETE\n");
    assertShown("typedef string t<>;", "00000002 c3280000", "t = 0xc328\nCOMPLETE\n");
  }

  @Test
  void shouldShowArrays() {
    assertShown(
        """
        typedef string word<>;
        struct t { int pair[2]; unsigned hyper many<3>; word words<>; };
        """,
        """
        00000001 00000002  # pair
        00000001 00000000 00000009  # many
        00000002 00000001 61000000 00000000  # words
        """,
        """
        t {
          pair {
            [0] = 1
            [1] = 2
          }
          many {
            [0] = 9
          }
          words {
            [0] = a
            [1] =\s
          }
        }
        COMPLETE
        """);
  }

  @Test
  void shouldShowTheArmThatTheDiscriminantChose() {
    String declarations =
        """
        enum kind { NUMBER = 0, WORD = 1, ALSO = 2, NOTHING = 3, OTHER = 9 };
        union t switch (kind k) {
        case NUMBER: int number;
        case WORD: case ALSO: string word<>;
        case NOTHING: void;
        default: opaque rest[4];
        };
        """;
    assertShown(
        declarations, "00000000 00000005", "t {\n  k = NUMBER\n  number = 5\n}\nCOMPLETE\n");
    assertShown(
        declarations, "00000002 00000001 78000000", "t {\n  k = ALSO\n  word = x\n}\nCOMPLETE\n");
    assertShown(declarations, "00000003", "t {\n  k = NOTHING\n   absent\n}\nCOMPLETE\n");
    assertShown(
        declarations, "00000009 01020304", "t {\n  k = OTHER\n  rest = 0x01020304\n}\nCOMPLETE\n");
  }

  @Test
  void shouldTakeDiscriminantsOfEveryIntegerType() {
    assertShown(
        "union t switch (int i) { case -1: int a; case 070: int b; };",
        "ffffffff 00000001",
        "t {\n  i = -1\n  a = 1\n}\nCOMPLETE\n");
    assertShown(
        "union t switch (unsigned int i) { case 0xffffffff: int a; case 5: int b; };",
        "ffffffff 00000001",
        "t {\n  i = 4294967295\n  a = 1\n}\nCOMPLETE\n");
    assertShown(
        "union t switch (bool b) { case TRUE: int a; case FALSE: void; };",
        "00000001 00000001",
        "t {\n  b = true\n  a = 1\n}\nCOMPLETE\n");
  }

  @Test
  void shouldShowOptionalDataAsItselfOrAsAbsent() {
    String declarations = "struct t { int *number; struct { int x; } *point; };";
    assertShown(
        declarations,
        "00000001 00000007 00000001 00000008",
        "t {\n  number = 7\n  point {\n    x = 8\n  }\n}\nCOMPLETE\n");
    assertShown(
        declarations, "00000000 00000000", "t {\n  number absent\n  point absent\n}\nCOMPLETE\n");
  }

  @Test
  void shouldShowAUnionThatStandsForOptionalDataLikeOptionalData() {
    String declarations =
        """
        %[maybe]
        union perhaps switch (bool there) { case TRUE: int inside; case FALSE: void; };
        struct t { perhaps number; };
        """;
    assertShown(declarations, "00000001 00000007", "t {\n  number = 7\n}\nCOMPLETE\n");
    assertShown(declarations, "00000000", "t {\n  number absent\n}\nCOMPLETE\n");
  }

  @Test
  void shouldShowALinkedListAsAnArray() {
    String declarations =
        """
        typedef node *chain;
        struct node { int value; chain next; };
        struct t { chain first; node *second; };
        """;
    assertShown(
        declarations,
        """
        00000001 00000005 00000001 00000006 00000000  # first
        00000000  # second
        """,
        """
        t {
          first {
            [0] {
              value = 5
            }
            [1] {
              value = 6
            }
          }
          second {
          }
        }
        COMPLETE
        """);
  }

  @Test
  void shouldShowALinkedListOfManyElements() {
    XdrField list =
        Declared.type("struct node { int value; node *next; }; struct t { node *all; };");
    int count = 100_000;
    byte[] bytes = new byte[count * 8 + 4];
    for (int i = 0; i < count; i++) {
      bytes[i * 8 + 3] = 1;
    }

    XdrContent content = XdrContent.of(list, Rope.of(bytes));

    assertThat(content.check())
        .isEqualTo(new XdrOutcome(XdrEnd.COMPLETE, bytes.length, false, List.of()));
    assertThat(content.tree().at("all"))
        .get()
        .extracting(all -> ((XdrArray) all).size())
        .isEqualTo(count);
  }

  @Test
  void shouldShowARecursiveTypeThatIsNoList() {
    assertShown(
        "struct t { t *left; int value; };",
        "00000001 00000000 00000001 00000002",
        "t {\n  left {\n    left absent\n    value = 1\n  }\n  value = 2\n}\nCOMPLETE\n");
  }

  @Test
  void shouldShowValuesInTheirForms() {
    assertShown(
        """
        enum bits { NONE = 0, READ = 1, WRITE = 2, BOTH = 3, TOP = 0x80000000 };
        enum numbers { ZERO = 0, ONE = 1, FAR = 33 };
        %[filehandle]
        typedef opaque handle<>;
        struct t {
          handle fh;
        %[mode]
          unsigned int mode;
        %[hex]
          unsigned int xid;
        %[hex]
          unsigned hyper id;
        %[flags bits]
          unsigned int access;
        %[flags bits]
          unsigned int top;
        %[names numbers]
          unsigned int named;
        %[names numbers]
          int unnamed;
        %[verifier]
          opaque v[2];
        %[data]
          opaque bulk<>;
        };
        """,
        """
        00000009 313233343536373839000000  # fh: its CRC-32 is the check value of that code
        000001a4  # mode
        000000ff  # xid
        00000000 00000001  # id
        00000013  # access
        80000001  # top
        00000021  # named
        00000022  # unnamed
        abcd0000  # v
        00000001 07000000  # bulk
        """,
        """
        t {
          fh = 0xcbf43926
          mode = 0644
          xid = 0x000000ff
          id = 0x0000000000000001
          access = BOTH|0x10
          top = TOP|READ
          named = FAR
          unnamed = 34
          v = 0xabcd
          bulk = 1 byte
        }
        COMPLETE
        """);
  }

  @Test
  void shouldNotShowWhatTheVisitorDoesNotEnter() {
    XdrField type = Declared.type("struct t { struct { int a; bool b; } inner; int after; };");
    List<String> seen = new ArrayList<>();
    XdrOutcome outcome =
        XdrContent.of(type, Hex.rope("00000001 00000002 00000003"))
            .walk(
                new XdrVisitor() {
                  @Override
                  public boolean enter(XdrField field, long count, XdrCursor at) {
                    seen.add("enter " + at.path() + " " + count);
                    return at.depth() == 0;
                  }

                  @Override
                  public void leave(XdrField field, XdrCursor at) {
                    seen.add("leave " + at.path());
                  }

                  @Override
                  public void number(XdrField field, long value, XdrCursor at) {
                    seen.add(at.path() + " at " + at.position());
                  }

                  @Override
                  public void problem(XdrProblem problem) {
                    seen.add(problem.fault() + " " + problem.path());
                  }
                });

    assertThat(outcome.end()).isEqualTo(XdrEnd.COMPLETE);
    assertThat(seen)
        .containsExactly(
            "enter t 2", "enter t.inner 2", "BAD_BOOL t.inner.b", "t.after at 12", "leave t");
  }

  /** Steps over it at once if its enumerations have names, and else tells which has none. */
  @ParameterizedTest
  @CsvSource({"00000001, ", "00000003, UNKNOWN_VALUE t.inner.kind"})
  void shouldTellOfAnUnknownEnumerationInWhatTheVisitorDoesNotEnter(String kind, String problem) {
    XdrField type =
        Declared.type(
            """
            enum color { RED = 1, BLUE = 2 };
            struct t { struct { int a; color kind; hyper b; } inner; int after; };
            """);
    XdrOutcome outcome =
        XdrContent.of(type, Hex.rope("00000009 " + kind + " 00000000 00000002 00000003"))
            .walk(
                new XdrVisitor() {
                  @Override
                  public boolean enter(XdrField field, long count, XdrCursor at) {
                    return at.depth() == 0;
                  }
                });

    assertThat(outcome.end()).isEqualTo(XdrEnd.COMPLETE);
    assertThat(outcome.position()).isEqualTo(20);
    assertThat(outcome.problems().stream().map(each -> each.fault() + " " + each.path()))
        .isEqualTo(problem == null ? List.of() : List.of(problem));
  }

  @Test
  void shouldTellWhereNumbersEndThatTheVisitorDoesNotEnter() {
    XdrField type = Declared.type("struct t { struct { int a; hyper b; } inner<2>; int after; };");
    XdrVisitor outside =
        new XdrVisitor() {
          @Override
          public boolean enter(XdrField field, long count, XdrCursor at) {
            return at.depth() == 0;
          }
        };
    String whole = "00000001 00000002 00000003 00000004 00000005";

    XdrOutcome all = XdrContent.of(type, Hex.rope(whole)).walk(outside);
    assertThat(all.end()).isEqualTo(XdrEnd.COMPLETE);
    assertThat(all.position()).isEqualTo(20);

    XdrOutcome hole =
        XdrContent.of(
                type,
                Rope.builder()
                    .add(Hex.rope("00000001 00000002"))
                    .addHole(8, Absence.NOT_CAPTURED)
                    .add(Hex.rope("00000005"))
                    .build())
            .walk(outside);
    assertThat(hole.end()).isEqualTo(XdrEnd.MISSING);
    assertThat(hole.position()).isEqualTo(8);
  }

  @Test
  void shouldReadAcrossThePiecesOfARope() {
    byte[] bytes = Hex.bytes("00000001 00000002 00000003 00000006 616263646566 0000");
    XdrField type = Declared.type("struct t { unsigned hyper a; int b; string c<>; };");
    for (int cut = 0; cut <= bytes.length; cut++) {
      Rope rope =
          Rope.builder().add(bytes, 0, cut).add(bytes.clone(), cut, bytes.length - cut).build();

      assertThat(Declared.shown(type, rope))
          .isEqualTo("t {\n  a = 4294967298\n  b = 3\n  c = abcdef\n}\nCOMPLETE\n");
    }
  }

  private static void assertShown(String declarations, String bytes, String expected) {
    assertThat(Declared.shown(Declared.type(declarations), Hex.rope(bytes))).isEqualTo(expected);
  }
}
