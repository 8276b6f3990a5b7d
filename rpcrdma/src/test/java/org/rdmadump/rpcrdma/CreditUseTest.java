package org.rdmadump.rpcrdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many of the credits that were granted calls used. */
class CreditUseTest {
  private final CreditUse credits = new CreditUse();

  @Test
  void shouldCountCallsThatUseTheLastCreditOfThoseGrantedThen() {
    credits.called(32);
    credits.granted(2);
    credits.over();

    credits.called(32);
    assertThat(credits.exhausted()).isZero();
    credits.called(32);
    assertThat(credits.exhausted()).isOne();

    credits.granted(64);
    credits.called(32);
    assertThat(credits.exhausted()).isOne();
    assertThat(credits.mostInFlight()).isEqualTo(3);
  }

  @Test
  void shouldNotCountTheCallBeforeTheFirstGrant() {
    credits.called(32);

    assertThat(credits.exhausted()).isZero();
  }

  @Test
  void shouldTakeCreditsForUnsigned() {
    credits.called(0xffff_ffffL);
    credits.granted(0xffff_ffffL);
    credits.over();
    credits.called(0xffff_ffffL);
    credits.granted(32);

    assertThat(credits.asked()).isEqualTo(4_294_967_295L);
    assertThat(credits.mostGranted()).isEqualTo(4_294_967_295L);
    assertThat(credits.leastGranted()).isEqualTo(32);
    assertThat(credits.exhausted()).isZero();
  }
}
