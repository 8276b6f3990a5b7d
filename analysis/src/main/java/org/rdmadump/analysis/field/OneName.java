package org.rdmadump.analysis.field;

/**
 * A name that is known already, whatever the number. On the path of every message it takes the
 * place of a lambda, which the compiler of short runs makes slowly.
 *
 * @param name the name
 */
public record OneName(String name) implements ValueNames {
  @Override
  public String text(long value) {
    return name;
  }
}
