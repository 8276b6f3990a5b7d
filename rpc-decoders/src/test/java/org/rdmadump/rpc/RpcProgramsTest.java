package org.rdmadump.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpcProgramsTest {
  @ParameterizedTest
  @CsvSource({
    "100000, PORTMAP",
    "100003, NFS",
    "100005, MOUNT",
    "100011, RQUOTA",
    "100021, NLM",
    "100024, NSM",
    "100227, NFS_ACL",
    "1073741824, NFS_CB",
    "1610612735, NFS_CB"
  })
  void shouldNamePrograms(long number, String name) {
    assertThat(RpcPrograms.programName(number)).contains(name);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {0, 99999, 100001, 100004, 100226, 100228, 1073741823, 1610612736, 4294967295L, -1})
  void shouldNotNameOtherPrograms(long number) {
    assertThat(RpcPrograms.programName(number)).isEmpty();
    assertThat(RpcPrograms.procedureName(number, 2, 0)).isEmpty();
  }

  /** First, last and some telling procedures of each version. */
  @ParameterizedTest
  @CsvSource({
    "100000, 2, 3, GETPORT",
    "100000, 2, 5, CALLIT",
    "100000, 3, 3, GETADDR",
    "100000, 3, 8, TADDR2UADDR",
    "100000, 4, 5, BCAST",
    "100000, 4, 12, GETSTAT",
    "100003, 2, 0, NULL",
    "100003, 2, 6, READ",
    "100003, 2, 8, WRITE",
    "100003, 2, 17, STATFS",
    "100003, 3, 0, NULL",
    "100003, 3, 1, GETATTR",
    "100003, 3, 6, READ",
    "100003, 3, 7, WRITE",
    "100003, 3, 17, READDIRPLUS",
    "100003, 3, 21, COMMIT",
    "100003, 4, 0, NULL",
    "100003, 4, 1, COMPOUND",
    "100005, 1, 5, EXPORT",
    "100005, 2, 7, PATHCONF",
    "100005, 3, 1, MNT",
    "100005, 3, 5, EXPORT",
    "100011, 1, 1, GETQUOTA",
    "100011, 2, 4, SETACTIVEQUOTA",
    "100021, 1, 2, LOCK",
    "100021, 2, 15, GRANTED_RES",
    "100021, 3, 20, SHARE",
    "100021, 4, 1, TEST",
    "100021, 4, 23, FREE_ALL",
    "100024, 1, 2, MON",
    "100024, 1, 6, NOTIFY",
    "100227, 2, 4, ACCESS",
    "100227, 3, 1, GETACL",
    "100227, 3, 2, SETACL",
    "100227, 2, 5, GETXATTRDIR",
    "100227, 3, 3, GETXATTRDIR",
    "1073741824, 1, 0, CB_NULL",
    "1073741824, 1, 1, CB_COMPOUND",
    "1073741824, 4, 1, CB_COMPOUND"
  })
  void shouldNameProcedures(long program, long version, long procedure, String name) {
    assertThat(RpcPrograms.procedureName(program, version, procedure)).contains(name);
  }

  @ParameterizedTest
  @CsvSource({
    "100000, 1, 0",
    "100003, 0, 0",
    "100003, 1, 0",
    "100003, 5, 0",
    "100003, 3, 22",
    "100003, 4, 2",
    "100003, 3, 4294967295",
    "100003, 4294967295, 0",
    "100003, -1, 0",
    "100003, 3, -1",
    "100021, 4, 16",
    "100021, 1, 20",
    "100227, 2, 6",
    "100227, 3, 4",
    "1073741824, 1, 2"
  })
  void shouldNotNameOtherProcedures(long program, long version, long procedure) {
    assertThat(RpcPrograms.procedureName(program, version, procedure)).isEmpty();
  }

  @Test
  void shouldMakeNoNewNameForALookUp() {
    assertThat(RpcPrograms.procedureName(100003, 3, 6))
        .isSameAs(RpcPrograms.procedureName(100003, 3, 6));
    assertThat(RpcPrograms.programName(100003)).isSameAs(RpcPrograms.programName(100003));
  }
}
