package org.rdmadump.rpcrdma.memory;

import org.rdmadump.bytes.Absence;

/** Says why a byte that was never seen is absent. */
public interface ReasonForHole {
  /** The capture lacks them. */
  ReasonForHole NOT_CAPTURED = new Always(Absence.NOT_CAPTURED);

  /** They did not arrive. */
  ReasonForHole LOST = new Always(Absence.LOST);

  /** There was no room for them. */
  ReasonForHole EVICTED = new Always(Absence.EVICTED);

  /** Why the byte at an address is absent. */
  Absence of(int handle, long address);

  /** The same of all bytes. */
  record Always(Absence reason) implements ReasonForHole {
    @Override
    public Absence of(int handle, long address) {
      return reason;
    }
  }
}
