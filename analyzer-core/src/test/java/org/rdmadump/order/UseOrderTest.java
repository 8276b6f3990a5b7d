package org.rdmadump.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The order of use, held against a plain list that is sorted the same way. */
class UseOrderTest {
  private static final int STEPS = 20_000;

  private static final class Thing extends UseOrder.Member<Thing> {
    @Override
    protected Thing self() {
      return this;
    }
  }

  @Test
  void shouldBeginEmpty() {
    UseOrder<Thing> order = new UseOrder<>();

    assertThat(order.size()).isZero();
    assertThat(order.isEmpty()).isTrue();
    assertThatThrownBy(order::oldest).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(order::newest).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void shouldPutWhatIsUsedBehindAllOthers() {
    UseOrder<Thing> order = new UseOrder<>();
    Thing first = new Thing();
    Thing second = new Thing();
    order.use(first);
    order.use(second);

    first.used();

    assertThat(fromOldest(order)).containsExactly(second, first);
  }

  @Test
  void shouldNotTakeInWhatIsUsedOutsideOfAnyOrder() {
    Thing alone = new Thing();

    alone.used();
    alone.leave();

    assertThat(alone.isListed()).isFalse();
  }

  @Test
  void shouldTakeAMemberOverFromAnotherOrder() {
    UseOrder<Thing> before = new UseOrder<>();
    UseOrder<Thing> after = new UseOrder<>();
    Thing thing = new Thing();
    before.use(thing);

    after.use(thing);

    assertThat(before.size()).isZero();
    assertThat(before.isEmpty()).isTrue();
    assertThat(fromOldest(after)).containsExactly(thing);
  }

  @Test
  void shouldTellWhatWasUsedBeforeOrWhatIsGivenInPlaceOfIt() {
    UseOrder<Thing> order = new UseOrder<>();
    Thing first = new Thing();
    Thing second = new Thing();
    order.use(first);
    order.use(second);

    assertThat(second.olderOr(second)).isSameAs(first);
    assertThat(first.olderOr(first)).isSameAs(first);
  }

  @Test
  void shouldBeInOrderWhateverIsUsedAndLeaves() {
    Random random = new Random(20261122);
    UseOrder<Thing> order = new UseOrder<>();
    List<Thing> things = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      things.add(new Thing());
    }
    List<Thing> expected = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      Thing thing = things.get(random.nextInt(things.size()));
      boolean listed = expected.remove(thing);
      switch (random.nextInt(3)) {
        case 0 -> {
          order.use(thing);
          expected.add(thing);
        }
        case 1 -> {
          thing.used();
          if (listed) {
            expected.add(thing);
          }
        }
        default -> thing.leave();
      }
      assertThat(fromOldest(order)).containsExactlyElementsOf(expected);
      assertThat(fromNewest(order)).containsExactlyElementsOf(reversed(expected));
      assertThat(order.size()).isEqualTo(expected.size());
      assertThat(thing.isListed()).isEqualTo(expected.contains(thing));
    }
  }

  private static List<Thing> fromOldest(UseOrder<Thing> order) {
    List<Thing> things = new ArrayList<>();
    Optional<Thing> each = order.isEmpty() ? Optional.empty() : Optional.of(order.oldest());
    for (; each.isPresent(); each = each.get().newer()) {
      things.add(each.get());
    }
    return things;
  }

  private static List<Thing> fromNewest(UseOrder<Thing> order) {
    List<Thing> things = new ArrayList<>();
    Optional<Thing> each = order.isEmpty() ? Optional.empty() : Optional.of(order.newest());
    for (; each.isPresent(); each = each.get().older()) {
      things.add(each.get());
    }
    return things;
  }

  private static List<Thing> reversed(List<Thing> things) {
    List<Thing> result = new ArrayList<>(things);
    Collections.reverse(result);
    return result;
  }
}
