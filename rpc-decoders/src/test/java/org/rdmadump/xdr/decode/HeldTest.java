package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.Hex;
import org.rdmadump.xdr.schema.XdrField;

/** Opaques whose content is declared. */
class HeldTest {
  private static final String ONE = // a value inside, another behind
      """
      struct point { int x; int y; };
      struct t {
      %[holds point]
        opaque body<>;
        int after;
      };
      """;

  private static final String BY_MEMBER = // what is inside depends on a member around it
      """
      union bodies switch (unsigned int type) {
      case 1: int number;
      case 2: string word<>;
      case 3: void;
      };
      struct inner {
      %[holds bodies by type]
        opaque body<>;
      };
      struct t { unsigned int type; inner in; int after; };
      """;

  private static final String SELECTED = // attributes, as NFSv4 has them
      """
      union values switch (unsigned int bit) {
      case 0: int zero;
      case 2: string two<>;
      case 33: bool far;
      };
      struct t {
        unsigned int mask<>;
      %[selected values by mask]
        opaque vals<>;
        int after;
      };
      """;

  @Test
  void shouldShowTheContentUnderTheNameOfTheOpaque() {
    assertShown(
        ONE,
        "00000008 00000001 00000002 00000003",
        """
        t {
          body {
            x = 1
            y = 2
          }
          after = 3
        }
        COMPLETE
        """);
  }

  @Test
  void shouldShowAnEmptyOpaqueAsItIs() {
    assertShown(ONE, "00000000 00000003", "t {\n  body = 0x\n  after = 3\n}\nCOMPLETE\n");
  }

  @Test
  void shouldTellBytesBehindTheContentAndGoOn() {
    assertShown(
        ONE,
        "0000000c 00000001 00000002 00000009 00000003",
        """
        t {
          body {
            x = 1
            y = 2
          }
          ! xdr.trailing-bytes t.body: 4 bytes after the last value
          after = 3
        }
        TRAILING
        """);
  }

  @Test
  void shouldGoOnBehindContentThatIsBroken() {
    assertShown(
        ONE,
        "00000004 00000001 00000003",
        """
        t {
          body {
            x = 1
            ! xdr.beyond-end t.body.y: 4 bytes, with 0 bytes left
          }
          after = 3
        }
        BAD
        """);
  }

  @Test
  void shouldGoOnBehindContentThatIsAbsent() {
    Rope rope =
        Rope.builder()
            .add(Hex.bytes("00000008 00000001"))
            .addHole(4, Absence.LOST)
            .add(Hex.bytes("00000003"))
            .build();

    assertThat(Declared.shown(Declared.type(ONE), rope))
        .isEqualTo("t {\n  body {\n    x = 1\n  }\n  after = 3\n}\nMISSING\n");
  }

  @Test
  void shouldChooseTheContentByAMemberAround() {
    assertShown(
        BY_MEMBER,
        "00000001 00000004 00000007 00000003",
        "t {\n  type = 1\n  in {\n    body = 7\n  }\n  after = 3\n}\nCOMPLETE\n");
    assertShown(
        BY_MEMBER,
        "00000002 00000008 00000001 78000000 00000003",
        "t {\n  type = 2\n  in {\n    body = x\n  }\n  after = 3\n}\nCOMPLETE\n");
  }

  @Test
  void shouldShowContentOfNoKnownTypeAsAnOpaque() {
    assertShown(
        BY_MEMBER,
        "00000003 00000004 00000007 00000003",
        "t {\n  type = 3\n  in {\n    body = 0x00000007\n  }\n  after = 3\n}\nCOMPLETE\n");
    assertShown(
        BY_MEMBER,
        "00000063 00000004 00000007 00000003",
        "t {\n  type = 99\n  in {\n    body = 0x00000007\n  }\n  after = 3\n}\nCOMPLETE\n");
  }

  @Test
  void shouldShowTheValuesThatABitmapSelects() {
    assertShown(
        SELECTED,
        """
        00000002 00000005 00000002  # bits 0, 2, 33
        00000010 00000007 00000001 78000000 00000001
        00000003
        """,
        """
        t {
          mask {
            [0] = 5
            [1] = 2
          }
          vals {
            zero = 7
            two = x
            far = true
          }
          after = 3
        }
        COMPLETE
        """);
  }

  @Test
  void shouldEndTheContentAtABitOfNoKnownType() {
    assertShown(
        SELECTED,
        "00000001 00000003 00000008 00000007 00000008 00000003",
        """
        t {
          mask {
            [0] = 3
          }
          vals {
            zero = 7
            ! xdr.unknown-bit t.vals: bit 1 is undefined in values
          }
          after = 3
        }
        BAD
        """);
  }

  @Test
  void shouldFindTheSameInTheTree() {
    XdrField type = Declared.type(SELECTED);
    XdrValue tree =
        XdrContent.of(
                type,
                Hex.rope(
                    "00000002 00000005 00000002 00000010 00000007 00000001 78000000 00000001"
                        + " 00000003"))
            .tree();

    assertThat(tree.at("vals.zero")).get().hasToString("zero=7");
    assertThat(tree.at("vals.two")).get().hasToString("two=x");
    assertThat(tree.at("vals.far")).get().hasToString("far=true");
    assertThat(tree.at("after")).get().hasToString("after=3");
    assertThat(tree.at("vals")).get().extracting(XdrValue::end).isEqualTo(32L);

    XdrValue byMember =
        XdrContent.of(Declared.type(BY_MEMBER), Hex.rope("00000001 00000004 00000007 00000003"))
            .tree();
    assertThat(byMember.at("in.body")).get().hasToString("body=7");
    assertThat(byMember.at("after")).get().hasToString("after=3");

    XdrValue one =
        XdrContent.of(Declared.type(ONE), Hex.rope("00000008 00000001 00000002 00000003")).tree();
    assertThat(one.at("body.y")).get().hasToString("y=2");
  }

  private static void assertShown(String declarations, String bytes, String expected) {
    assertThat(Declared.shown(Declared.type(declarations), Hex.rope(bytes))).isEqualTo(expected);
  }
}
