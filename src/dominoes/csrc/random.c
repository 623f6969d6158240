/* The one source of randomness: xoshiro256** (Blackman and Vigna, public domain algorithm), its streams, and SHA-256
 * (FIPS 180-4) for the keys they are derived from. Bytes are read and written one by one: no byte order matters. */
#include <string.h>

#include "dominoes.h"

static const uint32_t SHA_ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

typedef struct sha_state {
    uint32_t h[8];
    uint8_t block[64];
    uint64_t size;
} sha_state;

static inline uint32_t rotr32(uint32_t x, int k) { return (x >> k) | (x << (32 - k)); }

static void sha_block(sha_state *sha) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++) {
        const uint8_t *p = sha->block + 4 * i;
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int i = 16; i < 64; i++) {
        uint32_t a = rotr32(w[i - 15], 7) ^ rotr32(w[i - 15], 18) ^ (w[i - 15] >> 3);
        uint32_t b = rotr32(w[i - 2], 17) ^ rotr32(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    memcpy(v, sha->h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = rotr32(v[4], 6) ^ rotr32(v[4], 11) ^ rotr32(v[4], 25);
        uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + SHA_ROUND[i] + w[i];
        uint32_t s0 = rotr32(v[0], 2) ^ rotr32(v[0], 13) ^ rotr32(v[0], 22);
        uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        for (int k = 7; k > 0; k--) v[k] = v[k - 1];
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int k = 0; k < 8; k++) sha->h[k] += v[k];
}

static void sha_start(sha_state *sha) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(sha->h, start, sizeof start);
    sha->size = 0;
}

static void sha_add(sha_state *sha, const uint8_t *data, size_t size) {
    for (size_t i = 0; i < size; i++) {
        sha->block[sha->size++ & 63] = data[i];
        if ((sha->size & 63) == 0) sha_block(sha);
    }
}

static void sha_end(sha_state *sha, uint8_t digest[32]) {
    static const uint8_t one = 0x80, zero = 0;
    uint64_t bits = sha->size * 8;
    sha_add(sha, &one, 1);
    while ((sha->size & 63) != 56) sha_add(sha, &zero, 1);
    for (int k = 7; k >= 0; k--) {
        uint8_t byte = (uint8_t)(bits >> (8 * k));
        sha_add(sha, &byte, 1);
    }
    for (int k = 0; k < 32; k++) digest[k] = (uint8_t)(sha->h[k / 4] >> (24 - 8 * (k % 4)));
}

int dom_sha256(const void *data, size_t size, uint8_t digest[32]) {
    sha_state sha;
    if (digest == NULL || (data == NULL && size > 0)) return DOM_ERR_NULL;
    sha_start(&sha);
    sha_add(&sha, (const uint8_t *)data, size);
    sha_end(&sha, digest);
    return DOM_OK;
}

int dom_seed_key(const void *purpose, size_t purpose_size, const void *seed, size_t seed_size, uint8_t key[32]) {
    static const uint8_t zero = 0;
    sha_state sha;
    if (key == NULL || (purpose == NULL && purpose_size > 0) || (seed == NULL && seed_size > 0)) return DOM_ERR_NULL;
    sha_start(&sha);
    sha_add(&sha, (const uint8_t *)purpose, purpose_size);
    sha_add(&sha, &zero, 1);
    sha_add(&sha, (const uint8_t *)seed, seed_size);
    sha_end(&sha, key);
    return DOM_OK;
}

static inline uint64_t mix64(uint64_t z) { /* splitmix64's finaliser */
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void key_words(const uint8_t key[32], uint64_t words[4]) {
    for (int i = 0; i < 4; i++) {
        words[i] = 0;
        for (int k = 7; k >= 0; k--) words[i] = words[i] << 8 | key[8 * i + k];
    }
}

static inline void stream_start(dom_stream *stream, const uint64_t words[4], uint64_t number) {
    for (int i = 0; i < 4; i++) stream->s[i] = mix64(words[i] + (4 * number + (uint64_t)i + 1) * UINT64_C(0x9e3779b97f4a7c15));
    if ((stream->s[0] | stream->s[1] | stream->s[2] | stream->s[3]) == 0) stream->s[0] = 1;
}

static inline uint64_t rotl64(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t stream_next(dom_stream *stream) {
    uint64_t *s = stream->s;
    uint64_t result = rotl64(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl64(s[3], 45);
    return result;
}

/* Lemire's multiplication, with rejection: exactly uniform. */
static inline uint32_t stream_below(dom_stream *stream, uint32_t n) {
    uint64_t m = (stream_next(stream) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t floor = (uint32_t)(0 - n) % n;
        while ((uint32_t)m < floor) m = (stream_next(stream) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

int dom_stream_start(dom_stream *stream, const uint8_t key[32], uint64_t number) {
    uint64_t words[4];
    if (stream == NULL || key == NULL) return DOM_ERR_NULL;
    key_words(key, words);
    stream_start(stream, words, number);
    return DOM_OK;
}

uint64_t dom_stream_next(dom_stream *stream) { return stream == NULL ? 0 : stream_next(stream); }

/* From zeros nothing else ever comes, and a rejection would wait for ever. stream_start leaves none, so that only what callers hand
 * over has to be asked. */
static inline int is_started_stream(const dom_stream *stream) { return (stream->s[0] | stream->s[1] | stream->s[2] | stream->s[3]) != 0; }

uint32_t dom_stream_below(dom_stream *stream, uint32_t n) {
    return stream == NULL || n == 0 || !is_started_stream(stream) ? 0 : stream_below(stream, n);
}
