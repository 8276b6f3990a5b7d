package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Operations of minor version 1 that few clients send: RFC 8881 sections 18.41, 18.45 to 18.49. */
class Nfs41OperationsTest {
  private static final int OK = 0;

  @Test
  void shouldReadWhichDevicesAreAskedForAndListed() {
    // Given
    Words arguments = new Words().u32(1, 16).u64(77).fixed(8, 0xab);
    Words results = new Words().u32(OK).u64(78).fixed(8, 0xab).u32(2).fixed(32, 0xd1).u32(1);

    // When
    Nfs4Value asked = Nfs4Value.of("GETDEVICELIST4args", arguments);
    Nfs4Value listed = Nfs4Value.of("GETDEVICELIST4res", results);

    // Then
    assertThat(asked.text("gdla_layout_type")).isEqualTo("LAYOUT4_NFSV4_1_FILES");
    assertThat(asked.number("gdla_maxdevices")).isEqualTo(16);
    assertThat(asked.text("gdla_cookieverf")).isEqualTo("0xabababababababab");
    assertThat(listed.size("gdlr_resok4.gdlr_deviceid_list")).isEqualTo(2);
    assertThat(listed.number("gdlr_resok4.gdlr_eof")).isEqualTo(1);
  }

  @Test
  void shouldReadWhoseSecurityIsAskedFor() {
    assertThat(Nfs4Value.of("secinfo_style4", new Words().u32(1)).text(""))
        .isEqualTo("SECINFO_STYLE4_PARENT");
  }

  @Test
  void shouldReadASecretThatIsSet() {
    // Given
    Words arguments = new Words().opaque(5, 0x11).opaque(3, 0x22);

    // When
    Nfs4Value read = Nfs4Value.of("SET_SSV4args", arguments);

    // Then
    assertThat(read.text("ssa_ssv")).isEqualTo("0x1111111111");
    assertThat(read.text("ssa_digest")).isEqualTo("0x222222");
    assertThat(
            Nfs4Value.of("SET_SSV4res", new Words().u32(OK).opaque(2, 0x33))
                .text("ssr_resok4.ssr_digest"))
        .isEqualTo("0x3333");
  }

  @Test
  void shouldReadWhichDelegationIsWanted() {
    // Given
    Words claimed = new Words().u32(0x200, 1, 2);
    Words byHandle = new Words().u32(0x100, 4);

    // When
    Nfs4Value again = Nfs4Value.of("WANT_DELEGATION4args", claimed);
    Nfs4Value fresh = Nfs4Value.of("WANT_DELEGATION4args", byHandle);

    // Then
    assertThat(again.text("wda_want")).isEqualTo("OPEN4_SHARE_ACCESS_WANT_WRITE_DELEG");
    assertThat(again.text("wda_claim.dc_delegate_type")).isEqualTo("OPEN_DELEGATE_WRITE");
    assertThat(fresh.text("wda_claim.dc_claim")).isEqualTo("CLAIM_FH");
  }
}
