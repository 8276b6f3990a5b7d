package org.rdmadump.xdr.compile;

/** A field while a table is made. */
final class FieldDraft {
  final String name;
  final int type;
  final Traits traits;
  int flags;
  int names = TypeDraft.NONE;
  int holdField = TypeDraft.NONE;
  String holdBy = "";

  FieldDraft(String name, int type, Traits traits) {
    this.name = name;
    this.type = type;
    this.traits = traits;
    this.flags = traits.flags();
  }
}
