package org.rdmadump.cli;

/** What records are printed as. */
enum OutputFormat {
  /** Lines for people. */
  TEXT,
  /** One JSON array. */
  JSON,
  /** One JSON object per line. */
  NDJSON
}
