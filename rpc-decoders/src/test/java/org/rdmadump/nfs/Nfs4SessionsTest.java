package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Operations about clients, sessions and security, RFC 8881 section 18. */
class Nfs4SessionsTest {
  private static final int SSV = 2;
  private static final int RPCSEC_GSS = 6;

  @Test
  void shouldReadExchangeIdWithStateProtectionBySsv() {
    // Given a call that asks for SP4_SSV with two hash algorithms and one for encryption
    Words call =
        new Words()
            .fixed(8, 0xee)
            .string("client one")
            .u32(0x80000102)
            .u32(SSV)
            .bitmap(44, 57)
            .bitmap(4)
            .u32(2)
            .opaque(9, 0x21)
            .opaque(5, 0x22)
            .u32(1)
            .opaque(9, 0x23)
            .u32(32, 4)
            .u32(1)
            .string("example.org")
            .string("implementation")
            .u64(1700000000)
            .u32(5);

    // When
    Nfs4Value read = Nfs4Value.of("EXCHANGE_ID4args", call);

    // Then
    assertThat(read.text("eia_clientowner.co_ownerid")).isEqualTo("client one");
    assertThat(read.text("eia_flags"))
        .contains("EXCHGID4_FLAG_SUPP_MOVED_MIGR")
        .contains("EXCHGID4_FLAG_BIND_PRINC_STATEID")
        .contains("EXCHGID4_FLAG_CONFIRMED_R");
    assertThat(read.text("eia_state_protect.spa_how")).isEqualTo("SP4_SSV");
    assertThat(read.text("eia_state_protect.spa_ssv_parms.ssp_ops.spo_must_enforce"))
        .isEqualTo("OP_DESTROY_SESSION OP_DESTROY_CLIENTID");
    assertThat(read.size("eia_state_protect.spa_ssv_parms.ssp_hash_algs")).isEqualTo(2);
    assertThat(read.number("eia_state_protect.spa_ssv_parms.ssp_num_gss_handles")).isEqualTo(4);
    assertThat(read.text("eia_client_impl_id[0].nii_name")).isEqualTo("implementation");
    assertThat(read.number("eia_client_impl_id[0].nii_date.seconds")).isEqualTo(1700000000);
  }

  @Test
  void shouldReadTheAnswerToExchangeIdWithStateProtectionBySsv() {
    // Given
    Words reply =
        new Words()
            .u32(0)
            .u64(0x1122334455667788L)
            .u32(7, 0x00020000)
            .u32(SSV)
            .bitmap(44)
            .bitmap()
            .u32(1, 0, 32, 16)
            .u32(2)
            .opaque(4, 1)
            .opaque(4, 2)
            .u64(3)
            .string("server")
            .string("scope")
            .u32(0);

    // When
    Nfs4Value read = Nfs4Value.of("EXCHANGE_ID4res", reply);

    // Then
    assertThat(read.text("eir_resok4.eir_clientid")).isEqualTo("0x1122334455667788");
    assertThat(read.text("eir_resok4.eir_flags")).isEqualTo("EXCHGID4_FLAG_USE_PNFS_MDS");
    assertThat(read.number("eir_resok4.eir_state_protect.spr_ssv_info.spi_ssv_len")).isEqualTo(32);
    assertThat(read.size("eir_resok4.eir_state_protect.spr_ssv_info.spi_handles")).isEqualTo(2);
    assertThat(read.text("eir_resok4.eir_server_owner.so_major_id")).isEqualTo("server");
    assertThat(read.size("eir_resok4.eir_server_impl_id")).isZero();
  }

