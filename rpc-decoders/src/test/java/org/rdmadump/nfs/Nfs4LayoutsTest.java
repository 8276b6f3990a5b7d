package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Layouts and device addresses: RFC 8881 sections 13.3 and 18.40 to 18.44, RFC 5663 (blocks), RFC
 * 8435 (flexible files), RFC 8154 (SCSI).
 */
class Nfs4LayoutsTest {
  private static final int FILES = 1;
  private static final int OBJECTS = 2;
  private static final int BLOCKS = 3;
  private static final int FLEX_FILES = 4;
  private static final int SCSI = 5;
  private static final int RW = 2;
  private static final int DEVICE = 0xd1;
  private static final String BODY = "logr_resok4.logr_layout[0].lo_content.loc_body.";

  @Test
  void shouldReadALayoutOfFiles() {
    // Given
    Words body =
        new Words().fixed(16, DEVICE).u32(0x00100003, 2).u64(0).u32(2).opaque(28, 1).opaque(28, 2);

    // When
    Nfs4Value read = Nfs4Value.of("LAYOUTGET4res", layout(FILES, body));

    // Then
    assertThat(read.text("logr_resok4.logr_layout[0].lo_iomode")).isEqualTo("LAYOUTIOMODE4_RW");
    assertThat(read.text(BODY + "nfl_util"))
        .contains("NFL4_UFLG_DENSE")
        .contains("NFL4_UFLG_COMMIT_THRU_MDS")
        .contains("0x100000");
    assertThat(read.number(BODY + "nfl_first_stripe_index")).isEqualTo(2);
    assertThat(read.size(BODY + "nfl_fh_list")).isEqualTo(2);
  }

  @Test
  void shouldReadALayoutOfBlocks() {
    // Given
    Words body =
        new Words()
            .u32(2)
            .fixed(16, DEVICE)
            .u64(0, 8192, 65536)
            .u32(0)
            .fixed(16, DEVICE)
            .u64(8192, 4096, 0)
            .u32(3);

    // When
    Nfs4Value read = Nfs4Value.of("LAYOUTGET4res", layout(BLOCKS, body));

    // Then
    assertThat(read.number(BODY + "blo_extents[0].bex_storage_offset")).isEqualTo(65536);
    assertThat(read.text(BODY + "blo_extents[0].bex_state"))
        .isEqualTo("PNFS_BLOCK_READ_WRITE_DATA");
    assertThat(read.text(BODY + "blo_extents[1].bex_state")).isEqualTo("PNFS_BLOCK_NONE_DATA");
  }

  @Test
  void shouldReadALayoutOfFlexibleFiles() {
    // Given two mirrors of one data server each
    Words server =
        new Words()
            .u32(1)
            .fixed(16, DEVICE)
            .u32(100)
            .stateid(0, 0)
            .u32(1)
            .opaque(32, 9)
            .string("1000")
            .string("100");
    Words body = new Words().u64(65536).u32(2).add(server).add(server).u32(9, 60);

    // When
    Nfs4Value read = Nfs4Value.of("LAYOUTGET4res", layout(FLEX_FILES, body));

    // Then
    assertThat(read.text(BODY + "ffl_mirrors[1].ffm_data_servers[0].ffds_user")).isEqualTo("1000");
    assertThat(read.text(BODY + "ffl_flags"))
        .contains("FF_FLAGS_NO_LAYOUTCOMMIT")
        .contains("FF_FLAGS_WRITE_ONE_MIRROR");
    assertThat(read.number(BODY + "ffl_stats_collect_hint")).isEqualTo(60);
  }

  @Test
  void shouldReadALayoutOfScsiDevices() {
    Words body = new Words().u32(1).fixed(16, DEVICE).u64(1, 2, 3).u32(2);

    Nfs4Value read = Nfs4Value.of("LAYOUTGET4res", layout(SCSI, body));

    assertThat(read.text(BODY + "sl_extents[0].se_state")).isEqualTo("PNFS_SCSI_INVALID_DATA");
  }

  @Test
  void shouldKeepTheLayoutOfObjectsAsItIs() {
    Nfs4Value read = Nfs4Value.of("LAYOUTGET4res", layout(OBJECTS, new Words().u32(1, 2, 3)));

    assertThat(read.text("logr_resok4.logr_layout[0].lo_content.loc_type"))
        .isEqualTo("LAYOUT4_OSD2_OBJECTS");
    assertThat(read.length("logr_resok4.logr_layout[0].lo_content.loc_body")).isEqualTo(12);
  }

