#include "io/dat/bsp_record.hpp"

#include <utility>

#include "io/dat/record_reader.hpp"

namespace surefoot::io {

namespace {

/// Reads a tree without recursion: a hostile record may be a chain of a million nodes. What stands behind a node's
/// children in the record is read when they are done.
class BspReader {
 public:
  BspReader(RecordReader& r, BspKind kind, const char* name) : r_(r), kind_(kind), name_(name) {}

  DatBsp run() {
    push(DatBspNode::kNone, false);
    while (!open_.empty() && r_.ok()) {
      Open& top = open_.back();
      if (top.wants_pos) {
        top.wants_pos = false;
        push(top.node, true);
      } else if (top.wants_neg) {
        top.wants_neg = false;
        push(top.node, false);
      } else {
        close(top.node);
        open_.pop_back();
      }
    }
    return std::move(out_);
  }

 private:
  struct Open {
    std::int32_t node;
    bool wants_pos;
    bool wants_neg;
  };

  DatBspNode& node(std::int32_t i) { return out_.nodes[static_cast<std::size_t>(i)]; }

  /// Reads up to the children of a new node.
  void push(std::int32_t parent, bool pos) {
    const auto index = static_cast<std::int32_t>(out_.nodes.size());
    const RecordReader::Scope scope(r_, name_, static_cast<std::size_t>(index));
    out_.nodes.emplace_back();
    if (parent != DatBspNode::kNone) (pos ? node(parent).pos : node(parent).neg) = index;
    DatBspNode& n = node(index);
    n.tag = r_.u32("tag");
    if (n.tag == bsp_tag::kLeaf) {
      read_leaf(n);
      return;
    }
    n.plane = r_.plane("plane");
    const BspChildren c = children_of(n.tag);
    open_.push_back({index, c.pos, c.neg});
  }

  void read_leaf(DatBspNode& n) {
    n.leaf_index = r_.i32("leaf_index");
    if (kind_ != BspKind::physics) return;
    n.solid = r_.i32("solid");
    n.sphere = r_.sphere("sphere");
    read_polygons(n, r_.count_u32(2, "polygons"));
  }

  void read_polygons(DatBspNode& n, std::size_t count) {
    n.polygons.reserve(count);
    for (std::size_t i = 0; i < count; ++i) n.polygons.push_back(r_.u16("polygons"));
  }

  /// What follows the children.
  void close(std::int32_t index) {
    if (kind_ == BspKind::cell) return;
    const RecordReader::Scope scope(r_, name_, static_cast<std::size_t>(index));
    DatBspNode& n = node(index);
    const bool portal = n.tag == bsp_tag::kPort;
    if (portal && kind_ != BspKind::drawing) return;
    n.sphere = r_.sphere("sphere");
    if (kind_ != BspKind::drawing) return;
    const std::uint32_t polygons = r_.u32("polygons");
    const std::uint32_t portals = portal ? r_.u32("portals") : 0U;
    read_polygons(n, r_.count(polygons, 2, "polygons"));
    const std::size_t count = r_.count(portals, 4, "portals");
    n.portals.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::int16_t polygon = r_.i16("portals");
      n.portals.push_back({polygon, r_.i16("portals")});
    }
  }

  RecordReader& r_;
  BspKind kind_;
  const char* name_;
  DatBsp out_;
  std::vector<Open> open_;
};

}  // namespace

BspChildren children_of(std::uint32_t tag) {
  switch (tag) {
    case bsp_tag::kBPnn:
    case bsp_tag::kBPIn:
      return {true, false};
    case bsp_tag::kBpIN:
    case bsp_tag::kBpnN:
      return {false, true};
    case bsp_tag::kBPIN:
    case bsp_tag::kBPnN:
    case bsp_tag::kPort:
      return {true, true};
    default:
      return {};
  }
}

DatBsp read_bsp(RecordReader& r, BspKind kind, const char* name) {
  return BspReader(r, kind, name).run();
}

}  // namespace surefoot::io
