#include "ui/charts/ChartGroup.h"