  @Test
  void shouldKeepALayoutOfAnUnknownTypeAsItIs() {
    Nfs4Value read = Nfs4Value.of("LAYOUTGET4res", layout(77, new Words().u32(1, 2)));

    assertThat(read.number("logr_resok4.logr_layout[0].lo_content.loc_type")).isEqualTo(77);
    assertThat(read.length("logr_resok4.logr_layout[0].lo_content.loc_body")).isEqualTo(8);
  }

  @Test
  void shouldReadThatALayoutWillBeSignalled() {
    Nfs4Value read = Nfs4Value.of("LAYOUTGET4res", new Words().u32(10058, 1));

    assertThat(read.text("logr_will_signal_layout_avail")).isEqualTo("true");
  }

  @Test
  void shouldReadADeviceOfFiles() {
    // Given two servers, the first with two addresses
    Words body =
        new Words()
            .u32(3, 0, 1, 0)
            .u32(2)
            .u32(2)
            .string("tcp")
            .string("192.0.2.1.8.1")
            .string("rdma")
            .string("192.0.2.1.79.41")
            .u32(1)
            .string("tcp")
            .string("192.0.2.2.8.1");

    // When
    Nfs4Value read = Nfs4Value.of("GETDEVICEINFO4res", device(FILES, body));

    // Then
    String addr = "gdir_resok4.gdir_device_addr.da_addr_body.";
    assertThat(read.size(addr + "nflda_stripe_indices")).isEqualTo(3);
    assertThat(read.text(addr + "nflda_multipath_ds_list[0][1].na_r_netid")).isEqualTo("rdma");
    assertThat(read.text(addr + "nflda_multipath_ds_list[1][0].na_r_addr"))
        .isEqualTo("192.0.2.2.8.1");
    assertThat(read.text("gdir_resok4.gdir_notification"))
        .isEqualTo("NOTIFY_DEVICEID4_CHANGE NOTIFY_DEVICEID4_DELETE");
  }

  @Test
  void shouldReadADeviceOfBlocks() {
    // Given a volume known by its signature, a slice of it, and both put together in two ways
    Words body =
        new Words()
            .u32(4)
            .u32(0, 1)
            .u64(-512)
            .opaque(6, 0x5a)
            .u32(1)
            .u64(0, 1 << 20)
            .u32(0)
            .u32(2, 2, 0, 1)
            .u32(3)
            .u64(65536)
            .u32(2, 1, 0);

    // When
    Nfs4Value read = Nfs4Value.of("GETDEVICEINFO4res", device(BLOCKS, body));

    // Then
    String volumes = "gdir_resok4.gdir_device_addr.da_addr_body.bda_volumes";
    assertThat(read.number(volumes + "[0].bv_simple_info.bsv_ds[0].bsc_sig_offset"))
        .isEqualTo(-512);
    assertThat(read.number(volumes + "[1].bv_slice_info.bsv_length")).isEqualTo(1 << 20);
    assertThat(read.number(volumes + "[2].bv_concat_info.bcv_volumes[1]")).isEqualTo(1);
    assertThat(read.number(volumes + "[3].bv_stripe_info.bsv_stripe_unit")).isEqualTo(65536);
  }

  @Test
  void shouldReadADeviceOfFlexibleFiles() {
    Words body =
        new Words()
            .u32(1)
            .string("rdma")
            .string("192.0.2.3.79.41")
            .u32(2)
            .u32(3, 0, 1048576, 1048576, 0)
            .u32(4, 1, 1048576, 1048576, 1);

    Nfs4Value read = Nfs4Value.of("GETDEVICEINFO4res", device(FLEX_FILES, body));

    String addr = "gdir_resok4.gdir_device_addr.da_addr_body.";
    assertThat(read.text(addr + "ffda_netaddrs[0].na_r_netid")).isEqualTo("rdma");
    assertThat(read.number(addr + "ffda_versions[1].ffdv_version")).isEqualTo(4);
    assertThat(read.text(addr + "ffda_versions[1].ffdv_tightly_coupled")).isEqualTo("true");
  }

  @Test
  void shouldReadADeviceOfScsi() {
    Words body = new Words().u32(1).u32(4, 1, 3).opaque(16, 0x60).u64(0xabcd);

    Nfs4Value read = Nfs4Value.of("GETDEVICEINFO4res", device(SCSI, body));

    String base = "gdir_resok4.gdir_device_addr.da_addr_body.sda_volumes[0].sv_simple_info.";
    assertThat(read.text(base + "sbv_designator_type")).isEqualTo("PS_DESIGNATOR_NAA");
    assertThat(read.text(base + "sbv_pr_key")).isEqualTo("0x000000000000abcd");
  }

