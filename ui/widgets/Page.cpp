#include "ui/widgets/Page.h"  // makes its meta-object
