// A list of tables: the model's layers, the augmentations, the optimizer's groups. Each stands as a line that opens to its
// settings; they are added, removed, copied and moved.
#pragma once

#include <QFrame>
#include <memory>
#include <string>
#include <vector>

#include "ui/pages/new_run/FormContext.h"

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace lockstep::ui {

class BlockForm;
class MistakeLabel;

/// One table of the list. Its fields are made when it is opened: a model has many layers.
class ItemCard : public QFrame {
  Q_OBJECT

 public:
  ItemCard(FormContext& context, std::string list, std::size_t index, QWidget* parent);
  void present(const engine::config::BlockView& block, std::size_t count);
  void setOpen(bool open);
  [[nodiscard]] bool isOpen() const { return m_open; }
  [[nodiscard]] BlockForm* form() const { return m_form; }

 signals:
  void opened(bool open);
  void moved(int by);
  void duplicated();
  void removed();

 private:
  [[nodiscard]] QToolButton* makeButton(const QString& what, const QString& iconName, const QString& tip);
  [[nodiscard]] QString summary() const;
  [[nodiscard]] bool isWrong() const;

  FormContext& m_context;
  std::string m_list;
  std::size_t m_index;
  std::shared_ptr<const engine::config::BlockView> m_block;
  QToolButton* m_title;
  QLabel* m_summary;
  QToolButton* m_up;
  QToolButton* m_down;
  MistakeLabel* m_mistakes;
  BlockForm* m_form = nullptr;
  bool m_open = false;
};

class ListForm : public QWidget {
  Q_OBJECT

 public:
  ListForm(FormContext& context, const engine::config::Section& section, QWidget* parent = nullptr);
  void present(const std::vector<const engine::config::BlockView*>& items);
  /// Opens what holds the key; null where it is not here.
  [[nodiscard]] QWidget* input(const std::string& key);

  /// The table that has the keyboard, or had it last; -1 without one.
  [[nodiscard]] int current() const;
  void move(int index, int by);
  void duplicate(int index);
  void remove(int index);
  void add();

 private:
  ItemCard* makeCard(std::size_t index);
  void insert(const std::string& type);
  void focusItem(int index);
  /// An edit changes the list at once, and the cards only after the check.
  [[nodiscard]] bool isThere(int index) const;

  FormContext& m_context;
  const engine::config::Section& m_section;
  std::vector<ItemCard*> m_cards;
  std::vector<bool> m_open;  ///< by position
  int m_wanted = -1;         ///< gets the keyboard once it is there
  QVBoxLayout* m_layout;
  QPushButton* m_add;
};

}  // namespace lockstep::ui