  @Test
  void shouldReadCreateSessionWithEveryKindOfCallbackSecurity() {
    // Given
    Words call =
        new Words()
            .u64(9)
            .u32(1, 7)
            .u32(0, 1049620, 1049480, 2484, 8, 64)
            .u32(1, 16)
            .u32(0, 4096, 4096, 0, 2, 16)
            .u32(0)
            .u32(0x40000001)
            .u32(3)
            .u32(0)
            .u32(1)
            .u32(1234)
            .string("client")
            .u32(0, 0, 2, 10, 20)
            .u32(RPCSEC_GSS, 2)
            .opaque(3, 0x31)
            .opaque(6, 0x32);

    // When
    Nfs4Value read = Nfs4Value.of("CREATE_SESSION4args", call);

    // Then
    assertThat(read.text("csa_flags"))
        .contains("CREATE_SESSION4_FLAG_PERSIST")
        .contains("CREATE_SESSION4_FLAG_CONN_BACK_CHAN")
        .contains("CREATE_SESSION4_FLAG_CONN_RDMA");
    assertThat(read.number("csa_fore_chan_attrs.ca_maxrequests")).isEqualTo(64);
    assertThat(read.number("csa_fore_chan_attrs.ca_rdma_ird[0]")).isEqualTo(16);
    assertThat(read.text("csa_cb_program")).isEqualTo("0x40000001");
    assertThat(read.text("csa_sec_parms[0].cb_secflavor")).isEqualTo("AUTH_NONE");
    assertThat(read.number("csa_sec_parms[1].cbsp_sys_cred.gids[1]")).isEqualTo(20);
    assertThat(read.text("csa_sec_parms[2].cbsp_gss_handles.gcbp_service"))
        .isEqualTo("RPC_GSS_SVC_INTEGRITY");
  }

  @Test
  void shouldReadBackchannelCtl() {
    // Given
    Words call = new Words().u32(0x40000002, 1, 1, 0).string("").u32(0, 0, 0);

    // When
    Nfs4Value read = Nfs4Value.of("BACKCHANNEL_CTL4args", call);

    // Then
    assertThat(read.text("bca_cb_program")).isEqualTo("0x40000002");
    assertThat(read.size("bca_sec_parms[0].cbsp_sys_cred.gids")).isZero();
  }

  @Test
  void shouldReadTheFlavoursOfSecinfo() {
    // Given a mechanism of RPCSEC_GSS, AUTH_SYS, and a flavour without a name
    Words reply =
        new Words().u32(0, 3).u32(RPCSEC_GSS).opaque(9, 0x2a).u32(0, 3).u32(1).u32(390003);

    // When
    Nfs4Value read = Nfs4Value.of("SECINFO4res", reply);

    // Then
    assertThat(read.text("resok4[0].flavor_info.service")).isEqualTo("RPC_GSS_SVC_PRIVACY");
    assertThat(read.text("resok4[1].flavor")).isEqualTo("AUTH_SYS");
    assertThat(read.number("resok4[2].flavor")).isEqualTo(390003);
  }

  @Test
  void shouldReadTheStatusesOfTestStateid() {
    // Given
    Words reply = new Words().u32(0, 3, 0, 10025, 10087);

    // When
    Nfs4Value read = Nfs4Value.of("TEST_STATEID4res", reply);

    // Then
    assertThat(read.text("tsr_resok4.tsr_status_codes[1]")).isEqualTo("NFS4ERR_BAD_STATEID");
    assertThat(read.text("tsr_resok4.tsr_status_codes[2]")).isEqualTo("NFS4ERR_DELEG_REVOKED");
  }

  @Test
  void shouldReadWhoUsesTheClientIdOfAFailedSetclientid() {
    // Given NFS4ERR_CLID_INUSE
    Words reply = new Words().u32(10017).string("tcp").string("192.0.2.1.8.1");

    // When
    Nfs4Value read = Nfs4Value.of("SETCLIENTID4res", reply);

    // Then
    assertThat(read.text("client_using.na_r_netid")).isEqualTo("tcp");
    assertThat(read.text("client_using.na_r_addr")).isEqualTo("192.0.2.1.8.1");
  }

  @Test
  void shouldReadADirectoryDelegationThatIsUnavailable() {
    // Given
    Words reply = new Words().u32(0, 1, 1);

    // When
    Nfs4Value read = Nfs4Value.of("GET_DIR_DELEGATION4res", reply);

    // Then
    assertThat(read.text("gddr_res_non_fatal4.gddrnf_status")).isEqualTo("GDD4_UNAVAIL");
    assertThat(read.text("gddr_res_non_fatal4.gddrnf_will_signal_deleg_avail")).isEqualTo("true");
  }
}
