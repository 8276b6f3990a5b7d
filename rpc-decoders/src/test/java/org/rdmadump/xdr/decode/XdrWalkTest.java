package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.xdr.Hex;

/** Each construct of RFC 4506 section 4, as a walk shows it. */
class XdrWalkTest {
  @Test
  void shouldShowIntegers() {
    String shown =
        Declared.shown(
            Declared.type(
                """
                struct t { int a; unsigned int b; unsigned c; hyper d; unsigned hyper e; };
                """),
            Hex.rope(
                """
                ffffffff  # a
                ffffffff  # b
                00000007  # c
                ffffffff fffffffe  # d
                ffffffff fffffffe  # e
                """));

    assertThat(shown)
        .isEqualTo(
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
}
