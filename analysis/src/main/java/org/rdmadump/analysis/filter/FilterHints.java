package org.rdmadump.analysis.filter;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What expressions have to say to whoever wrote them: where they are likely to mean something else.
 * Each hint is said once.
 *
 * <p>For one thread.
 */
public final class FilterHints {
  private final Set<String> hints = new LinkedHashSet<>();
  private Optional<Consumer<String>> listener = Optional.empty();

  /** Nobody listens yet; what is said until then is kept. */
  public FilterHints() {}

  void say(String hint) {
    if (hints.add(hint)) {
      listener.ifPresent(to -> to.accept(hint));
    }
  }

  /** Passes hints on, those first that were said before. */
  public void tell(Consumer<String> to) {
    hints.forEach(to);
    listener = Optional.of(to);
  }

  /** {@return what was said so far} */
  public List<String> said() {
    return new ArrayList<>(hints);
  }
}
