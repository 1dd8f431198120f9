#include "io/dat/import_assets.hpp"

#include <fmt/format.h>

#include "io/dat/read_records.hpp"
#include "io/dat/to_world.hpp"

namespace surefoot::io {

namespace {

/// A record read and turned into what the world keeps.
template <class Made, class Read, class Turn>
Expected<Made> make(const DatContainer& container, std::uint32_t id, const Read& read, const Turn& turn,
                    std::string& note) {
  const auto bytes = container.read(id);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  const auto record = read(*bytes, &note);
  if (!record) return tl::unexpected<Error>(record.error());
  auto made = turn(*record);
  if (made) return made;
  Error e = made.error();
  e.where = fmt::format("{}: record 0x{:08X}, {}", container.name(), id, e.where);
  return tl::unexpected<Error>(std::move(e));
}

}  // namespace

void note_skipped(DatImportReport& report, DatKind kind, const std::string& what) {
  ++report.of(kind).skipped;
  if (report.skipped.size() < DatImportReport::kMostTold)
    report.skipped.push_back(fmt::format("{}: {}", to_string(kind), what));
}

void DatAssets::warn(const std::string& note) {
  if (!note.empty() && report_.warnings.size() < DatImportReport::kMostTold) report_.warnings.push_back(note);
}

const GfxObj* DatAssets::gfxobj(std::uint32_t id) {
  const auto [it, fresh] = gfxobjs_.emplace(id, nullptr);
  if (!fresh) return it->second;
  std::string note;
  auto made = make<std::unique_ptr<GfxObj>>(portal_, id, read_gfxobj_physics, to_gfxobj, note);
  warn(note);
  if (!made) {
    note_skipped(report_, DatKind::gfxobj, made.error().text());
    return nullptr;
  }
  ++report_.of(DatKind::gfxobj).read;
  it->second = &world_.add_gfxobj(std::move(*made));
  return it->second;
}

const Setup* DatAssets::setup(std::uint32_t id) {
  const auto [it, fresh] = setups_.emplace(id, nullptr);
  if (!fresh) return it->second;
  std::string note;
  const auto turn = [&](const SetupRecord& r) {
    return to_setup(r, [&](std::uint32_t part) { return is_gfxobj_id(part) ? gfxobj(part) : nullptr; });
  };
  auto made = make<std::unique_ptr<Setup>>(portal_, id, read_setup_record, turn, note);
  warn(note);
  if (!made) {
    note_skipped(report_, DatKind::setup, made.error().text());
    return nullptr;
  }
  ++report_.of(DatKind::setup).read;
  it->second = &world_.add_setup(std::move(*made));
  return it->second;
}

std::map<std::uint32_t, const CellStruct*> DatAssets::read_environment(std::uint32_t id) {
  std::map<std::uint32_t, const CellStruct*> out;
  const auto skip = [&](const Error& e) { note_skipped(report_, DatKind::environment, e.text()); };
  const auto bytes = portal_.read(id);
  if (!bytes) {
    skip(bytes.error());
    return out;
  }
  std::string note;
  const auto record = read_environment_record(*bytes, &note);
  warn(note);
  if (!record) {
    skip(record.error());
    return out;
  }
  ++report_.of(DatKind::environment).read;
  for (const CellStructRecord& s : record->structs) {
    auto made = to_cell_struct(s);
    if (made) {
      out.emplace(s.key, &world_.add_cell_struct(std::move(*made)));
      continue;
    }
    Error e = made.error();
    e.where = fmt::format("{}: record 0x{:08X}, struct {}, {}", portal_.name(), id, s.key, e.where);
    skip(e);
  }
  return out;
}

const CellStruct* DatAssets::cell_struct(std::uint16_t environment, std::uint16_t key) {
  const std::uint32_t id = 0x0D000000U | environment;
  const auto [it, fresh] = environments_.try_emplace(id);
  if (fresh) it->second = read_environment(id);
  const auto found = it->second.find(key);
  return found == it->second.end() ? nullptr : found->second;
}

}  // namespace surefoot::io
