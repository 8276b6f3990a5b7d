package org.rdmadump.analysis.field;

/** When and where JSON has a field. */
public enum InJson {
  /** Whenever it has a value, in the order of the declarations. */
  IN_PLACE,
  /** Likewise, but behind the fields that are lists. */
  BEHIND_LISTS,
  /** Behind the lists, and only if it is true. */
  IF_TRUE,
  /** Only if it is false. */
  IF_FALSE,
  /** Never: another field of JSON has what it says, or JSON says it in another form. */
  NEVER
}
