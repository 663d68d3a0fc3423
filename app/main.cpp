// lockstep: the program.
#include "app/command_line.h"

int main(int argc, char** argv) { return lockstep::app::run_command_line(argc, argv); }
