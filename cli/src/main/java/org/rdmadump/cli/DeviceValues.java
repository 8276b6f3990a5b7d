package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.rdmadump.device.DeviceException;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.Gid;

/** Asks devices for values. One that cannot be understood is noted, and the others are shown. */
final class DeviceValues {
  private static final String NOTHING = "-";
  private static final String ODD = "?";

  private final Set<String> odd = new LinkedHashSet<>();

  /** {@return the value; empty if there is none, or it cannot be understood} */
  <T> Optional<?> value(DeviceAttribute<T> attribute, T of) {
    return value(() -> attribute.asked().apply(of), Optional.empty());
  }

  /** {@return the values; none if one of them cannot be understood} */
  <T> List<T> list(Supplier<List<T>> asked) {
    return value(asked, List.of());
  }

  /** {@return the answer, {@code otherwise} if it cannot be understood} */
  <V> V value(Supplier<V> asked, V otherwise) {
    try {
      return asked.get();
    } catch (DeviceException e) {
      odd.add(String.valueOf(e.getMessage()));
      return otherwise;
    }
  }

  /** {@return the value for a table; nothing is asked where there is nothing to ask} */
  <T> String cell(DeviceAttribute<T> attribute, Optional<T> of) {
    return value(() -> of.flatMap(attribute.asked()).map(Object::toString).orElse(NOTHING), ODD);
  }

  /** {@return the names for a table} */
  String names(Supplier<List<String>> asked) {
    String joined = value(() -> String.join(",", asked.get()), ODD);
    return joined.isEmpty() ? NOTHING : joined;
  }

  /** {@return the indexes of a port's GIDs that are in use} */
  List<Integer> usedGids(EndPort port) {
    List<Integer> used = new ArrayList<>();
    for (Integer index : port.gids().keys()) {
      Optional<Gid> gid = value(() -> port.gids().get(index), Optional.empty());
      if (gid.isPresent() && !gid.get().isZero()) {
        used.add(index);
      }
    }
    return used;
  }

  /** {@return what could not be understood, each file once} */
  List<String> odd() {
    return List.copyOf(odd);
  }
}
