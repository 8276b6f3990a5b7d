package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.Hex;

class XdrTreeTest {
  private static final String DECLARATIONS =
      """
      typedef string word<>;
      union choice switch (int which) { case 1: int number; case 2: void; };
      struct node { string name<>; node *next; };
      struct t {
        int first;
        opaque bytes<>;
        int *perhaps;
        choice chosen;
        word words<>;
        int pair[2];
        node *list;
        int last;
      };
      """;

  private static final String BYTES =
      """
      00000001  # first
      00000003 0a0b0c00  # bytes
      00000001 00000005  # perhaps
      00000001 00000006  # chosen
      00000002 00000001 61000000 00000002 62630000  # words
      00000007 00000008  # pair
      00000001 00000001 78000000 00000001 00000001 79000000 00000000  # list
      00000009  # last
      """;

  private final Rope rope = Hex.rope(BYTES);
  private final XdrStruct tree =
      (XdrStruct) XdrContent.of(Declared.type(DECLARATIONS), rope).tree();

  @Test
  void shouldFindValuesByPath() {
    assertThat(text("first")).isEqualTo("1");
    assertThat(text("bytes")).isEqualTo("0x0a0b0c");
    assertThat(text("perhaps")).isEqualTo("5");
    assertThat(text("chosen.which")).isEqualTo("1");
    assertThat(text("chosen.number")).isEqualTo("6");
    assertThat(text("words[1]")).isEqualTo("bc");
    assertThat(text("pair[0]")).isEqualTo("7");
    assertThat(text("list[1].name")).isEqualTo("y");
    assertThat(text("last")).isEqualTo("9");
    assertThat(tree.end()).isEqualTo(rope.length());
  }

  @Test
  void shouldSayWhatAValueIs() {
    assertThat(tree).hasToString("t={first, bytes, perhaps, chosen, words, pair, list, last}");
    assertThat(tree.at("first").orElseThrow()).hasToString("first=1");
    assertThat(tree.at("bytes").orElseThrow()).hasToString("bytes=0x0a0b0c");
    assertThat(tree.at("chosen").orElseThrow()).hasToString("chosen={which=1}");
    assertThat(tree.at("words").orElseThrow()).hasToString("words=[2]");
  }

  @Test
  void shouldSayThatThereIsNoValue() {
    Rope absent = Hex.rope("00000001 00000000 00000000");
    XdrStruct cut = (XdrStruct) XdrContent.of(Declared.type(DECLARATIONS), absent).tree();

    assertThat(cut.get("perhaps").orElseThrow()).hasToString("perhaps=nothing");
    assertThat(cut.get("chosen").orElseThrow()).hasToString("chosen=unreadable");
  }

