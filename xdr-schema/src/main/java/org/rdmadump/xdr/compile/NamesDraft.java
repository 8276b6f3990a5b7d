package org.rdmadump.xdr.compile;

import java.util.List;

/** A set of names while a table is made; values ascending. */
record NamesDraft(String prefix, List<Long> values, List<String> names) {}
