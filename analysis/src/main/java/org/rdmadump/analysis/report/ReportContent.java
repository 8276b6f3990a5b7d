package org.rdmadump.analysis.report;

import org.rdmadump.analysis.extract.MovedFiles;
import org.rdmadump.analysis.overview.Overview;

/**
 * What a report for a browser shows, gathered in one run.
 *
 * @param overview the first page, with operations, connections and findings
 * @param timeline what happened when
 * @param exchanges the exchanges that are shown whole
 * @param slowest slowest calls of each operation
 * @param files the files that READ and WRITE moved
 */
public record ReportContent(
    Overview overview,
    Timeline timeline,
    ShownExchanges exchanges,
    SlowestByOperation slowest,
    MovedFiles files) {}
