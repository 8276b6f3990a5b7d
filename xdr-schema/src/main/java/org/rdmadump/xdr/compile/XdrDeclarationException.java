package org.rdmadump.xdr.compile;

/**
 * Declarations that cannot be compiled. The message says where, {@code file:line:column}, what is
 * wrong, and shows the line.
 */
public final class XdrDeclarationException extends Exception {
  private static final long serialVersionUID = 1;

  XdrDeclarationException(String message) {
    super(message);
  }
}
