/* Runs a fuzz target on the files that are named, or told on the input one a line, without a fuzzer. */
#include "fuzz.h"

static int run(const char *name) {
    static uint8_t data[1 << 16];
    FILE *file = fopen(name, "rb");
    if (file == NULL) return 0;
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    uint8_t *exact = malloc(size + !size); /* so that the sanitizer sees a step beyond it */
    CHECK(exact != NULL);
    if (size > 0) memcpy(exact, data, size);
    fprintf(stdout, "%s\n", name);
    fflush(stdout);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 1;
}

int main(int count, char **names) {
    for (int i = 1; i < count; i++) CHECK(run(names[i]));
    return 0;
}
