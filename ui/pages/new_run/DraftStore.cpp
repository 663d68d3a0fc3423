#include "ui/pages/new_run/DraftStore.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>

namespace lockstep::ui {

DraftStore::DraftStore(const QString& project) {
  const QByteArray id = QCryptographicHash::hash(project.toUtf8(), QCryptographicHash::Sha1).toHex().left(12);
  m_file = QDir(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation)).filePath(QStringLiteral("draft-%1.json").arg(QString::fromLatin1(id)));
}

bool DraftStore::save(const Draft& draft) const {
  if (!QDir().mkpath(QFileInfo(m_file).path())) return false;
  QSaveFile file(m_file);
  if (!file.open(QIODevice::WriteOnly)) return false;
  file.write(QJsonDocument(QJsonObject{{QStringLiteral("path"), draft.path}, {QStringLiteral("text"), draft.text}, {QStringLiteral("changed"), draft.changed}}).toJson());
  return file.commit();
}

std::optional<Draft> DraftStore::load() const {
  QFile file(m_file);
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  const QJsonObject stored = QJsonDocument::fromJson(file.readAll()).object();
  if (!stored[u"text"].isString()) return std::nullopt;
  return Draft{stored[u"text"].toString(), stored[u"path"].toString(), stored[u"changed"].toBool(true)};
}

void DraftStore::remove() const { QFile::remove(m_file); }

}  // namespace lockstep::ui
