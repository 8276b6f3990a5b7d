package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.rpcrdma.RpcMessage;

// Patterns from outside are what `matches` is for. Read by .ci/long:
// jazzer: --disabled_hooks=com.code_intelligence.jazzer.sanitizers.RegexInjection
class FilterFuzzTest {
  private static final FieldRegistry<RpcMessage> FIELDS = MessageFields.registry();
  private static final int MOST_COLUMNS = 200;

  @FuzzTest
  void shouldUnderstandOrSayWhy(byte[] input) {
    String expression = new String(input, StandardCharsets.UTF_8);
    RpcMessage message = FilterTest.anyMessage();
    try {
      boolean chosen = Filter.of(expression, FIELDS).matches(message);
      assertThat(Filter.of("!(" + expression + ")", FIELDS).matches(message)).isNotEqualTo(chosen);
    } catch (FilterException e) {
      if (e.reason().contains("deep")) {
        return;
      }
      assertThat(e.reason()).isNotEmpty().doesNotContain("\n");
      assertThat(e.start()).isBetween(0, expression.length());
      assertThat(e.shown()).hasSize(2);
      assertThat(e.shown().get(1).trim()).startsWith("^");
      assertThat(e.shown().get(0).length()).isLessThan(MOST_COLUMNS + expression.length());
    } catch (CostlyPatternException e) {
      assertThat(expression).containsAnyOf("matches", "~");
    }
  }
}
