// All phases of the driver, for the translation units that instantiate it.
#pragma once

// IWYU pragma: begin_exports
#include "motion/adjust_offset.ipp"
#include "motion/collision_normals.ipp"
#include "motion/edge.ipp"
#include "motion/find_position.ipp"
#include "motion/insert.ipp"
#include "motion/placement.ipp"
#include "motion/slide.ipp"
#include "motion/step.ipp"
#include "motion/transition.hpp"
#include "motion/validate.ipp"
#include "motion/validate_walkable.ipp"
// IWYU pragma: end_exports
