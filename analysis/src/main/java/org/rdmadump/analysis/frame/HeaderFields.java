package org.rdmadump.analysis.frame;

import java.util.List;
import org.rdmadump.analysis.field.Field;

/**
 * The fields of one type of header.
 *
 * @param layer what such a header is
 * @param type the type
 * @param fields named without their layer
 * @param <H> the type
 */
record HeaderFields<H extends Record>(LayerName layer, Class<H> type, List<Field<H>> fields) {}
