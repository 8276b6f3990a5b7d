package org.rdmadump.analysis.overview;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.rule.RuleCatalogue;

/** The rules that tell whether a capture is whole. */
class WholenessTest {
  @Test
  void shouldAskOnlyForRulesThatThereAre() {
    assertThat(new RuleCatalogue().names()).containsAll(Wholeness.MISSING);
  }
}
