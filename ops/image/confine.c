// confine [-r PATH]... [-w PATH]... -- PROGRAM [ARGUMENT]...
// Starts a program that can only read (-r) or read and write (-w) files under the given paths, and cannot open TCP
// connections or signal or trace other processes. It uses Landlock
// (https://docs.kernel.org/userspace-api/landlock.html), which needs no privileges and cannot be undone. Kernels before
// Linux 6.7 do not restrict TCP, and those before 6.12 do not restrict signals. Paths that do not exist or cannot be
// accessed are ignored. Exits with 125 if the kernel does not support Landlock.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Debian's headers are older than the kernels that this program runs on.
struct ruleset { uint64_t fs, net, scoped; };
struct rule { uint64_t allowed; int32_t parent; } __attribute__((packed));
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, VERSION = 1, PATH_BENEATH = 1 };
static const uint64_t READ = 1 | 4 | 8, OF_FILES = 1 | 2 | 4 | 1 << 14 | 1 << 15; // execute, write, read, truncate, ioctl

static void fail(const char *what) {
  fprintf(stderr, "confine: %s: %s\n", what, strerror(errno));
  exit(125);
}

int main(int argc, char **argv) {
  long version = syscall(CREATE_RULESET, NULL, 0, VERSION);
  if (version < 1) fail("no Landlock");
  uint64_t fs = version >= 5 ? 0xffff : version >= 3 ? 0x7fff : version == 2 ? 0x3fff : 0x1fff;
  struct ruleset all = { fs, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0 };
  int ruleset = syscall(CREATE_RULESET, &all, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
  if (ruleset < 0) fail("ruleset");
  int option;
  while ((option = getopt(argc, argv, "+r:w:")) != -1) {
    if (option == '?') exit(125);
    int path = open(optarg, O_PATH | O_CLOEXEC);
    if (path < 0 && (errno == ENOENT || errno == EACCES)) continue;
    struct stat status;
    if (path < 0 || fstat(path, &status) != 0) fail(optarg);
    struct rule rule = { fs & (option == 'r' ? READ : ~0ull) & (S_ISDIR(status.st_mode) ? ~0ull : OF_FILES), path };
    if (syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) != 0) fail(optarg);
    close(path);
  }
  if (optind >= argc) exit(125);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(RESTRICT_SELF, ruleset, 0) != 0) fail("restrict");
  execvp(argv[optind], argv + optind);
  int status = errno == ENOENT ? 127 : 126;
  fprintf(stderr, "confine: %s: %s\n", argv[optind], strerror(errno));
  return status;
}
