package org.rdmadump.cli;

/** What records are printed as. */
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
  CSV
}
