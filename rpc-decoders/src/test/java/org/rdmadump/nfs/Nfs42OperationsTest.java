package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Operations of minor version 2 (RFC 7862 section 15), extended attributes (RFC 8276), and
 * LAYOUT_WCC (RFC 9766).
 */
class Nfs42OperationsTest {
  private static final int DEVICE = 0xd2;

  @Test
  void shouldReadDataAndHolesOfReadPlus() {
    // Given data, a hole and data again
    Words reply =
        new Words()
            .u32(0, 1, 3)
            .u32(0)
            .u64(0)
            .opaque(5, 0x41)
            .u32(1)
            .u64(5, 4091)
            .u32(0)
            .u64(4096)
            .opaque(4, 0x42);

    // When
    Nfs4Value read = Nfs4Value.of("READ_PLUS4res", reply);

    // Then
    assertThat(read.text("rp_resok4.rpr_eof")).isEqualTo("true");
    assertThat(read.length("rp_resok4.rpr_contents[0].rpc_data.d_data")).isEqualTo(5);
    assertThat(read.number("rp_resok4.rpr_contents[1].rpc_hole.di_length")).isEqualTo(4091);
    assertThat(read.number("rp_resok4.rpr_contents[2].rpc_data.d_offset")).isEqualTo(4096);
  }

  @Test
  void shouldReadACopyBetweenServers() {
    // Given a copy from any of three servers, each named in another way
    Words call =
        new Words()
            .stateid(1, 1)
            .stateid(2, 2)
            .u64(0, 4096, 1 << 20)
            .u32(1, 0)
            .u32(3)
            .u32(1)
            .string("server.example.org")
            .u32(2)
            .string("nfs://server/")
            .u32(3)
            .string("rdma")
            .string("192.0.2.1.79.41");

    // When
    Nfs4Value read = Nfs4Value.of("COPY4args", call);

    // Then
    assertThat(read.number("ca_dst_offset")).isEqualTo(4096);
    assertThat(read.text("ca_synchronous")).isEqualTo("false");
    assertThat(read.text("ca_source_server[0].nl_name")).isEqualTo("server.example.org");
    assertThat(read.text("ca_source_server[1].nl_url")).isEqualTo("nfs://server/");
    assertThat(read.text("ca_source_server[2].nl_addr.na_r_netid")).isEqualTo("rdma");
  }

  @Test
  void shouldReadACopyThatGoesOn() {
    Words reply = new Words().u32(0).u32(1).stateid(1, 9).u64(0).u32(0).u64(77).u32(1, 0);

    Nfs4Value read = Nfs4Value.of("COPY4res", reply);

    assertThat(read.number("cr_resok4.cr_response.wr_callback_id[0].seqid")).isEqualTo(1);
    assertThat(read.text("cr_resok4.cr_response.wr_committed")).isEqualTo("UNSTABLE4");
    assertThat(read.text("cr_resok4.cr_requirements.cr_synchronous")).isEqualTo("false");
  }

  @Test
  void shouldReadWhatACopyWouldNeed() {
    Nfs4Value read = Nfs4Value.of("COPY4res", new Words().u32(10094, 1, 1));

    assertThat(read.text("cr_status")).isEqualTo("NFS4ERR_OFFLOAD_NO_REQS");
    assertThat(read.text("cr_requirements.cr_consecutive")).isEqualTo("true");
  }

  @Test
  void shouldReadCopyNotify() {
    Words reply = new Words().u32(0).u64(90).u32(0).stateid(1, 3).u32(1).u32(1).string("source");

    Nfs4Value read = Nfs4Value.of("COPY_NOTIFY4res", reply);

    assertThat(read.number("resok4.cnr_lease_time.seconds")).isEqualTo(90);
    assertThat(read.text("resok4.cnr_source_server[0].nl_name")).isEqualTo("source");
  }

  @Test
  void shouldReadTheStatusOfAnOffloadThatIsDoneAndOfOneThatIsNot() {
    Nfs4Value done = Nfs4Value.of("OFFLOAD_STATUS4res", new Words().u32(0).u64(500).u32(1, 28));
    Nfs4Value running = Nfs4Value.of("OFFLOAD_STATUS4res", new Words().u32(0).u64(300).u32(0));

    assertThat(done.text("osr_resok4.osr_complete[0]")).isEqualTo("NFS4ERR_NOSPC");
    assertThat(running.size("osr_resok4.osr_complete")).isZero();
    assertThat(running.number("osr_resok4.osr_count")).isEqualTo(300);
  }

  @Test
  void shouldReadAClone() {
    Words call = new Words().stateid(1, 1).stateid(1, 2).u64(4096, 0, 8192);

    Nfs4Value read = Nfs4Value.of("CLONE4args", call);

    assertThat(read.number("cl_src_offset")).isEqualTo(4096);
    assertThat(read.number("cl_count")).isEqualTo(8192);
  }

  @Test
  void shouldReadASeekForAHole() {
    Nfs4Value call = Nfs4Value.of("SEEK4args", new Words().stateid(1, 1).u64(10).u32(1));
    Nfs4Value reply = Nfs4Value.of("SEEK4res", new Words().u32(0, 0).u64(65536));

    assertThat(call.text("sa_what")).isEqualTo("NFS4_CONTENT_HOLE");
    assertThat(reply.number("resok4.sr_offset")).isEqualTo(65536);
  }

