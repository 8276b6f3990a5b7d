package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
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
  <T> Optional<T> value(Supplier<Optional<T>> asked) {
    try {
      return asked.get();
    } catch (DeviceException e) {
      note(e);
      return Optional.empty();
    }
  }

  /** {@return the number; empty if there is none, or it cannot be understood} */
  OptionalInt number(Supplier<OptionalInt> asked) {
    try {
      return asked.get();
    } catch (DeviceException e) {
      note(e);
      return OptionalInt.empty();
    }
  }

  /** {@return the bits; empty if there are none, or they cannot be understood} */
  OptionalLong bits(Supplier<OptionalLong> asked) {
    try {
      return asked.get();
    } catch (DeviceException e) {
      note(e);
      return OptionalLong.empty();
    }
  }

  /** {@return the values; none if one of them cannot be understood} */
  <T> List<T> list(Supplier<? extends Collection<T>> asked) {
    try {
      return new ArrayList<>(asked.get());
    } catch (DeviceException e) {
      note(e);
      return List.of();
    }
  }

  /** {@return the value for a table} */
  String cell(Supplier<Optional<String>> asked) {
    try {
      return asked.get().orElse(NOTHING);
    } catch (DeviceException e) {
      note(e);
      return ODD;
    }
  }

  /** {@return the number for a table} */
  String numberCell(Supplier<OptionalInt> asked) {
    return cell(
        () -> {
          OptionalInt number = asked.get();
          return number.isEmpty()
              ? Optional.empty()
              : Optional.of(Integer.toString(number.getAsInt()));
        });
  }

  /** {@return the names for a table} */
  String namesCell(Supplier<List<String>> asked) {
    return cell(
        () -> {
          List<String> names = asked.get();
          return names.isEmpty() ? Optional.empty() : Optional.of(String.join(",", names));
        });
  }

  /** {@return the indexes of a port's GIDs that are in use} */
  List<Integer> usedGids(EndPort port) {
    List<Integer> used = new ArrayList<>();
    for (Integer index : port.gids().keys()) {
      Optional<Gid> gid = value(() -> port.gids().get(index));
      if (gid.isPresent() && !gid.get().isZero()) {
        used.add(index);
      }
    }
    return used;
  }

  private void note(DeviceException e) {
    odd.add(String.valueOf(e.getMessage()));
  }

  /** {@return what could not be understood, each file once} */
  List<String> odd() {
    return List.copyOf(odd);
  }
}
