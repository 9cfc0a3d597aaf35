#define _GNU_SOURCE
#include "imports.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT };
#define SYMBOL(info) ELF64_R_SYM(info)
#define TYPE(info) ELF64_R_TYPE(info)
#elif defined(__aarch64__)
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT };
#define SYMBOL(info) ELF64_R_SYM(info)
#define TYPE(info) ELF64_R_TYPE(info)
#endif

#ifdef TYPE

/* A library's entries that tell where the others are. */
struct tables {
    const ElfW(Rela) * relocations;
    size_t count;
    const ElfW(Sym) * symbols;
    const char *names;
};

/* glibc has made addresses of these entries, other loaders leave distances from where the library lies. */
static const void *at(const struct link_map *map, ElfW(Addr) entry) {
    return (const void *)(entry < map->l_addr ? map->l_addr + entry : entry);
}

static struct tables tables_of(const struct link_map *map) {
    struct tables found = {NULL, 0, NULL, NULL};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_JMPREL: found.relocations = at(map, entry->d_un.d_ptr); break;
        case DT_PLTRELSZ: found.count = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
        case DT_SYMTAB: found.symbols = at(map, entry->d_un.d_ptr); break;
        case DT_STRTAB: found.names = at(map, entry->d_un.d_ptr); break;
        default: break;
        }
    }
    return found;
}

struct place {
    ElfW(Addr) base, address;
    bool is_writable;
};

/* Whether a place is in a segment that may be written, and not in the part of it that the loader protects afterwards. */
static int look(struct dl_phdr_info *library, size_t size, void *data) {
    (void)size;
    struct place *place = data;
    if (library->dlpi_addr != place->base) return 0;
    for (int index = 0; index < library->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[index];
        ElfW(Addr) begin = place->base + segment->p_vaddr;
        if (place->address < begin || place->address >= begin + segment->p_memsz) continue;
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W)) place->is_writable = true;
        if (segment->p_type == PT_GNU_RELRO) {
            place->is_writable = false;
            break;
        }
    }
    return 1;
}

bool brews_replace_import(void *library, const char *symbol, void *function) {
    struct link_map *map = NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || map == NULL) return false;
    struct tables tables = tables_of(map);
    if (tables.relocations == NULL || tables.symbols == NULL || tables.names == NULL) return false;
    for (size_t index = 0; index < tables.count; index++) {
        const ElfW(Rela) *relocation = &tables.relocations[index];
        const ElfW(Sym) *wanted = &tables.symbols[SYMBOL(relocation->r_info)];
        if (TYPE(relocation->r_info) != JUMP_SLOT || strcmp(tables.names + wanted->st_name, symbol) != 0) continue;
        struct place place = {map->l_addr, map->l_addr + relocation->r_offset, false};
        dl_iterate_phdr(look, &place);
        if (!place.is_writable) return false;
        __atomic_store_n((void **)place.address, function, __ATOMIC_RELEASE);
        return true;
    }
    return false;
}

#else

bool brews_replace_import(void *library, const char *symbol, void *function) {
    (void)library, (void)symbol, (void)function;
    return false;
}

#endif
