package org.rdmadump.rpcrdma.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadListTest {
  private static ReadList list(int entries) {
    ReadList list = new ReadList();
    for (int i = 0; i < entries; i++) {
      list.add(i, i + 1, 100L + i, 1000L + i, 4);
    }
    return list;
  }

  @Test
  void shouldGiveBackWhatItTook() {
    ReadList list = new ReadList();
    list.add(0xffff_ffffL, -2, 0xffff_fffeL, -1, 4);

    assertThat(list.position(0)).isEqualTo(0xffff_ffffL);
    assertThat(list.handle(0)).isEqualTo(-2);
    assertThat(list.length(0)).isEqualTo(0xffff_fffeL);
    assertThat(list.offset(0)).isEqualTo(-1);
  }

  @Test
  void shouldBeTheSameAsOneWithTheSameEntries() {
    for (int entries = 0; entries < 20; entries++) {
      assertThat(list(entries).isSameAs(list(entries))).isTrue();
      assertThat(list(entries).isSameAs(list(entries + 1))).isFalse();
      assertThat(list(entries + 1).isSameAs(list(entries))).isFalse();
    }
  }

  @Test
  void shouldCompareTheOneWithoutEntries() {
    assertThat(ReadList.EMPTY.isSameAs(ReadList.EMPTY)).isTrue();
    assertThat(ReadList.EMPTY.isSameAs(list(0))).isTrue();
    assertThat(ReadList.EMPTY.isSameAs(list(1))).isFalse();
    assertThat(list(1).isSameAs(ReadList.EMPTY)).isFalse();
  }
}
