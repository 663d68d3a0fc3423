// The fuzz target's entry, for the replay of its corpus.
#include "tests/fuzz/fuzz_config.cpp"
