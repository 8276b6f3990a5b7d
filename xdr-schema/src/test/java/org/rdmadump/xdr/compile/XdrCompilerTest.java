package org.rdmadump.xdr.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrProcedure;
import org.rdmadump.xdr.schema.XdrSchema;
import org.rdmadump.xdr.schema.XdrType;

class XdrCompilerTest {
  @Test
  void shouldKnowWhatMarksSayOfAMember() throws XdrDeclarationException {
    XdrSchema schema =
        compile(
            """
            enum bits { ONE = 1 };
            struct t {
            %[tell fh, filehandle]
              opaque handle<64>;
            %[tell -]
            %[flags bits]
              unsigned int access;
            %[tell, count]
              int list<>;
            %[data, ddp, x-bulk, x-chunk write]
              opaque bulk<>;
              int plain;
            };
            """);
    XdrType type = schema.type("t");

    XdrField handle = type.field(0);
    assertThat(handle.form()).isEqualTo(XdrForm.FILE_HANDLE);
    assertThat(handle.isTelling()).isTrue();
    assertThat(handle.label()).isEqualTo("fh");
    assertThat(handle.type().bound()).isEqualTo(64);
    XdrField access = type.field(1);
    assertThat(access.label()).isEmpty();
    assertThat(access.names().orElseThrow().value("ONE")).hasValue(1);
    XdrField list = type.field(2);
    assertThat(list.isCountOnly()).isTrue();
    assertThat(list.label()).isEqualTo("list");
    XdrField bulk = type.field(3);
    assertThat(bulk.isDdpEligible()).isTrue();
    assertThat(bulk.mark("x-bulk")).hasValue("");
    assertThat(bulk.mark("x-chunk")).hasValue("write");
    assertThat(bulk.mark("x-other")).isEmpty();
    assertThat(type.field(4).isTelling()).isFalse();
    assertThat(type.indexOf("plain")).isEqualTo(4);
    assertThat(type.indexOf("none")).isEqualTo(-1);
  }

  @Test
  void shouldKnowWhichTypesHoldACountHoweverDeep() throws XdrDeclarationException {
    XdrSchema schema =
        compile(
            """
            struct counted {
            %[x-counts]
              unsigned int count;
              opaque data<>;
            };
            struct entry {
              counted *first;
              entry *next;
            };
            union result switch (int status) {
            case 0:
              entry list<>;
            default:
              void;
            };
            struct plain {
              unsigned int count;
              plain *next;
            };
            """);

    assertThat(schema.type("counted").holdsCounts()).isTrue();
    assertThat(schema.type("entry").holdsCounts()).isTrue();
    assertThat(schema.type("result").holdsCounts()).isTrue();
    assertThat(schema.type("plain").holdsCounts()).isFalse();
  }

  @Test
  void shouldLetTheMarkOfAMemberWinOverThatOfItsType() throws XdrDeclarationException {
    XdrType type =
        compile(
                """
                %[verifier]
                typedef opaque id<8>;
                typedef id other;
                struct t {
                  other as_declared;
                %[text]
                  other as_text;
                };
                """)
            .type("t");

    assertThat(type.field(0).form()).isEqualTo(XdrForm.VERIFIER);
    assertThat(type.field(1).form()).isEqualTo(XdrForm.TEXT);
    assertThat(type.field(1).type()).isSameAs(type.field(0).type());
  }

  @Test
  void shouldPutTheMarkOfAnArrayOnItsElements() throws XdrDeclarationException {
    XdrType type =
        compile(
                """
                struct t {
                %[hex]
                  unsigned int keys<>;
                %[bits numbers]
                  unsigned int mask<>;
                };
                enum numbers { ZERO = 0 };
                """)
            .type("t");

    assertThat(type.field(0).form()).isEqualTo(XdrForm.PLAIN);
    assertThat(type.field(0).type().element().form()).isEqualTo(XdrForm.HEX);
    assertThat(type.field(1).form()).isEqualTo(XdrForm.BITMAP);
    assertThat(type.field(1).type().element().form()).isEqualTo(XdrForm.PLAIN);
  }

