package org.rdmadump.analysis.filter;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Collects hints for the author of an expression that may not mean what the author intended. Each
 * hint is given once.
 *
 * <p>For one thread.
 */
public final class FilterHints {
  private final Set<String> hints = new LinkedHashSet<>();
  private Optional<Consumer<String>> listener = Optional.empty();

  /** Creates a collection without a listener, which keeps its hints. */
  public FilterHints() {}

  void say(String hint) {
    if (hints.add(hint)) {
      listener.ifPresent(to -> to.accept(hint));
    }
  }

  /** Sets the listener, and passes it all earlier hints first. */
  public void tell(Consumer<String> to) {
    hints.forEach(to);
    listener = Optional.of(to);
  }

  /** {@return all hints so far} */
  public List<String> said() {
    return new ArrayList<>(hints);
  }
}
