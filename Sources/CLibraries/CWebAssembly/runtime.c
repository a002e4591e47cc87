// What the Swift library takes from a C library: memory that is given back, and arithmetic of 128 bits.
#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 wide;

// A block has a size of its class, and its class before it; free blocks of a class are a list.
typedef struct block { struct block *next; uint64_t class; } block;

extern unsigned char __heap_base;
static uintptr_t top;
static block *freed[128];

// Four classes for each power of two from 64 bytes on, so that at most a fifth of a block is wasted.
static unsigned class_of(size_t size) {
  if (size <= 64) return (unsigned)((size + 15) / 16);
  unsigned power = 31 - (unsigned)__builtin_clz((unsigned)size - 1);
  return 5 + (power - 6) * 4 + (unsigned)(((size - 1) >> (power - 2)) & 3);
}

static size_t size_of(unsigned class) {
  if (class <= 4) return class * 16;
  unsigned power = 6 + (class - 5) / 4;
  return ((size_t)1 << power) + (((size_t)((class - 5) % 4 + 1)) << (power - 2));
}

void *malloc(size_t size) {
  if (size >= (size_t)1 << 30) return 0;
  unsigned class = class_of(size ? size : 1);
  block *first = freed[class];
  if (first) {
    freed[class] = first->next;
    return first + 1;
  }
  if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t end = top + sizeof(block) + size_of(class), have = __builtin_wasm_memory_size(0) << 16;
  if (end > have) {
    uintptr_t pages = (end - have + 65535) >> 16, more = have >> 19;
    if (__builtin_wasm_memory_grow(0, more > pages ? more : pages) == (size_t)-1
        && __builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
  }
  block *made = (block *)top;
  made->class = class;
  top = end;
  return made + 1;
}

void free(void *memory) {
  if (!memory) return;
  block *own = (block *)memory - 1;
  own->next = freed[own->class];
  freed[own->class] = own;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment > 16) return 22;
  return (*memory = malloc(size)) ? 0 : 12;
}

void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memset(void *to, int value, size_t size) { return __builtin_memset(to, value, size); }

int memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *one = a, *other = b;
  for (; size; size--, one++, other++) if (*one != *other) return *one - *other;
  return 0;
}

size_t strlen(const char *text) {
  const char *end = text;
  while (*end) end++;
  return (size_t)(end - text);
}

// Dictionaries have the same order in each page.
void arc4random_buf(void *memory, size_t size) { __builtin_memset(memory, 0x5C, size); }
int putchar(int character) { return character; }
void __stack_chk_fail(void) { __builtin_trap(); }
uintptr_t __stack_chk_guard = 0x5CE5CE5C;

wide __multi3(wide a, wide b) {
  uint64_t a0 = (uint32_t)a, a1 = (uint64_t)a >> 32, b0 = (uint32_t)b, b1 = (uint64_t)b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32);
  high += (uint64_t)(a >> 64) * (uint64_t)b + (uint64_t)a * (uint64_t)(b >> 64);
  return (wide)high << 64 | (other << 32 | (uint32_t)low);
}

// Written by halves, because the compiler would shift a wide number by these functions.
typedef union { wide whole; struct { uint64_t low, high; }; } halves;
wide __lshrti3(wide a, int by) {
  halves from = {a}, to = {0};
  if (by >= 64) to.low = from.high >> (by - 64);
  else if (by) to.low = from.low >> by | from.high << (64 - by), to.high = from.high >> by;
  else to = from;
  return to.whole;
}
wide __ashlti3(wide a, int by) {
  halves from = {a}, to = {0};
  if (by >= 64) to.high = from.low << (by - 64);
  else if (by) to.high = from.high << by | from.low >> (64 - by), to.low = from.low << by;
  else to = from;
  return to.whole;
}

static wide divide(wide a, wide b, wide *rest) {
  wide result = 0, left = 0;
  uint64_t small = (uint64_t)b;
  if (b >> 32 == 0) {
    uint64_t carried = 0;
    for (int digit = 96; digit >= 0; digit -= 32) {
      uint64_t part = carried << 32 | (uint32_t)(a >> digit);
      result = result << 32 | part / small;
      carried = part % small;
    }
    left = carried;
  } else {
    for (int bit = 127; bit >= 0; bit--) {
      left = left << 1 | (a >> bit & 1);
      result <<= 1;
      if (left >= b) left -= b, result |= 1;
    }
  }
  if (rest) *rest = left;
  return result;
}

static wide absolute(__int128 a) { return a < 0 ? -(wide)a : (wide)a; }
wide __udivti3(wide a, wide b) { return divide(a, b, 0); }
wide __umodti3(wide a, wide b) { wide rest; divide(a, b, &rest); return rest; }
__int128 __divti3(__int128 a, __int128 b) {
  wide result = divide(absolute(a), absolute(b), 0);
  return (a < 0) != (b < 0) ? -(__int128)result : (__int128)result;
}
__int128 __modti3(__int128 a, __int128 b) {
  wide rest;
  divide(absolute(a), absolute(b), &rest);
  return a < 0 ? -(__int128)rest : (__int128)rest;
}
double round(double a) {
  double whole = __builtin_trunc(a), rest = a - whole;
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}
