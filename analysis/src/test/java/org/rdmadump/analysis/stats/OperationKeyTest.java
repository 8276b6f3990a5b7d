package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of programs and procedures that have none, in the words of lines. */
class OperationKeyTest {
  @ParameterizedTest
  @CsvSource({
    "NFS v4.1, READ, NFS v4.1, READ",
    "NFS v3, 99, NFS v3, procedure 99",
    "NFS v4, unknown, NFS v4, procedure unknown",
    "400123 v1, 0, program 400123 v1, procedure 0",
    "unknown, unknown, program unknown, ''",
    "NVMe I/O, unknown, NVMe I/O, unknown",
    "others, '', others, ''"
  })
  void shouldNameAnOperationAsLinesDo(
      String protocol, String operation, String protocolInWords, String operationInWords) {
    assertThat(OperationKey.protocolInWords(protocol)).isEqualTo(protocolInWords);
    assertThat(OperationKey.operationInWords(protocol, operation)).isEqualTo(operationInWords);
  }
}