  @Test
  void shouldReadHowMuchRoomADeviceNeeds() {
    Nfs4Value read = Nfs4Value.of("GETDEVICEINFO4res", new Words().u32(10005, 9000));

    assertThat(read.number("gdir_mincount")).isEqualTo(9000);
  }

  @Test
  void shouldReadALayoutcommitOfBlocks() {
    // Given
    Words call =
        new Words()
            .u64(0, 4096)
            .u32(0)
            .stateid(1, 2)
            .u32(1)
            .u64(4095)
            .u32(1)
            .u64(1700000000)
            .u32(9)
            .u32(BLOCKS)
            .opaque(new Words().u32(1).fixed(16, DEVICE).u64(0, 4096, 512).u32(0));

    // When
    Nfs4Value read = Nfs4Value.of("LAYOUTCOMMIT4args", call);

    // Then
    assertThat(read.number("loca_last_write_offset")).isEqualTo(4095);
    assertThat(read.number("loca_time_modify.nseconds")).isEqualTo(9);
    assertThat(read.number("loca_layoutupdate.lou_body.blu_commit_list[0].bex_storage_offset"))
        .isEqualTo(512);
  }

  @Test
  void shouldReadALayoutcommitOfFilesWhoseSizeStays() {
    Words call =
        new Words().u64(0, 1).u32(0).stateid(1, 2).u32(0).u32(0).u32(FILES).opaque(new Words());

    Nfs4Value read = Nfs4Value.of("LAYOUTCOMMIT4args", call);

    assertThat(read.length("loca_layoutupdate.lou_body")).isZero();
  }

  @Test
  void shouldReadALayoutreturnOfFlexibleFilesWithItsReports() {
    // Given an error of one device and the statistics of another
    Words error = new Words().u64(0, 100).stateid(1, 3).u32(1).fixed(16, DEVICE).u32(5).u32(38);
    Words latency = new Words().u64(1, 2, 3, 4, 5).u64(6).u32(7).u64(8).u32(9);
    Words statistics =
        new Words()
            .u64(0, -1)
            .stateid(1, 3)
            .u64(10, 11, 12, 13)
            .fixed(16, DEVICE)
            .string("tcp")
            .string("192.0.2.4.8.1")
            .opaque(8, 4)
            .add(latency)
            .add(latency)
            .u64(60)
            .u32(0)
            .u32(1);
    Words body = new Words().u32(1).add(error).u32(1).add(statistics);
    Words call = new Words().u32(0, FLEX_FILES, 3).u32(1).u64(0, -1).stateid(1, 3).opaque(body);

    // When
    Nfs4Value read = Nfs4Value.of("LAYOUTRETURN4args", call);

    // Then
    String lrf = "lora_layoutreturn.lr_layout.lrf_body.";
    assertThat(read.text(lrf + "fflr_ioerr_report[0].ffie_errors[0].de_status"))
        .isEqualTo("NFS4ERR_IO");
    assertThat(read.text(lrf + "fflr_ioerr_report[0].ffie_errors[0].de_opnum"))
        .isEqualTo("OP_WRITE");
    assertThat(read.number(lrf + "fflr_iostats_report[0].ffis_write.ii_bytes")).isEqualTo(13);
    assertThat(
            read.number(
                lrf
                    + "fflr_iostats_report[0].ffis_layoutupdate"
                    + ".ffl_write.ffil_bytes_not_delivered"))
        .isEqualTo(5);
  }

  @Test
  void shouldReadALayoutreturnOfAWholeFileSystem() {
    Nfs4Value read = Nfs4Value.of("LAYOUTRETURN4args", new Words().u32(0, FILES, 3, 2));

    assertThat(read.text("lora_layoutreturn.lr_returntype")).isEqualTo("LAYOUTRETURN4_FSID");
  }

  @Test
  void shouldReadTheStateidThatALayoutreturnLeaves() {
    Nfs4Value read = Nfs4Value.of("LAYOUTRETURN4res", new Words().u32(0, 1).stateid(8, 1));

    assertThat(read.number("lorr_stateid.seqid")).isEqualTo(8);
  }

  private static Words layout(int type, Words body) {
    return new Words().u32(0, 1).stateid(1, 0xaa).u32(1).u64(0, -1).u32(RW).u32(type).opaque(body);
  }

  private static Words device(int type, Words body) {
    return new Words().u32(0).u32(type).opaque(body).bitmap(1, 2);
  }
}
