package org.rdmadump.rdmacm;

import org.rdmadump.natives.NativeLibraryException;

/**
 * librdmacm and libibverbs as they are loaded, {@code struct cm}, and what everything that is made
 * by them shares.
 */
final class CmLibrary {
  /** {@code struct cm}. */
  final long pointer;

  /** The same structure, counted: calls that their callers gave up use it until they end. */
  final Shared table;

  /** What all objects of the libraries belong to in the end. */
  final Resource root;

  final Wakers wakers = new Wakers();
  final ClosingFailures closing = new ClosingFailures();

  CmLibrary(long pointer, Resource root) {
    this.pointer = pointer;
    this.table = new Shared(() -> CmNatives.close(pointer));
    this.root = root;
  }

  /**
   * Loads the libraries.
   *
   * @param rdmacm path of librdmacm, empty for the system's
   * @param verbs path of libibverbs, empty for the system's
   * @return {@code struct cm}
   * @throws RdmaLibraryException if one is missing or too old, or this rdmadump was built without
   *     its part in C
   */
  static long load(String rdmacm, String verbs) throws RdmaLibraryException {
    loadBinding();
    byte[] why = new byte[256];
    long pointer = CmNatives.open(rdmacm, verbs, why);
    if (pointer < 0) {
      throw LibraryProblem.of((int) -pointer, why);
    }
    return pointer;
  }

  private static void loadBinding() throws RdmaLibraryException {
    try {
      CmNatives.LIBRARY.load();
      LibraryProblem.requireLayout(CmNatives.layout());
    } catch (NativeLibraryException e) {
      throw new RdmaLibraryException(String.valueOf(e.getMessage()));
    } catch (UnsatisfiedLinkError e) {
      throw LibraryProblem.builtWithoutRdmacm();
    }
  }

  /** Gives back what is left when everything that was made is closed. */
  void close() {
    wakers.close();
    table.give();
  }
}
