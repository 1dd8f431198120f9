// The parts of the world writer, by subject.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/world_numbers.hpp"
#include "io/world_writer.hpp"

namespace surefoot::io {

/// Collects text, hands it on in large pieces, and remembers the first thing that cannot be written.
class WorldText {
 public:
  explicit WorldText(const std::function<void(std::string_view)>& out) : out_(out) {}

  /// Appends JSON as it is.
  void put(std::string_view text);
  void string(std::string_view text);
  void number(float f);
  void id(std::uint32_t id);
  void vec(const Vec3& v);
  void plane(const Plane& p);
  void sphere(const Sphere& s);
  /// `"frame": {…}` values: with a rotation that reads back to the same bits.
  void frame(const Frame& f);
  /// A comma before every item of a list but the first.
  void item(bool& first, std::string_view separator = ", ");

  void fail(ErrorCode code, std::string message, std::string where);
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] Expected<void> finish();

 private:
  const std::function<void(std::string_view)>& out_;
  std::string buffer_;
  std::optional<Error> error_;
};

[[nodiscard]] bool same_bits(const Frame& a, const Frame& b);

/// Trees may nest this deep: the reader stops at kMaxJsonDepth, and a tree stands some levels below the root.
inline constexpr std::size_t kMaxTreeDepth = 980;

void write_gfxobj(const GfxObj& g, const std::string& name, bool build, WorldText& text);
void write_cell_struct(const CellStruct& s, const std::string& name, bool build, WorldText& text);
/// Ids of polygons as the file has them: their own, or, where two have the same, their places.
[[nodiscard]] std::vector<std::uint32_t> polygon_ids(const std::vector<Polygon>& polygons);

void write_landblocks(const World& world, WorldText& text);
void write_buildings(const World& world, const AssetIds& ids, WorldText& text);

}  // namespace surefoot::io
