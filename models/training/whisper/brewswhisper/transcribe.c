/* Reads clips with whisper.cpp, for comparison with the Python side.
 *
 * Usage: transcribe MODEL TIMESTAMPS(0|1) <LIST
 * LIST has one file of 32-bit float samples (16 kHz) a line. For each it prints, with tabs between: seconds of audio,
 * seconds taken, the probability of "no speech", the token numbers with spaces, and the text.
 * The window is the clip and a second of silence; one thread, greedy, no fallback to higher temperatures.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <whisper.h>

static void quiet(enum ggml_log_level level, const char *text, void *data) {
    (void)data;
    if (level == GGML_LOG_LEVEL_ERROR) fputs(text, stderr);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "Usage: transcribe MODEL TIMESTAMPS <LIST\n"), 64;
    whisper_log_set(quiet, NULL);
    struct whisper_context_params context_params = whisper_context_default_params();
    context_params.use_gpu = false;
    context_params.flash_attn = false;
    struct whisper_context *context = whisper_init_from_file_with_params(arguments[1], context_params);
    if (!context) return fprintf(stderr, "%s does not load\n", arguments[1]), 1;

    char name[4096];
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = 0;
        FILE *file = fopen(name, "rb");
        if (!file) return fprintf(stderr, "%s does not open\n", name), 1;
        fseek(file, 0, SEEK_END);
        int samples = (int)(ftell(file) / (long)sizeof(float));
        rewind(file);
        float *sound = calloc((size_t)samples, sizeof(float));
        if (!sound || fread(sound, sizeof(float), (size_t)samples, file) != (size_t)samples) return 1;
        fclose(file);

        struct whisper_full_params params = whisper_full_default_params(WHISPER_SAMPLING_GREEDY);
        params.n_threads = 1;
        params.no_context = true;
        params.single_segment = true;
        params.no_timestamps = strcmp(arguments[2], "0") == 0;
        params.print_progress = params.print_realtime = params.print_timestamps = params.print_special = false;
        params.temperature_inc = 0;
        params.no_speech_thold = 2; /* nothing is dropped */
        int positions = samples / 320 + 50;
        params.audio_ctx = positions < whisper_model_n_audio_ctx(context) ? positions : 0;
        double begin = now();
        if (whisper_full(context, params, sound, samples) != 0) return fprintf(stderr, "%s: failed\n", name), 1;
        double taken = now() - begin;
        free(sound);

        int segments = whisper_full_n_segments(context);
        float silence = segments ? whisper_full_get_segment_no_speech_prob(context, 0) : 1;
        printf("%.3f\t%.4f\t%.4f\t", samples / 16000.0, taken, silence);
        for (int segment = 0; segment < segments; segment++)
            for (int index = 0; index < whisper_full_n_tokens(context, segment); index++)
                printf("%d ", whisper_full_get_token_id(context, segment, index));
        printf("\t");
        for (int segment = 0; segment < segments; segment++) printf("%s", whisper_full_get_segment_text(context, segment));
        printf("\n");
    }
    whisper_free(context);
    return 0;
}
