package org.rdmadump.nfs;

/** What became of a procedure or an operation, as far as it concerns names of files. */
enum Outcome {
  /** The server did it, and its results may teach names. */
  DONE,
  /** What would tell is cut off or missing: names that it takes away are trusted no more. */
  UNCERTAIN,
  /** It failed as there is no file of that name. */
  MISSING,
  /** It failed, was not asked for, or was told before. */
  NOT_DONE;

  boolean isDone() {
    return this == DONE;
  }

  boolean mayBeDone() {
    return this == DONE || this == UNCERTAIN;
  }

  boolean isMissing() {
    return this == MISSING;
  }
}
