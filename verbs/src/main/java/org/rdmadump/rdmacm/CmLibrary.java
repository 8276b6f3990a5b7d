package org.rdmadump.rdmacm;

import java.util.concurrent.atomic.AtomicLong;
import org.rdmadump.natives.NativeLibraryException;

/**
 * The loaded libraries librdmacm and libibverbs, {@code struct cm}, and the state shared by all
 * their objects.
 */
final class CmLibrary {
  /** {@code struct cm}. */
  final long pointer;

  /** The same structure, counted: abandoned calls use it until they end. */
  final Shared table;

  /** The root owner of all objects of the libraries. */
  final Resource root;

  final Wakers wakers = new Wakers();

  /** The open completion queues and shared receive queues, by their structures. */
  final NumberTable<Resource> queues = new NumberTable<>();

  /** The multicast groups, by the numbers that events carry. */
  final NumberTable<Resource> groups = new NumberTable<>();

  final AtomicLong lastGroup = new AtomicLong();
  final ClosingFailures closing = new ClosingFailures();

  CmLibrary(long pointer, Resource root) {
    this.pointer = pointer;
    this.table = new Shared(() -> CmNatives.close(pointer));
    this.root = root;
  }

  /**
   * Loads the libraries.
   *
   * @param rdmacm path of librdmacm; empty for the system's library
   * @param verbs path of libibverbs; empty for the system's library
   * @return {@code struct cm}
   * @throws RdmaLibraryException if a library is missing or too old, or this rdmadump was built
   *     without its part in C
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

  /** Frees the rest, after all objects are closed. */
  void close() {
    wakers.close();
    table.give();
  }
}
