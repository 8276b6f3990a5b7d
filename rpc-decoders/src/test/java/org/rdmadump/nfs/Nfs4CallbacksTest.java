package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Callbacks, RFC 8881 section 20 and RFC 7862 section 16. */
class Nfs4CallbacksTest {
  private static final int DEVICE = 0xd3;

  @Test
  void shouldReadTheRecallOfAFilesLayout() {
    Words call = new Words().u32(1, 3, 1).u32(1).opaque(28, 5).u64(0, -1).stateid(2, 4);

    Nfs4Value read = Nfs4Value.of("CB_LAYOUTRECALL4args", call);

    assertThat(read.text("clora_type")).isEqualTo("LAYOUT4_NFSV4_1_FILES");
    assertThat(read.text("clora_iomode")).isEqualTo("LAYOUTIOMODE4_ANY");
    assertThat(read.length("clora_recall.lor_layout.lor_fh")).isEqualTo(28);
    assertThat(read.number("clora_recall.lor_layout.lor_stateid.seqid")).isEqualTo(2);
  }

  @Test
  void shouldReadTheRecallOfAFileSystemsLayoutsAndOfAll() {
    Nfs4Value system =
        Nfs4Value.of("CB_LAYOUTRECALL4args", new Words().u32(3, 3, 0).u32(2).u64(7, 8));
    Nfs4Value all = Nfs4Value.of("CB_LAYOUTRECALL4args", new Words().u32(4, 3, 0).u32(3));

    assertThat(system.number("clora_recall.lor_fsid.minor")).isEqualTo(8);
    assertThat(all.text("clora_recall.lor_recalltype")).isEqualTo("LAYOUTRECALL4_ALL");
  }

  @Test
  void shouldReadWhatHappenedInADirectory() {
    // Given an entry removed, one added before another, one renamed, and a new verifier
    Words removed = entry("gone").u64(1);
    Words added =
        new Words()
            .u32(0)
            .add(entry("new"))
            .u32(1)
            .u64(2)
            .u32(1)
            .add(entry("before"))
            .u64(3)
            .u32(0);
    Words renamed =
        new Words().add(entry("old").u64(4)).u32(0).add(entry("name")).u32(0).u32(0).u32(1);
    Words verifier = new Words().u64(5, 6);
    Words call =
        new Words()
            .stateid(1, 1)
            .opaque(28, 2)
            .u32(2)
            .bitmap(2, 3)
            .opaque(new Words().add(removed).add(added))
            .bitmap(4, 5)
            .opaque(new Words().add(renamed).add(verifier));

    // When
    Nfs4Value read = Nfs4Value.of("CB_NOTIFY4args", call);

    // Then
    String changes = "cna_changes";
    assertThat(read.text(changes + "[0].notify_vals.remove_entry.nrm_old_entry.ne_file"))
        .isEqualTo("gone");
    assertThat(read.text(changes + "[0].notify_vals.add_entry.nad_new_entry.ne_file"))
        .isEqualTo("new");
    assertThat(
            read.text(
                changes + "[0].notify_vals.add_entry.nad_prev_entry[0].pe_prev_entry.ne_file"))
        .isEqualTo("before");
    assertThat(
            read.text(changes + "[1].notify_vals.rename_entry.nrn_new_entry.nad_new_entry.ne_file"))
        .isEqualTo("name");
    assertThat(read.text(changes + "[1].notify_vals.change_cookie_verifier.nv_new_cookieverf"))
        .contains("0000000000000006");
  }

  @Test
  void shouldReadAttributesThatChangedInADirectory() {
    Words call =
        new Words()
            .stateid(1, 1)
            .opaque(28, 2)
            .u32(1)
            .bitmap(0)
            .opaque(new Words().string("file").bitmap(4).opaque(new Words().u64(100)));

    Nfs4Value read = Nfs4Value.of("CB_NOTIFY4args", call);

    assertThat(
            read.number(
                "cna_changes[0].notify_vals.change_child_attrs"
                    + ".na_changed_entry.ne_attrs.attr_vals.size"))
        .isEqualTo(100);
  }

