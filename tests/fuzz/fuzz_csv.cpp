// libFuzzer target of the CSV reader and the coding of its columns: clang++ -fsanitize=fuzzer,address,undefined.
#include <cstdlib>
#include <numeric>

#include "engine/core/error.h"
#include "engine/data/readers/csv.h"

using namespace lockstep::engine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  data::LoadContext context;
  context.memory_budget = 1U << 22U;
  const data::Work work(context);
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const data::Missing missing : {data::Missing::error, data::Missing::mean, data::Missing::drop}) {
    try {
      data::CsvRequest request;
      request.options.missing = missing;
      request.options.header = size % 2 == 0;
      const data::Table table = data::parse_csv(text, "fuzz", request, work);
      std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows()));
      std::iota(rows.begin(), rows.end(), std::int64_t{0});
      const auto columns = data::fit_columns(table, rows, missing);
      const data::Source source = data::encode_table(table, columns, data::table_targets(table, {}), work);
      if (source.count != table.rows() || source.shape[0] != data::encoded_width(columns)) std::abort();
      if (source.targets.count() != source.count) std::abort();
    } catch (const Error& error) {
      if (error.what()[0] == '\0') std::abort();
    }
  }
  return 0;
}
