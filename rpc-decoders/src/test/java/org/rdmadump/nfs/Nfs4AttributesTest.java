package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Attribute values, which are found by their numbers in the bitmap before them. */
class Nfs4AttributesTest {
  private static final int TYPE = 1;
  private static final int FH_EXPIRE_TYPE = 2;
  private static final int CHANGE = 3;
  private static final int ACL = 12;
  private static final int FS_LOCATIONS = 24;
  private static final int MODE = 33;
  private static final int TIME_ACCESS_SET = 48;
  private static final int TIME_MODIFY_SET = 54;
  private static final int DACL = 58;
  private static final int FS_STATUS = 61;
  private static final int FS_LAYOUT_TYPES = 62;
  private static final int LAYOUT_HINT = 63;
  private static final int FS_LOCATIONS_INFO = 67;
  private static final int MDSTHRESHOLD = 68;
  private static final int RETENTION_GET = 69;
  private static final int MODE_SET_MASKED = 74;
  private static final int CHANGE_ATTR_TYPE = 79;
  private static final int SEC_LABEL = 80;
  private static final int MODE_UMASK = 81;
  private static final int XATTR_SUPPORT = 82;
  private static final int TIME_DELEG_MODIFY = 85;
  private static final int OPEN_ARGUMENTS = 86;
  private static final int ACL_TRUEFORM = 89;
  private static final int ACL_TRUEFORM_SCOPE = 90;
  private static final int POSIX_DEFAULT_ACL = 91;
  private static final int POSIX_ACCESS_ACL = 92;

  @Test
  void shouldReadValuesInTheOrderOfTheirNumbers() {
    // Given attributes of the first and the second word of the bitmap
    Nfs4Value read =
        attributes(new Words().u32(2).u32(2).u64(99).u32(0755), TYPE, FH_EXPIRE_TYPE, CHANGE, MODE);

    assertThat(read.text("attr_vals.type")).isEqualTo("NF4DIR");
    assertThat(read.text("attr_vals.fh_expire_type")).isEqualTo("FH4_VOLATILE_ANY");
    assertThat(read.number("attr_vals.change")).isEqualTo(99);
    assertThat(read.text("attr_vals.mode")).isEqualTo("0755");
  }

  @Test
  void shouldReadAnAcl() {
    // Given two entries
    Words values =
        new Words()
            .u32(2)
            .u32(0, 0, 0x001601bf)
            .string("OWNER@")
            .u32(1, 0x40, 2)
            .string("staff@example.org");

    // When
    Nfs4Value read = attributes(values, ACL);

    // Then
    assertThat(read.size("attr_vals.acl")).isEqualTo(2);
    assertThat(read.text("attr_vals.acl[0].access_mask"))
        .contains("ACE4_READ_DATA")
        .contains("ACE4_WRITE_ACL");
    assertThat(read.text("attr_vals.acl[1].type")).isEqualTo("ACE4_ACCESS_DENIED_ACE_TYPE");
    assertThat(read.text("attr_vals.acl[1].flag")).isEqualTo("ACE4_IDENTIFIER_GROUP");
    assertThat(read.text("attr_vals.acl[1].who")).isEqualTo("staff@example.org");
  }

  @Test
  void shouldReadADiscretionaryAcl() {
    Words values = new Words().u32(3).u32(1).u32(2, 0x10, 1).string("EVERYONE@");

    Nfs4Value read = attributes(values, DACL);

    assertThat(read.text("attr_vals.dacl.na41_flag"))
        .contains("ACL4_AUTO_INHERIT")
        .contains("ACL4_PROTECTED");
    assertThat(read.text("attr_vals.dacl.na41_aces[0].type"))
        .isEqualTo("ACE4_SYSTEM_AUDIT_ACE_TYPE");
  }

  @Test
  void shouldReadFileSystemLocations() {
    Words values =
        new Words()
            .u32(2)
            .string("export")
            .string("data")
            .u32(1)
            .u32(2)
            .string("server1")
            .string("server2")
            .u32(1)
            .string("mirror");

    Nfs4Value read = attributes(values, FS_LOCATIONS);

    assertThat(read.text("attr_vals.fs_locations.fs_root[1]")).isEqualTo("data");
    assertThat(read.text("attr_vals.fs_locations.locations[0].server[1]")).isEqualTo("server2");
    assertThat(read.text("attr_vals.fs_locations.locations[0].rootpath[0]")).isEqualTo("mirror");
  }

  @Test
  void shouldReadFileSystemLocationsInFull() {
    Words values =
        new Words()
            .u32(1)
            .u32(3600)
            .u32(1)
            .string("root")
            .u32(1)
            .u32(1)
            .u32(-1)
            .opaque(12, 1)
            .string("server")
            .u32(1)
            .string("path");

    Nfs4Value read = attributes(values, FS_LOCATIONS_INFO);

    String info = "attr_vals.fs_locations_info.";
    assertThat(read.text(info + "fli_flags")).isEqualTo("FSLI4IF_VAR_SUB");
    assertThat(read.number(info + "fli_items[0].fli_entries[0].fls_currency")).isEqualTo(-1);
    assertThat(read.length(info + "fli_items[0].fli_entries[0].fls_info")).isEqualTo(12);
    assertThat(read.text(info + "fli_items[0].fli_rootpath[0]")).isEqualTo("path");
  }

