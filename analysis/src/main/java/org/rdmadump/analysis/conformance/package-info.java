/**
 * Conformance cases for NFS over RDMA, modelled on test suites, that run on any capture. {@link
 * org.rdmadump.analysis.conformance.Conformance} takes the exchanges of a run and gives each case
 * an outcome. The check classes test a single message or exchange.
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