  @Test
  void shouldKnowProcedures() throws XdrDeclarationException {
    XdrSchema schema =
        compile(
            """
            program P {
            %[prefix PROC_]
              version V2 {
                void PROC_NULL(void) = 0;
                int PROC_ADD(int, unsigned hyper) = 1;
                string OTHER(t) = 5;
              } = 2;
              version V3 { void NULL(void) = 0; } = 3;
            } = 0x20000001;
            struct t { int x; };
            """);

    XdrProcedure add = schema.procedure(0x20000001L, 2, 1).orElseThrow();
    assertThat(add.name()).isEqualTo("ADD");
    assertThat(add.arguments().type().field(1).name()).isEqualTo("arg2");
    assertThat(add.arguments().type().field(1).type().kind())
        .isEqualTo(XdrType.Kind.UNSIGNED_HYPER);
    assertThat(add.results().type().kind()).isEqualTo(XdrType.Kind.INT);
    XdrProcedure other = schema.procedure(0x20000001L, 2, 5).orElseThrow();
    assertThat(other.name()).isEqualTo("OTHER");
    assertThat(other.arguments().name()).isEqualTo("t");
    assertThat(schema.procedure(0x20000001L, 3, 0).orElseThrow().arguments().type().kind())
        .isEqualTo(XdrType.Kind.VOID);
    assertThat(schema.procedure(0x20000001L, 3, 1)).isEmpty();
    assertThat(schema.procedure(0x20000001L, 4, 0)).isEmpty();
  }

  @Test
  void shouldIncludeTypesAndExtendThem() throws XdrDeclarationException {
    String base =
        """
        %include "base.x"
        const SIZE = 3;
        %[prefix OP_]
        enum op { OP_READ = 1 };
        union args switch (op o) { case OP_READ: opaque a[SIZE]; };
        program P { version V { void NULL(void) = 0; } = 1; } = 1;
        """;
    XdrSchema schema =
        XdrSchema.of(
            XdrCompiler.compile(
                "more.x",
                """
                %include "base.x"
                %[extends]
                enum op { OP_WRITE = 2 };
                %[extends]
                union args switch (op o) { case OP_WRITE: opaque b[SIZE]; default: void; };
                struct t { args all<>; };
                """,
                name -> name.equals("base.x") ? Optional.of(base) : Optional.empty()));

    XdrType args = schema.type("args");
    assertThat(args.caseCount()).isEqualTo(2);
    assertThat(args.arm(2).orElseThrow().type().fixedSize()).isEqualTo(4);
    assertThat(args.hasDefault()).isTrue();
    assertThat(args.discriminant().names().orElseThrow().name(2)).hasValue("OP_WRITE");
    assertThat(args.discriminant().names().orElseThrow().brief(2)).isEqualTo("WRITE");
    assertThat(args.discriminant().names().orElseThrow().value("READ")).hasValue(1);
    assertThat(schema.procedure(1, 1, 0)).isEmpty();
  }

  @Test
  void shouldWorkOutSizes() throws XdrDeclarationException {
    XdrSchema schema =
        compile(
            """
            struct fixed { int a; hyper b; opaque c[5]; fixedpair d; };
            typedef short_one fixedpair[2];
            struct short_one { bool x; };
            struct least { opaque a<>; int *b; int c<>; choice d; };
            union choice switch (int i) { case 0: hyper big; default: void; };
            struct tree { tree *left; int v; };
            """);

    assertThat(schema.type("fixed").fixedSize()).isEqualTo(4 + 8 + 8 + 8);
    assertThat(schema.type("least").fixedSize()).isEqualTo(-1);
    assertThat(schema.type("least").leastSize()).isEqualTo(16);
    assertThat(schema.type("tree").leastSize()).isEqualTo(8);
  }

