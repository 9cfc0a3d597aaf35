// A plug-in for QEMU's user mode (API version 1, by its documentation) that counts a program's instructions and the
// lines of 64 bytes that caches of several sizes would get from memory. benchmarks/board-figures compiles and uses it:
//   cc -O2 -shared -fPIC -o counter.so counter.c
//   qemu-aarch64 -plugin ./counter.so,sizes=1024+2048 -d plugin PROGRAM
//
// Model: 32 KiB of first cache for data (4 ways), behind it one cache of each size in KiB (16 ways). The least recently
// used lines leave; reads and writes count alike; neither instructions nor prefetching nor a write's way back. Threads
// count without a lock and may lose a few.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_info;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum operation { ADD_U64 };
enum registers { NO_REGISTERS };
enum direction { READS = 1, WRITES, BOTH };
typedef void (*memory_callback)(unsigned, qemu_plugin_meminfo_t, uint64_t, void *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, enum operation, void *, uint64_t);
extern void qemu_plugin_register_vcpu_mem_cb(
    struct qemu_plugin_insn *, memory_callback, enum registers, enum direction, void *);
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);
extern void qemu_plugin_outs(const char *);

#define EXPORT __attribute__((visibility("default")))
enum { LINE_BITS = 6, MOST_CACHES = 8, MOST_WAYS = 16 };

EXPORT int qemu_plugin_version = 1;

struct cache {
  uint64_t sets, ways, kib, misses;
  uint64_t *lines;
};

static uint64_t instructions;
static struct cache first, last[MOST_CACHES];
static int caches;

// Whether the line was there; afterwards it is the most recently used of its set.
static int touch(struct cache *cache, uint64_t line) {
  uint64_t *set = cache->lines + line % cache->sets * cache->ways;
  uint64_t way = 0;
  while (way + 1 < cache->ways && set[way] != line) way++;
  int found = set[way] == line;
  memmove(set + 1, set, way * sizeof *set);
  set[0] = line;
  if (!found) cache->misses++;
  return found;
}

static void accessed(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data) {
  (void)cpu, (void)info, (void)data;
  uint64_t line = address >> LINE_BITS;
  if (touch(&first, line)) return;
  for (int each = 0; each < caches; each++) touch(&last[each], line);
}

static void translated(qemu_plugin_id_t plugin, struct qemu_plugin_tb *block) {
  (void)plugin;
  size_t count = qemu_plugin_tb_n_insns(block);
  qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &instructions, count);
  for (size_t each = 0; caches > 0 && each < count; each++)
    qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(block, each), accessed, NO_REGISTERS, BOTH, NULL);
}

static void ended(qemu_plugin_id_t plugin, void *data) {
  (void)plugin, (void)data;
  char line[96];
  snprintf(line, sizeof line, "instructions: %" PRIu64 "\n", instructions);
  qemu_plugin_outs(line);
  for (int each = 0; each < caches; each++) {
    snprintf(line, sizeof line, "lines of %" PRIu64 " KiB: %" PRIu64 "\n", last[each].kib, last[each].misses);
    qemu_plugin_outs(line);
  }
}

static int make(struct cache *cache, uint64_t kib, uint64_t ways) {
  *cache = (struct cache){.sets = kib * 1024 / (ways << LINE_BITS), .ways = ways, .kib = kib};
  if (cache->sets == 0) return 0;
  cache->lines = malloc(cache->sets * ways * sizeof *cache->lines);
  if (cache->lines) memset(cache->lines, 0xff, cache->sets * ways * sizeof *cache->lines);
  return cache->lines != NULL;
}

EXPORT int qemu_plugin_install(
    qemu_plugin_id_t plugin, const struct qemu_info *info, int count, char **words) {
  (void)info;
  if (!make(&first, 32, 4)) return 1;
  for (int word = 0; word < count; word++) {
    if (strncmp(words[word], "sizes=", 6) != 0) return 1;
    for (char *at = words[word] + 6; *at && caches < MOST_CACHES; at += *at == '+')
      if (!make(&last[caches++], strtoull(at, &at, 10), MOST_WAYS)) return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(plugin, translated);
  qemu_plugin_register_atexit_cb(plugin, ended, NULL);
  return 0;
}
