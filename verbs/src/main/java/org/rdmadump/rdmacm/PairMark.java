package org.rdmadump.rdmacm;

import java.util.Optional;

/**
 * What a completion has to know of its queue pair.
 *
 * @param isDatagrams whether the service is datagrams
 * @param context the context from the queue pair's attributes
 */
record PairMark(boolean isDatagrams, Optional<Object> context) {}