  @Test
  void shouldFindNothingByAPathThatLeadsNowhere() {
    assertThat(tree.at("none")).isEmpty();
    assertThat(tree.at("first.more")).isEmpty();
    assertThat(tree.at("words[2]")).isEmpty();
    assertThat(tree.at("words[-1]")).isEmpty();
    assertThat(tree.at("list[2]")).isEmpty();
    assertThat(tree.at("first[0]")).isEmpty();
    assertThat(tree.at("chosen.nothing")).isEmpty();
    assertThatThrownBy(() -> tree.at("words[1")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldReadNumbersAndTextsByPath() {
    assertThat(tree.number("first")).hasValue(1);
    assertThat(tree.number("chosen.number")).hasValue(6);
    assertThat(tree.number("bytes")).as("an opaque").isEmpty();
    assertThat(tree.number("none")).isEmpty();
    assertThat(tree.text("bytes")).contains("0x0a0b0c");
    assertThat(tree.text("list[1].name")).contains("y");
    assertThat(tree.text("pair[0]")).contains("7");
    assertThat(tree.text("pair")).as("what has parts").isEmpty();
    assertThat(tree.text("none")).isEmpty();
    assertThat(tree.get("first").orElseThrow().number("")).hasValue(1);
  }

  @Test
  void shouldHaveNoTextOfBytesThatAreAbsent() {
    Rope holed =
        Rope.builder()
            .add(rope, 0, 8)
            .addHole(4, Absence.LOST)
            .add(rope, 12, rope.length())
            .build();
    XdrValue torn = XdrContent.of(Declared.type(DECLARATIONS), holed).tree();

    assertThat(torn.at("bytes")).isPresent();
    assertThat(torn.text("bytes")).isEmpty();
    assertThat(torn.number("last")).hasValue(9);
  }

  @Test
  void shouldFindTheLastValueFirst() {
    assertThat(tree.get(7)).hasToString("last=9");
    assertThat(tree.get(6)).isInstanceOf(XdrArray.class);
    assertThat(tree.get("list")).get().extracting(list -> ((XdrArray) list).size()).isEqualTo(2);
  }

  @Test
  void shouldGoThroughElements() {
    List<String> seen = new ArrayList<>();
    for (XdrValue each : (XdrArray) tree.get("words").orElseThrow()) {
      seen.add(((XdrBytes) each).text());
    }
    for (XdrValue each : (XdrArray) tree.get("list").orElseThrow()) {
      seen.add(each.at("name").orElseThrow().toString());
    }
    assertThat(seen).containsExactly("a", "bc", "name=x", "name=y");
    XdrArray pair = (XdrArray) tree.get("pair").orElseThrow();
    assertThatThrownBy(() -> pair.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shouldKnowWhereValuesAre() {
    XdrBytes bytes = (XdrBytes) tree.get(1);

    assertThat(bytes.start()).isEqualTo(4);
    assertThat(bytes.contentStart()).isEqualTo(8);
    assertThat(bytes.length()).isEqualTo(3);
    assertThat(bytes.end()).isEqualTo(12);
    assertThat(bytes.bytes().toArray(0, 3)).containsExactly(10, 11, 12);
    assertThat(bytes.parent()).contains(tree);
    assertThat(bytes.root()).isSameAs(tree);
    assertThat(tree.root()).isSameAs(tree);
  }

  @Test
  void shouldNotCopyALargeOpaque() {
    byte[] message = new byte[4 + (1 << 20)];
    message[1] = 0x10;
    XdrBytes data =
        (XdrBytes) XdrContent.of(Declared.type("typedef opaque t<>;"), Rope.of(message)).tree();
    message[4 + 500_000] = 42;

    assertThat(data.bytes().byteAt(500_000)).isEqualTo((byte) 42);
  }

  @Test
  void shouldTellAbsentAndVoidFromValues() {
    XdrStruct other =
        (XdrStruct)
            XdrContent.of(
                    Declared.type(DECLARATIONS),
                    Hex.rope(
                        "00000001 00000000 00000000 00000002 00000000 00000007 00000008 00000000"
                            + " 00000009"))
                .tree();

    assertThat(other.get("perhaps")).get().isInstanceOf(XdrNothing.class);
    assertThat(((XdrUnion) other.get("chosen").orElseThrow()).arm()).isInstanceOf(XdrNothing.class);
    assertThat(other.at("last")).get().hasToString("last=9");
  }

  @Test
  void shouldHaveUnreadableValuesBehindAHole() {
    Rope cut =
        Rope.builder().add(rope, 0, 4).addHole(4, Absence.LOST).add(rope, 8, rope.length()).build();
    XdrStruct holed = (XdrStruct) XdrContent.of(Declared.type(DECLARATIONS), cut).tree();

    assertThat(holed.at("first")).get().hasToString("first=1");
    assertThat(holed.get(1))
        .isInstanceOfSatisfying(XdrUnreadable.class, it -> assertThat(it.isMissing()).isTrue());
    assertThat(holed.get(7))
        .isInstanceOfSatisfying(XdrUnreadable.class, it -> assertThat(it.isMissing()).isTrue());
    assertThat(holed.at("last")).isEmpty();
    assertThat(holed.end()).isEqualTo(-1);
  }

  @Test
  void shouldHaveUnreadableValuesBehindOneThatIsBroken() {
    XdrStruct broken =
        (XdrStruct)
            XdrContent.of(Declared.type(DECLARATIONS), Hex.rope("00000001 ffffffff 00000000"))
                .tree();

    assertThat(broken.get(1))
        .isInstanceOfSatisfying(XdrUnreadable.class, it -> assertThat(it.isMissing()).isFalse());
    assertThat(broken.at("chosen")).isEmpty();
  }

  @Test
  void shouldHoldTheElementsBeforeABreakInAList() {
    XdrArray list =
        (XdrArray)
            XdrContent.of(
                    Declared.type("struct node { string name<>; node *next; }; typedef node *t;"),
                    Hex.rope("00000001 00000001 78000000 00000001 00000009 79000000"))
                .tree();

    assertThat(list.size()).isEqualTo(2);
    assertThat(list.at("[0].name")).get().hasToString("name=x");
    assertThat(list.at("[1].name")).isEmpty();
    assertThat(list.end()).isEqualTo(-1);
  }

  private String text(String path) {
    XdrValue value = tree.at(path).orElseThrow();
    return value instanceof XdrNumber number ? number.text() : ((XdrBytes) value).text();
  }
}
