#include "ui/pages/runs/RunPreview.h"
#include "ui/project/ProjectFeed.h"
namespace lockstep::ui {
RunPreview::RunPreview(ProjectFeed& feed, QWidget* parent) : QWidget(parent), m_feed(feed) { (void)m_feed.runs(); }
void RunPreview::setRuns(const std::vector<std::string>&) {}
void RunPreview::refresh() {}
}
