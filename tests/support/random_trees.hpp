// Random collision trees and spheres that lie at their limits, for tests that compare representations.
#pragma once

#include "shape/bsp.hpp"
#include "shape/sphere.hpp"
#include "support/random.hpp"

namespace surefoot::test {

/// Built from a soup or a field of hills, or made up: nodes with any plane and any sphere, lists in any order and with
/// polygons of any place, children that are missing, leaves that are empty or solid.
[[nodiscard]] BspTree random_tree(Random& random);

/// Triangles, quads and n-gons of up to 12 points, tilted at will, around the origin; ids are not their numbers.
[[nodiscard]] std::vector<Polygon> random_soup(Random& random, int count);

/// Near a vertex, an edge or the inside of one of the polygons, at an offset of 0, ±r or r ± kEpsilon from its plane; or
/// anywhere.
[[nodiscard]] Sphere random_sphere(Random& random, const std::vector<Polygon>& polygons);

/// Of up to `most` planes; ends as a chain may end.
[[nodiscard]] CellBsp random_cell_chain(Random& random, int most);

[[nodiscard]] Vec3 random_direction(Random& random);

}  // namespace surefoot::test
