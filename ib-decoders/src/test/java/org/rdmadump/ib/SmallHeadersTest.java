package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Hex;

class SmallHeadersTest {
  @Test
  void shouldReadTheHandleThatASendInvalidates() {
    // IETH of RC SEND Only with Invalidate, rocev2-nfs41-basic
    // 0000  00 00 0c 47
    assertThat(Ieth.read(Hex.buffer("00 00 0c 47"), 0)).isEqualTo(new Ieth(0xc47));
  }

  @Test
  void shouldReadImmediateData() {
    // ImmDt of UD SEND Only with Immediate, rxe-cm: the sender's queue pair
    // 0000  00 00 00 12
    assertThat(ImmDt.read(Hex.buffer("00 00 00 12"), 0)).isEqualTo(new ImmDt(0x12));
  }

  @Test
  void shouldReadTheContextOfAReliableDatagram() {
    assertThat(Rdeth.read(Hex.buffer("ff fe dc ba"), 0)).isEqualTo(new Rdeth(0xfedcba));
  }

  @Test
  void shouldReadTheSharedReceiveQueue() {
    assertThat(XrcEth.read(Hex.buffer("ff fe dc ba"), 0)).isEqualTo(new XrcEth(0xfedcba));
  }

  @Test
  void shouldReadWhatAFlushIsToReach() {
    assertThat(Feth.read(Hex.buffer("ff ff ff d2"), 0)).isEqualTo(new Feth(1, 2));
  }

  @Test
  void shouldKnowThePathMtus() {
    assertThat(PathMtu.of(1).bytes()).isEqualTo(256);
    assertThat(PathMtu.of(5).bytes()).isEqualTo(4096);
    assertThat(PathMtu.of(0)).isEqualTo(PathMtu.RESERVED);
    assertThat(PathMtu.of(6)).isEqualTo(PathMtu.RESERVED);
    assertThat(PathMtu.values())
        .allSatisfy(mtu -> assertThat(PathMtu.of(mtu.code())).isSameAs(mtu));
  }
}
