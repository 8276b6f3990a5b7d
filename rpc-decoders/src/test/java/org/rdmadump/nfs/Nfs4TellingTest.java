package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What of the arguments and results goes into one line. */
class Nfs4TellingTest {
  @Test
  void shouldTellWhereDataGoesAndComesFrom() {
    Words write = new Words().stateid(1, 1).u64(4096).u32(2).opaque(100, 1);

    assertThat(Nfs4Value.told("WRITE4args", write)).isEqualTo("offset 4096 FILE_SYNC4 100 bytes");
    assertThat(Nfs4Value.told("READ4args", new Words().stateid(1, 1).u64(0).u32(4096)))
        .isEqualTo("offset 0 count 4096");
    assertThat(Nfs4Value.told("READ4res", new Words().u32(0, 1).opaque(5, 1)))
        .isEqualTo("eof 5 bytes");
    assertThat(
            Nfs4Value.told(
                "READ_PLUS4res", new Words().u32(0, 0, 2, 0).u64(0).opaque(5, 1).u32(1).u64(5, 7)))
        .isEqualTo("offset 0 5 bytes offset 5 length 7");
  }

  @Test
  void shouldTellNamesAndHowTheyAreOpened() {
    Words open =
        new Words()
            .u32(0, 1, 0)
            .u64(1)
            .string("owner")
            .u32(1, 0)
            .u32(0)
            .u32(0)
            .u32(0)
            .string("file");

    assertThat(Nfs4Value.told("OPEN4args", open))
        .isEqualTo(
            "access OPEN4_SHARE_ACCESS_READ deny OPEN4_SHARE_DENY_NONE OPEN4_CREATE name file");
    assertThat(Nfs4Value.told("LOOKUP4args", new Words().string("file"))).isEqualTo("name file");
    assertThat(Nfs4Value.told("RENAME4args", new Words().string("a").string("b")))
        .isEqualTo("from a to b");
    assertThat(
            Nfs4Value.told(
                "CREATE4args", new Words().u32(5).string("target").string("name").u32(0, 0)))
        .isEqualTo("NF4LNK link target name name");
  }

  @Test
  void shouldTellSlotsAndSessions() {
    assertThat(Nfs4Value.told("SEQUENCE4args", new Words().fixed(16, 1).u32(7, 3, 4, 1)))
        .isEqualTo("seq 7 slot 3");
    assertThat(Nfs4Value.told("SEQUENCE4res", new Words().u32(10052))).isEmpty();
  }
}
