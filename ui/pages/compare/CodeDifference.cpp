#include "ui/pages/compare/CodeDifference.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>

#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

struct CodeTexts {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::CodeDifference)
};

void addCommits(QStringList& lines, QChar sign, const std::vector<tracking::CommitLine>& commits, qint64 total) {
  for (const tracking::CommitLine& one : commits) {
    const QString day = QLocale().toString(QDateTime::fromMSecsSinceEpoch(one.time).date(), QLocale::ShortFormat);
    lines << QStringLiteral("%1 %2  %3  %4: %5").arg(sign).arg(QString::fromStdString(one.id.substr(0, 10)), day, QString::fromStdString(one.author), QString::fromStdString(one.summary));
  }
  const qint64 rest = total - static_cast<qint64>(commits.size());
  if (rest > 0) lines << QStringLiteral("%1 %2").arg(sign).arg(CodeTexts::tr("and %n more commit(s)", nullptr, static_cast<int>(rest)));
}

QString titleOf(const tracking::PatchedFile& file) {
  const QString path = QString::fromStdString(file.path);
  switch (file.relation) {
    case tracking::PatchRelation::only_before: return CodeTexts::tr("%1, changed for the first run only:").arg(path);
    case tracking::PatchRelation::only_after: return CodeTexts::tr("%1, changed for the second run only:").arg(path);
    case tracking::PatchRelation::different: break;
  }
  return CodeTexts::tr("%1, changed for both runs, but not alike:").arg(path);
}

}  // namespace

QString codeDifference(const tracking::Comparison& comparison) {
  QStringList lines;
  if (const auto& log = comparison.commits; log) {
    lines << CodeTexts::tr("Commits between the two: - is in the code of the first run only, + in that of the second only");
    if (!log->problem.code.empty()) lines << text(log->problem);
    addCommits(lines, QLatin1Char('-'), log->only_before, log->only_before_total);
    addCommits(lines, QLatin1Char('+'), log->only_after, log->only_after_total);
  }
  for (const tracking::PatchedFile& file : comparison.patches.files) {
    if (!lines.isEmpty()) lines << QString();
    lines << titleOf(file);
    if (file.binary) lines << CodeTexts::tr("A binary file.");
    else if (file.text.empty()) lines << CodeTexts::tr("Its lines are the same; its name or mode differs.");
    else lines << QString::fromStdString(file.text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  }
  if (lines.isEmpty()) return CodeTexts::tr("The code of both runs is the same, as far as it was recorded.");
  return lines.join(QLatin1Char('\n'));
}

}  // namespace lockstep::ui
