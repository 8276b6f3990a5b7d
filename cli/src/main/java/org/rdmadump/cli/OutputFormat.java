package org.rdmadump.cli;

/** What is printed. No verb has all of these. */
enum OutputFormat {
  /** Lines for people. */
  TEXT,
  /** One JSON array. */
  JSON,
  /** One JSON object per line. */
  NDJSON,
  /** Values of fields with tabs between them. */
  FIELDS,
  /** Values of fields with commas between them, and a heading. */
  CSV,
  /** A SARIF 2.1.0 log. */
  SARIF,
  /** A JUnit report. */
  JUNIT;

  /** {@return whether it has columns, a field in each} */
  boolean hasColumns() {
    return this == FIELDS || this == CSV;
  }
}
