package org.rdmadump.xdr.compile;

/** A procedure while a table is made; types are fields. */
record ProcedureDraft(
    long program, long version, long number, String name, int arguments, int results) {}
