/**
 * What test suites of NFS over RDMA verify, as cases that run over any capture: {@link
 * org.rdmadump.analysis.conformance.Conformance} takes the exchanges of a run and says of each case
 * whether it passed, and the checks behind it can be asked of a single message or exchange.
 *
 * <pre>{@code
 * for (CaseResult each : capture.conformance().results()) {
 *   System.out.println(each.which().label() + " " + each.outcome());
 * }
 * }</pre>
 */
@NullMarked
package org.rdmadump.analysis.conformance;

import org.jspecify.annotations.NullMarked;