  @Test
  void shouldSayWhereAMistakeIs() {
    assertThatThrownBy(() -> compile("struct t {\n  int a\n};\n"))
        .isInstanceOf(XdrDeclarationException.class)
        .hasMessage("test.x:3:1: expected ';', found '}'\n};\n^");
    assertThatThrownBy(() -> compile("struct t {\n  in a;\n};\n"))
        .hasMessage("test.x:2:3: no type 'in'\n  in a;\n  ^");
    assertThatThrownBy(() -> compile("struct t {\n%[hex, hexx]\n  int a;\n};\n"))
        .hasMessage("test.x:2:8: unknown mark 'hexx'\n%[hex, hexx]\n       ^");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "struct t { int a; int a; };|a second member 'a'",
        "struct t { void; };|a member of type void",
        "struct t { t inner; };|'t' contains itself",
        "typedef t u; typedef u t;|is made of itself",
        "typedef void t;|a typedef of void",
        "struct t { opaque a; };|'a' needs a length in <> or []",
        "struct t { string a[4]; };|'a' needs a length in <>",
        "struct t { int a[0]; };|a length of 0",
        "struct t { int a<MANY>; };|no constant 'MANY'",
        "const A = B; const B = A; struct t { int a<A>; };|is made of itself",
        "const A = 1; const A = 2;|a second constant 'A'",
        "struct t { int a; }; struct t { int a; };|a second type 't'",
        "union t switch (int i) { default: void; };|a union without a case",
        "union t switch (int i) { case 1: void; case 1: int a; };|a second case 1",
        "union t switch (hyper i) { case 1: void; };|a discriminant that is no integer",
        "union t switch (bool b) { case YES: void; };|expected TRUE or FALSE",
        "union t switch (int i) { default: void; case 1: void; };|expected case, default or '}'",
        "enum t { A = 0x1ffffffff };|a value of more than 32 bits",
        "struct t { int int; };|expected a name, found 'int'",
        "struct { int a; };|expected a name, found '{'",
        "int a;|expected const, typedef, enum, struct, union or program, found 'int'",
        "struct t { int a; } /* no end|the comment has no end",
        "struct t { int a; } $;|unexpected character '$'",
        "const A = 99999999999999999999;|is no number of at most 64 bits",
        "program P { version V { void A(void) = 1; void B(void) = 1; } = 1; } = 1;|a second"
            + " procedure 1",
      })
  void shouldRefuse(String text, String message) {
    assertThatThrownBy(() -> compile(text))
        .isInstanceOf(XdrDeclarationException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%[hex]|opaque a<>|does not fit the type of 'a'",
        "%[filehandle]|int a|does not fit the type of 'a'",
        "%[bits e]|int a|does not fit the type of 'a'",
        "%[time]|int a|does not fit the type of 'a'",
        "%[nanoseconds]|int a|does not fit the type of 'a'",
        "%[flags none]|int a|no type 'none'",
        "%[flags s]|int a|'s' is no enum",
        "%[flags]|int a|is not written so",
        "%[holds s]|int a|needs an opaque",
        "%[holds s by]|opaque a<>|is not written so",
        "%[holds s by x]|opaque a<>|is no union",
        "%[holds u by y]|opaque a<>|no member 'y' that could tell",
        "%[]|int a|expected a mark",
        "%hello|int a|expected %[...] or %include",
        "%include \"none.x\"|int a|expected a type",
      })
  void shouldRefuseAMark(String mark, String member, String message) {
    String text =
        """
        enum e { A = 0 };
        struct s { int x; };
        union u switch (int i) { case 0: void; };
        struct t {
          int x;
        MARK
          MEMBER;
        };
        """
            .replace("MARK", mark)
            .replace("MEMBER", member);
    assertThatThrownBy(() -> compile(text))
        .isInstanceOf(XdrDeclarationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldRefuseMarksThatDoNotFitDefinitions() {
    assertThatThrownBy(() -> compile("%[maybe]\nunion t switch (bool b) { case TRUE: void; };"))
        .hasMessageContaining("maybe needs a bool, a value if TRUE and void if FALSE");
    assertThatThrownBy(() -> compile("%[extends]\nenum t { A = 1 };"))
        .hasMessageContaining("no enum or union 't' of this kind to extend");
    assertThatThrownBy(() -> compile("%include \"none.x\""))
        .hasMessageContaining("no file 'none.x'");
    assertThatThrownBy(() -> compile("%[hex]\nconst A = 1;"))
        .hasMessageContaining("nothing to mark here");
  }

  @Test
  void shouldRefuseATableThatIsNone() {
    assertThatThrownBy(() -> XdrSchema.of(new byte[100]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> compile("typedef int t;").type("u"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static XdrSchema compile(String text) throws XdrDeclarationException {
    return XdrSchema.of(XdrCompiler.compile("test.x", text, name -> Optional.empty()));
  }
}
