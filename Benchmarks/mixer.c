/* The inner loop of `cuebell render`, as a C program does it that is written for nothing else: a looped bed that steps
 * back for speech, clips at their frames, a peak limit, dither, and a WAV file of 16 bits. What it lacks is the workout:
 * it is told the frames of the clips.
 *
 * usage: mixer LOOP CLIP CUES FRAMES OUT
 *   LOOP, CLIP: interleaved stereo, 16 bits, no header. CUES: the first frame of each clip, in order, one a line.
 */
#include <emmintrin.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024, PIECE = 64 * BLOCK, DITHER = 4096, RUN = 64, VOICES = 16 };

typedef struct { int16_t *left, *right; long frames; } Sound;

static Sound load(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) { perror(path); exit(1); }
  fseek(file, 0, SEEK_END);
  Sound sound = { .frames = ftell(file) / 4 };
  rewind(file);
  int16_t *pairs = malloc(4 * sound.frames);
  if (fread(pairs, 4, sound.frames, file) != (size_t)sound.frames) exit(1);
  fclose(file);
  sound.left = malloc(2 * sound.frames);
  sound.right = malloc(2 * sound.frames);
  for (long i = 0; i < sound.frames; i++) {
    sound.left[i] = pairs[2 * i];
    sound.right[i] = pairs[2 * i + 1];
  }
  free(pairs);
  return sound;
}

/* Adds samples times a gain that changes by `slope` a frame. */
static void add(float *restrict to, const int16_t *restrict from, int count, float gain, float slope) {
  for (int i = 0; i < count; i++) to[i] += from[i] * (gain + slope * i);
}

static float peak(const float *samples, int count) {
  __m128 most = _mm_setzero_ps(), sign = _mm_set1_ps(-0.0f);
  for (int i = 0; i < count; i += 4) most = _mm_max_ps(most, _mm_andnot_ps(sign, _mm_loadu_ps(samples + i)));
  float lanes[4];
  _mm_storeu_ps(lanes, most);
  return fmaxf(fmaxf(lanes[0], lanes[1]), fmaxf(lanes[2], lanes[3]));
}

/* Rounds two sides to interleaved 16 bits, with triangular dither. */
static void convert(const float *left, const float *right, int count, const float *dither, uint32_t *seed, int16_t *to) {
  __m128 scale = _mm_set1_ps(32768);
  for (int run = 0; run < count; run += RUN) {
    *seed = *seed * 1664525 + 1013904223;
    const float *one = dither + (*seed >> 20), *other = dither + (*seed >> 8 & (DITHER - 1));
    for (int i = run; i < run + RUN; i += 4) {
      __m128i l = _mm_cvtps_epi32(_mm_add_ps(_mm_mul_ps(_mm_loadu_ps(left + i), scale), _mm_loadu_ps(one + i - run)));
      __m128i r = _mm_cvtps_epi32(_mm_add_ps(_mm_mul_ps(_mm_loadu_ps(right + i), scale), _mm_loadu_ps(other + i - run)));
      __m128i pairs = _mm_unpacklo_epi16(_mm_packs_epi32(l, l), _mm_packs_epi32(r, r));
      _mm_storeu_si128((__m128i *)(to + 2 * i), pairs);
    }
  }
}

static void header(FILE *file, long frames) {
  uint32_t bytes = (uint32_t)(4 * frames), words[11] = { 0x46464952, bytes + 36, 0x45564157, 0x20746d66, 16,
    2 << 16 | 1, 48000, 192000, 16 << 16 | 4, 0x61746164, bytes };
  fwrite(words, 4, 11, file);
}

int main(int count, char **words) {
  if (count != 6) return 2;
  Sound loop = load(words[1]), clip = load(words[2]);
  FILE *cues = fopen(words[3], "r"), *out = fopen(words[5], "wb");
  long frames = atol(words[4]), next = -1, playing[VOICES], active = 0, position = 0, spoken = -1;
  if (!cues || !out) return 1;
  setvbuf(out, NULL, _IONBF, 0);
  header(out, frames);
  float dither[DITHER + RUN], *left = malloc(4 * BLOCK), *right = malloc(4 * BLOCK), duck = 1;
  for (int i = 0; i < DITHER; i++) dither[i] = (float)rand() / RAND_MAX - (float)rand() / RAND_MAX;
  memcpy(dither + DITHER, dither, sizeof(float) * RUN);
  int16_t *pairs = malloc(4 * PIECE);
  uint32_t seed = 1;
  int waiting = 0;
  if (fscanf(cues, "%ld", &next) != 1) next = -1;
  for (long frame = 0; frame < frames; frame += BLOCK) {
    while (next >= 0 && next < frame + BLOCK) {
      if (active < VOICES) playing[active++] = next;
      spoken = next + clip.frames;
      if (fscanf(cues, "%ld", &next) != 1) next = -1;
    }
    memset(left, 0, 4 * BLOCK);
    memset(right, 0, 4 * BLOCK);
    float target = frame < spoken ? 0.25f : 1, slope = (target - duck) / BLOCK;
    for (int done = 0; done < BLOCK;) {
      int part = loop.frames - position < BLOCK - done ? (int)(loop.frames - position) : BLOCK - done;
      float gain = (duck + slope * done) / 32768;
      add(left + done, loop.left + position, part, gain, slope / 32768);
      add(right + done, loop.right + position, part, gain, slope / 32768);
      done += part;
      position = (position + part) % loop.frames;
    }
    duck = target;
    for (int voice = 0; voice < active; voice++) {
      long start = playing[voice] > frame ? playing[voice] - frame : 0, from = frame + start - playing[voice];
      long part = clip.frames - from < BLOCK - start ? clip.frames - from : BLOCK - start;
      if (part > 0) {
        add(left + start, clip.left + from, (int)part, 1.0f / 32768, 0);
        add(right + start, clip.right + from, (int)part, 1.0f / 32768, 0);
      } else {
        playing[voice--] = playing[--active];
      }
    }
    float most = fmaxf(peak(left, BLOCK), peak(right, BLOCK));
    if (most > 0.891f) {
      for (int i = 0; i < BLOCK; i++) {
        left[i] *= 0.891f / most;
        right[i] *= 0.891f / most;
      }
    }
    convert(left, right, BLOCK, dither, &seed, pairs + 2 * waiting);
    waiting += BLOCK;
    if (waiting == PIECE || frame + BLOCK >= frames) {
      fwrite(pairs, 4, frame + BLOCK > frames ? waiting - (frame + BLOCK - frames) : waiting, out);
      waiting = 0;
    }
  }
  return fclose(out) == 0 ? 0 : 1;
}