  @Test
  void shouldReadTimesThatAreSetByServerAndByClient() {
    Words values = new Words().u32(0).u32(1).u64(1700000000).u32(5);

    Nfs4Value read = attributes(values, TIME_ACCESS_SET, TIME_MODIFY_SET);

    assertThat(read.text("attr_vals.time_access_set.set_it")).isEqualTo("SET_TO_SERVER_TIME4");
    assertThat(read.number("attr_vals.time_modify_set.time.seconds")).isEqualTo(1700000000);
  }

  @Test
  void shouldReadAttributesOfMinorVersion1() {
    Words values =
        new Words()
            .u32(0)
            .u32(5)
            .string("source")
            .string("current")
            .u32(-7)
            .u64(1)
            .u32(2)
            .u32(2, 1, 4)
            .u32(1)
            .opaque(new Words().u32(0xc1, 0x00010001, 2))
            .u32(1)
            .u32(1)
            .bitmap(1, 2)
            .opaque(new Words().u64(4096, 8192))
            .u64(-1)
            .u32(1)
            .u64(3)
            .u32(4)
            .u32(04000, 07000);

    Nfs4Value read =
        attributes(
            values,
            FS_STATUS,
            FS_LAYOUT_TYPES,
            LAYOUT_HINT,
            MDSTHRESHOLD,
            RETENTION_GET,
            MODE_SET_MASKED);

    assertThat(read.text("attr_vals.fs_status.fss_type")).isEqualTo("STATUS4_REFERRAL");
    assertThat(read.number("attr_vals.fs_status.fss_age")).isEqualTo(-7);
    assertThat(read.text("attr_vals.fs_layout_types[1]")).isEqualTo("LAYOUT4_FLEX_FILES");
    assertThat(read.text("attr_vals.layout_hint.loh_body.nflh_care"))
        .contains("NFLH4_CARE_STRIPE_COUNT");
    assertThat(read.number("attr_vals.mdsthreshold.mth_hints[0].thi_hintlist.write_size"))
        .isEqualTo(4096);
    assertThat(read.number("attr_vals.mdsthreshold.mth_hints[0].thi_hintlist.read_iosize"))
        .isEqualTo(8192);
    assertThat(read.number("attr_vals.retention_get.rg_begin_time[0].seconds")).isEqualTo(3);
    assertThat(read.text("attr_vals.mode_set_masked.mm_mask_bits")).isEqualTo("07000");
  }

  @Test
  void shouldReadAttributesOfMinorVersion2() {
    Words values =
        new Words()
            .u32(3)
            .u32(0, 0)
            .string("system_u:object_r:nfs_t:s0")
            .u32(0666, 0022)
            .u32(1)
            .u64(1700000000)
            .u32(9)
            .bitmap(1, 2, 3)
            .bitmap(0, 1)
            .bitmap(20)
            .bitmap(0, 4)
            .bitmap(0, 1);

    Nfs4Value read =
        attributes(
            values,
            CHANGE_ATTR_TYPE,
            SEC_LABEL,
            MODE_UMASK,
            XATTR_SUPPORT,
            TIME_DELEG_MODIFY,
            OPEN_ARGUMENTS);

    assertThat(read.text("attr_vals.change_attr_type"))
        .isEqualTo("NFS4_CHANGE_TYPE_IS_TIME_METADATA");
    assertThat(read.text("attr_vals.sec_label.slai_data")).isEqualTo("system_u:object_r:nfs_t:s0");
    assertThat(read.text("attr_vals.mode_umask.mu_umask")).isEqualTo("022");
    assertThat(read.text("attr_vals.xattr_support")).isEqualTo("true");
    assertThat(read.number("attr_vals.time_deleg_modify.nseconds")).isEqualTo(9);
    assertThat(read.text("attr_vals.open_arguments.oa_share_access_want"))
        .contains("OPEN_ARGS_SHARE_ACCESS_WANT_DELEG_TIMESTAMPS");
  }

  @Test
  void shouldReadPosixAclsOfTheDraft() {
    Words values =
        new Words().u32(2, 1, 0, 2).u32(1, 6).string("").u32(2, 4).string("ann@example.org");

    Nfs4Value read =
        attributes(values, ACL_TRUEFORM, ACL_TRUEFORM_SCOPE, POSIX_DEFAULT_ACL, POSIX_ACCESS_ACL);

    assertThat(read.text("attr_vals.acl_trueform")).isEqualTo("ACL_MODEL_POSIX_DRAFT");
    assertThat(read.text("attr_vals.acl_trueform_scope")).isEqualTo("ACL_SCOPE_FILE_OBJECT");
    assertThat(read.size("attr_vals.posix_default_acl")).isZero();
    assertThat(read.text("attr_vals.posix_access_acl[0].perm"))
        .isEqualTo("POSIXACE4_PERM_WRITE|POSIXACE4_PERM_READ");
    assertThat(read.text("attr_vals.posix_access_acl[1].tag")).isEqualTo("POSIXACE4_TAG_USER");
    assertThat(read.text("attr_vals.posix_access_acl[1].who")).isEqualTo("ann@example.org");
  }

  private static Nfs4Value attributes(Words values, int... numbers) {
    return Nfs4Value.of("fattr4", new Words().bitmap(numbers).opaque(values));
  }
}