  @Test
  void shouldReadAllocateAndDeallocate() {
    Words call = new Words().stateid(1, 1).u64(4096, 1 << 20);

    assertThat(Nfs4Value.of("ALLOCATE4args", call).number("aa_length")).isEqualTo(1 << 20);
    assertThat(Nfs4Value.of("DEALLOCATE4args", call).number("da_offset")).isEqualTo(4096);
  }

  @Test
  void shouldReadTheHintsOfIoAdvise() {
    Words call = new Words().stateid(1, 1).u64(0, 0).bitmap(1, 4, 10);

    Nfs4Value read = Nfs4Value.of("IO_ADVISE4args", call);

    assertThat(read.text("iaa_hints"))
        .contains("IO_ADVISE4_SEQUENTIAL")
        .contains("IO_ADVISE4_WILLNEED")
        .contains("IO_ADVISE4_INIT_PROXIMITY");
  }

  @Test
  void shouldReadWriteSame() {
    Words call = new Words().stateid(1, 1).u32(2).u64(0, 4096, 10, 0).u32(1).u64(8).opaque(7, 0x2e);

    Nfs4Value read = Nfs4Value.of("WRITE_SAME4args", call);

    assertThat(read.text("wsa_stable")).isEqualTo("FILE_SYNC4");
    assertThat(read.number("wsa_adb.adb_block_count")).isEqualTo(10);
    assertThat(read.length("wsa_adb.adb_pattern")).isEqualTo(7);
  }

  @Test
  void shouldReadLayouterror() {
    Words call = new Words().u64(0, -1).stateid(1, 1).u32(1).fixed(16, DEVICE).u32(6).u32(25);

    Nfs4Value read = Nfs4Value.of("LAYOUTERROR4args", call);

    assertThat(read.text("lea_errors[0].de_status")).isEqualTo("NFS4ERR_NXIO");
    assertThat(read.text("lea_errors[0].de_opnum")).isEqualTo("OP_READ");
  }

  @Test
  void shouldReadLayoutstatsOfFlexibleFiles() {
    Words latency = new Words().u64(1, 2, 3, 4, 5).u64(6).u32(7).u64(8).u32(9);
    Words body =
        new Words()
            .string("tcp")
            .string("192.0.2.4.8.1")
            .opaque(8, 4)
            .add(latency)
            .add(latency)
            .u64(60)
            .u32(0)
            .u32(0);
    Words call =
        new Words().u64(0, -1).stateid(1, 1).u64(1, 2, 3, 4).fixed(16, DEVICE).u32(4).opaque(body);

    Nfs4Value read = Nfs4Value.of("LAYOUTSTATS4args", call);

    assertThat(read.number("lsa_layoutupdate.lou_body.ffl_read.ffil_ops_completed")).isEqualTo(3);
  }

  @Test
  void shouldReadLayoutWccOfFlexibleFiles() {
    // Given a mirror of one data server, and the size of the file there
    Words attributes = new Words().bitmap(4).opaque(new Words().u64(4096));
    Words server = new Words().fixed(16, DEVICE).stateid(1, 2).u32(1).opaque(8, 4).add(attributes);
    Words body = new Words().u32(1).u32(1).add(server);

    // When
    Nfs4Value call = Nfs4Value.of("LAYOUT_WCC4args", new Words().stateid(1, 1).u32(4).opaque(body));
    Nfs4Value reply = Nfs4Value.of("LAYOUT_WCC4res", new Words().u32(10025));

    // Then
    String at = "lowa_body.fflw_mirrors[0].ffmw_data_servers[0].ffdsw_attributes.attr_vals.size";
    assertThat(call.number(at)).isEqualTo(4096);
    assertThat(reply.text("lowr_status")).isEqualTo("NFS4ERR_BAD_STATEID");
  }

  @Test
  void shouldReadExtendedAttributes() {
    Nfs4Value set =
        Nfs4Value.of("SETXATTR4args", new Words().u32(1).string("colour").string("green"));
    Nfs4Value get = Nfs4Value.of("GETXATTR4res", new Words().u32(0).string("green"));
    Nfs4Value missing = Nfs4Value.of("GETXATTR4res", new Words().u32(10095));
    Nfs4Value list =
        Nfs4Value.of(
            "LISTXATTRS4res", new Words().u32(0).u64(2).u32(2).string("a").string("bb").u32(1));
    Nfs4Value remove = Nfs4Value.of("REMOVEXATTR4res", new Words().u32(0, 1).u64(4, 5));

    assertThat(set.text("sxa_option")).isEqualTo("SETXATTR4_CREATE");
    assertThat(set.text("sxa_key")).isEqualTo("colour");
    assertThat(set.length("sxa_value")).isEqualTo(5);
    assertThat(get.length("gxr_value")).isEqualTo(5);
    assertThat(missing.text("gxr_status")).isEqualTo("NFS4ERR_NOXATTR");
    assertThat(list.text("lxr_value.lxr_names[1]")).isEqualTo("bb");
    assertThat(list.text("lxr_value.lxr_eof")).isEqualTo("true");
    assertThat(remove.number("rxr_info.after")).isEqualTo(5);
  }
}
