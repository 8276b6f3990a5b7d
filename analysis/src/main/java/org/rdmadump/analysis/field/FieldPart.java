package org.rdmadump.analysis.field;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a record whose fields are {@code NAME.FIELD} of the record.
 *
 * @param inside the fields of the part
 * @param of finds the part; null if a record has none
 * @param <R> the kind of record
 * @param <P> the kind of part
 */
public record FieldPart<R, P>(FieldRegistry<P> inside, Function<R, @Nullable P> of) {}
