package org.rdmadump.analysis.frame;

import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.ib.mad.MadAttribute;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.ib.mad.MadMethod;
import org.rdmadump.ib.mad.ManagementClass;

/** The fields of the header of management datagrams. */
final class MadFields {
  private MadFields() {}

  private static String managementClass(long code) {
    return ManagementClass.of((int) code).text();
  }

  private static String method(long code) {
    MadMethod known = MadMethod.of((int) code);
    return known == MadMethod.UNKNOWN ? String.format(Locale.US, "0x%02x", code) : known.text();
  }

  static void mad(FieldTable<MadHeader> fields) {
    fields
        .number("base_version", MadHeader::baseVersion)
        .named("class", MadHeader::managementClass, MadFields::managementClass)
        .values(NameLists.of(ManagementClass.values(), ManagementClass::text))
        .number("class_version", MadHeader::classVersion)
        .named("method", MadHeader::method, MadFields::method)
        .values(NameLists.of(MadMethod.values(), MadMethod::text, MadMethod.UNKNOWN))
        .number("status", MadHeader::status)
        .number("class_specific", MadHeader::classSpecific)
        .number("transaction_id", MadHeader::transactionId)
        .add(
            "attribute",
            (h, to) -> to.named(h.attributeId(), id -> MadAttribute.text(h.kind(), (int) id)))
        .values(new LateNames(MadAttribute::names))
        .numbered(List.of(MadAttribute.NUMBERED))
        .unsigned("attribute_modifier", MadHeader::attributeModifier);
  }
}
