package org.rdmadump.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcknowledgementTimesTest implements ReceiptListener {
  private final AcknowledgementTimes times = new AcknowledgementTimes();
  private final List<String> told = new ArrayList<>();

  @Override
  public void acknowledged(long position, long epochNanos) {
    told.add(position + " at " + epochNanos);
  }

  @Test
  void shouldTellEachPartWithItsFirstAcknowledgement() {
    times.add(100, 1);
    times.add(200, 2);
    times.add(300, 3);

    times.tell(250, this);
    assertThat(told).containsExactly("100 at 1", "200 at 2", "250 at 3");
    assertThat(times.isEmpty()).isFalse();

    times.tell(300, this);
    assertThat(told).endsWith("300 at 3");
    assertThat(times.isEmpty()).isTrue();
  }

  @Test
  void shouldTellTheRestWithTheTimeOfTheLast() {
    times.take(50, 9, 50, this);

    assertThat(told).containsExactly("50 at 9");
  }

  @Test
  void shouldKeepTheFirstOfVeryMany() {
    int many = 3 * AcknowledgementTimes.MOST;
    for (int i = 1; i <= many; i++) {
      times.add(i, 1000 + i);
    }

    times.tell(many, this);

    assertThat(told).hasSize(AcknowledgementTimes.MOST).startsWith("1 at 1001", "2 at 1002");
    assertThat(told).endsWith(many + " at " + (1000 + many));
    assertThat(times.isEmpty()).isTrue();
  }

  @Test
  void shouldTakeMoreWhereOthersWereTold() {
    for (long i = 1; i <= 1000; i++) {
      times.add(2 * i, i);
      times.add(2 * i + 1, i);
      times.tell(2 * i + 1, this);
    }

    assertThat(told).hasSize(2000).startsWith("2 at 1", "3 at 1").endsWith("2001 at 1000");
  }
}
