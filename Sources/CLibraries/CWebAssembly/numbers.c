// The number that a decimal text tells, rounded to the nearest double, half to even, as the C library of other machines
// rounds it.
#include <stddef.h>
#include <stdint.h>

// Digits beyond these, and exponents beyond those, change no number.
enum { words = 160, digits = 800, exponents = 1200 };

// A natural number of 32-bit words, the lowest first.
typedef struct { uint32_t word[words]; int count; } natural;

static void add(natural *n, uint32_t factor, uint32_t summand) {
  uint64_t carry = summand;
  for (int i = 0; i < n->count; i++, carry >>= 32) {
    carry += (uint64_t)n->word[i] * factor;
    n->word[i] = (uint32_t)carry;
  }
  if (carry && n->count < words) n->word[n->count++] = (uint32_t)carry;
}

static int bits(const natural *n) {
  return n->count ? n->count * 32 - __builtin_clz(n->word[n->count - 1]) : 0;
}

static void shift(natural *n, int by) {
  for (; by >= 16; by -= 16) add(n, 1u << 16, 0);
  add(n, 1u << by, 0);
}

// Subtracts a number that isn't greater; returns whether it was.
static int subtract(natural *n, const natural *other) {
  if (n->count < other->count) return 0;
  for (int i = n->count - 1; i >= 0; i--) {
    uint32_t one = n->word[i], two = i < other->count ? other->word[i] : 0;
    if (one > two) break;
    if (one < two) return 0;
  }
  int64_t borrow = 0;
  for (int i = 0; i < n->count; i++, borrow >>= 32) {
    borrow += (int64_t)n->word[i] - (i < other->count ? other->word[i] : 0);
    n->word[i] = (uint32_t)borrow;
  }
  while (n->count && !n->word[n->count - 1]) n->count--;
  return 1;
}

// value · 10^exponent, not zero.
static double nearest(natural *value, int exponent, int isMore) {
  natural below = {{1}, 1};
  natural *scaled = exponent < 0 ? &below : value;
  for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--) add(scaled, 10, 0);
  // Both are brought to a quotient from 1 to 2, whose digits are found one by one.
  int power = bits(value) - bits(&below);
  if (power > 0) shift(&below, power); else shift(value, -power);
  natural copy = *value;
  if (!subtract(&copy, &below)) { shift(value, 1); power--; }
  if (power > 1023) return __builtin_inf();
  int wanted = power < -1022 ? 53 - (-1022 - power) : 53;
  if (wanted < 0) return 0;
  uint64_t mantissa = 0;
  for (int i = 0; i < wanted; i++, shift(value, 1)) mantissa = mantissa << 1 | (uint64_t)subtract(value, &below);
  int half = subtract(value, &below), isOver = isMore || value->count;
  mantissa += half && (isOver || (mantissa & 1));
  union { uint64_t bits; double number; } result;
  // A carry into the exponent is the next power.
  result.bits = power < -1022 ? mantissa : mantissa + ((uint64_t)(power + 1022) << 52);
  return result.number;
}

const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  const char *at = text;
  int isNegative = *at == '-', exponent = 0, count = 0, isMore = 0, hasDigits = 0;
  natural value = {{0}, 0};
  if (*at == '-' || *at == '+') at++;
  for (int isFraction = 0; (*at >= '0' && *at <= '9') || (*at == '.' && !isFraction); at++) {
    if (*at == '.') { isFraction = 1; continue; }
    hasDigits = 1;
    if (count < digits) {
      add(&value, 10, (uint32_t)(*at - '0'));
      count += value.count > 0;
      exponent -= isFraction;
    } else {
      isMore |= *at != '0';
      exponent += !isFraction;
    }
  }
  if (!hasDigits) return 0;
  if (*at == 'e' || *at == 'E') {
    const char *sign = ++at;
    int power = 0;
    if (*at == '-' || *at == '+') at++;
    if (*at < '0' || *at > '9') return 0;
    for (; *at >= '0' && *at <= '9'; at++) if (power < 100000) power = power * 10 + (*at - '0');
    exponent += *sign == '-' ? -power : power;
  }
  double number = 0;
  if (value.count && exponent + count > exponents) number = __builtin_inf();
  else if (value.count && exponent + count > -exponents) number = nearest(&value, exponent, isMore);
  *result = isNegative ? -number : number;
  return at;
}
