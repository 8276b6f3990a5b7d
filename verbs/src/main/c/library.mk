# A native library of this project. The Makefile that includes this has set NAME, the library's name, and
# SOURCES, its files; build.sh gives the rest: OUT, WORK, HEADERS, VERSION, JAVA_HOME. Another architecture:
# CC=aarch64-linux-gnu-gcc.

CC := gcc

# This folder, whose sources and headers other libraries may use.
SHARED := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
ARCH := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
# Objects of another version or machine are others.
FOLDER := $(WORK)/$(VERSION)-$(ARCH)
OBJECTS := $(SOURCES:%.c=$(FOLDER)/%.o)
LIBRARY := $(OUT)/META-INF/native/linux-$(ARCH)/$(NAME)-$(VERSION).so

# No folder of this machine gets into the library: the same sources make the same bytes.
PLACES := -ffile-prefix-map=$(CURDIR)=. -ffile-prefix-map=$(abspath $(HEADERS))=jni \
  -ffile-prefix-map=$(JAVA_HOME)=jdk
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
override CFLAGS := -std=gnu11 -O2 -g -fPIC -fvisibility=hidden $(WARNINGS) $(PLACES) $(CFLAGS)
override CPPFLAGS := -D_GNU_SOURCE -DRDMADUMP_VERSION='"$(VERSION)"' -I$(SHARED) -I$(abspath $(HEADERS)) \
  -include glibc.h -isystem $(JAVA_HOME)/include -isystem $(JAVA_HOME)/include/linux $(CPPFLAGS)
override LDFLAGS := -shared -pthread -Wl,--no-undefined -Wl,-z,relro,-z,now \
  -Wl,--version-script=$(SHARED)/exports.map $(LDFLAGS)

vpath %.c $(SHARED)

.PHONY: all
all: $(LIBRARY)

$(LIBRARY): $(OBJECTS) $(SHARED)/exports.map
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJECTS) -ldl

$(FOLDER)/%.o: %.c Makefile $(SHARED)/library.mk $(SHARED)/glibc.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d)