  @Test
  void shouldReadWhatToGiveBackOfRecallAny() {
    Nfs4Value read = Nfs4Value.of("CB_RECALL_ANY4args", new Words().u32(10).bitmap(0, 3, 16));

    assertThat(read.number("craa_objects_to_keep")).isEqualTo(10);
    assertThat(read.text("craa_type_mask"))
        .contains("RCA4_TYPE_MASK_RDATA_DLG")
        .contains("RCA4_TYPE_MASK_FILE_LAYOUT")
        .contains("RCA4_TYPE_MASK_FF_LAYOUT_MIN");
  }

  @Test
  void shouldReadTheEndOfAnOffload() {
    Words call = new Words().opaque(28, 2).stateid(1, 1).u32(0).u32(0).u64(1 << 20).u32(2).u64(9);

    Nfs4Value read = Nfs4Value.of("CB_OFFLOAD4args", call);

    assertThat(read.number("coa_offload_info.coa_resok4.wr_count")).isEqualTo(1 << 20);
    assertThat(read.text("coa_offload_info.coa_resok4.wr_committed")).isEqualTo("FILE_SYNC4");
  }

  @Test
  void shouldReadHowFarAFailedOffloadCame() {
    Words call = new Words().opaque(28, 2).stateid(1, 1).u32(28).u64(4096);

    Nfs4Value read = Nfs4Value.of("CB_OFFLOAD4args", call);

    assertThat(read.text("coa_offload_info.coa_status")).isEqualTo("NFS4ERR_NOSPC");
    assertThat(read.number("coa_offload_info.coa_bytes_copied")).isEqualTo(4096);
  }

  @Test
  void shouldReadTheCallsThatASequenceRefersTo() {
    Words call =
        new Words().fixed(16, 1).u32(5, 0, 3, 1).u32(1).fixed(16, 1).u32(2).u32(10, 0).u32(11, 1);

    Nfs4Value read = Nfs4Value.of("CB_SEQUENCE4args", call);

    assertThat(read.number("csa_referring_call_lists[0].rcl_referring_calls[1].rc_sequenceid"))
        .isEqualTo(11);
  }

  @Test
  void shouldReadChangedAndDeletedDevices() {
    Words call =
        new Words()
            .u32(1)
            .bitmap(1, 2)
            .opaque(new Words().u32(1).fixed(16, DEVICE).u32(1).u32(1).fixed(16, DEVICE));

    Nfs4Value read = Nfs4Value.of("CB_NOTIFY_DEVICEID4args", call);

    assertThat(read.text("cnda_changes[0].notify_vals.change.ndc_immediate")).isEqualTo("true");
    assertThat(read.text("cnda_changes[0].notify_vals.delete.ndd_layouttype"))
        .isEqualTo("LAYOUT4_NFSV4_1_FILES");
  }

  @Test
  void shouldReadADelegationThatIsPushed() {
    Words call =
        new Words().opaque(28, 2).u32(1).stateid(1, 1).u32(0).u32(0, 0, 1).string("OWNER@");

    Nfs4Value read = Nfs4Value.of("CB_PUSH_DELEG4args", call);

    assertThat(read.text("cpda_delegation.delegation_type")).isEqualTo("OPEN_DELEGATE_READ");
  }

  @Test
  void shouldReadAnnouncedLocksAndCancelledWants() {
    Nfs4Value lock =
        Nfs4Value.of("CB_NOTIFY_LOCK4args", new Words().opaque(28, 2).u64(9).string("owner"));
    Nfs4Value wants = Nfs4Value.of("CB_WANTS_CANCELLED4args", new Words().u32(1, 0));

    assertThat(lock.text("cnla_lock_owner.owner")).isEqualTo("owner");
    assertThat(wants.text("cwca_contended_wants_cancelled")).isEqualTo("true");
  }

  private static Words entry(String name) {
    return new Words().string(name).u32(0).u32(0);
  }
}
