package org.rdmadump.rpcrdma.memory;

import org.rdmadump.bytes.Absence;

/** Says why a byte that was never seen is absent. */
public interface ReasonForHole {
  /** Why the byte at an address is absent. */
  Absence of(long address);

  /** The same of all bytes. */
  record Always(Absence reason) implements ReasonForHole {
    @Override
    public Absence of(long address) {
      return reason;
    }
  }
}
