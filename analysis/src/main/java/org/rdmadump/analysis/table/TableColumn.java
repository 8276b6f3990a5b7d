package org.rdmadump.analysis.table;

/**
 * A column of a table. A value may be absent in any column but {@code capture}.
 *
 * @param name as filters, columns and JSON name the field, such as {@code rpc.latency_ns}
 * @param type what its values are
 * @param meaning in one line
 */
public record TableColumn(String name, ColumnType type, String meaning) {}
