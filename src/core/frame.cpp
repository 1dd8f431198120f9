#include "core/frame.hpp"

#include <cmath>

#include "core/det_binary32.hpp"
#include "core/det_math.hpp"

namespace surefoot {

namespace {

float det_sin(float radians) {
  return static_cast<float>(det::sin(static_cast<double>(radians)));
}
float det_cos(float radians) {
  return static_cast<float>(det::cos(static_cast<double>(radians)));
}

}  // namespace

Vec3 Frame::get_vector_heading() const {
  return {(m[6] + m[0]) * 0.0F + m[3], (m[7] + m[1]) * 0.0F + m[4], (m[8] + m[2]) * 0.0F + m[5]};
}

float Frame::get_heading() const {
  return static_cast<float>(heading_degrees(get_vector_heading()));
}

void Frame::set_heading(float degrees, RotationRule rule) {
  const double r = static_cast<double>(degrees) * kRadPerDeg;
  set_vector_heading(
      {static_cast<float>(det::sin(r)), static_cast<float>(det::cos(r)), get_vector_heading().z}, false,
      rule);
}

void Frame::set_vector_heading(const Vec3& v, bool pitch_as_yaw, RotationRule rule) {
  Vec3 n = v;
  if (normalize_check_small(n)) return;
  const auto zr = static_cast<float>(-heading_degrees(n) * kRadPerDeg);
  const auto xr = static_cast<float>(det::asin(static_cast<double>(n.z)) * kDegPerRad * kRadPerDeg);
  if (!pitch_as_yaw) {
    euler_set_rotate(xr, 0.0F, zr, rule);
    return;
  }
  const float cy = det_cos(xr * 0.5F);
  const float sy = det_sin(xr * 0.5F);
  const float cz = det_cos(zr * 0.5F);
  const float sz = det_sin(zr * 0.5F);
  set_rotate({cy * cz, sy * sz, sy * cz, cy * sz}, rule);
}

void Frame::set_vector_heading_binary32(const Vec3& v, RotationRule rule) {
  namespace port = det::binary32;
  constexpr float kPi = float_from_bits(0x40490FDBU);
  constexpr float kDegrees = 180.0F / kPi;
  constexpr float kRadians = kPi / 180.0F;
  Vec3 n = v;
  if (normalize_check_small(n)) return;
  const float compass = 450.0F - port::atan2(n.y, n.x) * kDegrees;  // in [270, 630]
  const float half_z = -((compass < 360.0F ? compass : compass - 360.0F) * kRadians) * 0.5F;
  const float half_x = port::asin(n.z) * 0.5F;
  const float cx = port::cos(half_x);
  const float sx = port::sin(half_x);
  const float cz = port::cos(half_z);
  const float sz = port::sin(half_z);
  set_rotate({cx * cz, sx * cz, sx * sz, cx * sz}, rule);
}

void Frame::euler_set_rotate(float ax, float ay, float az, RotationRule rule) {
  const float ti = ax * 0.5F;
  const float tj = ay * 0.5F;
  const float th = az * 0.5F;
  const float ci = det_cos(ti);
  const float cj = det_cos(tj);
  const float ch = det_cos(th);
  const float si = det_sin(ti);
  const float sj = det_sin(tj);
  const float sh = det_sin(th);
  const float cc = ch * ci;
  const float cs = ci * sh;
  const float sc = si * ch;
  const float ss = sh * si;
  set_rotate({ss * sj + cc * cj, sc * cj - cs * sj, cc * sj + ss * cj, cs * cj - sc * sj}, rule);
}

void Frame::interpolate_rotation(const Frame& from, const Frame& to, float t, Turning how,
                                 RotationRule rule) {
  const Quat& f = from.q;
  Quat g = to.q;
  float c = ((f.y * g.y + f.w * g.w) + f.x * g.x) + f.z * g.z;
  if (c < 0.0F) {
    c = -c;
    g = {-g.w, -g.x, -g.y, -g.z};
  }
  float a = 1.0F - t;
  float b = t;
  constexpr float kLibraryClose = 1e-6F;
  const bool linear =
      how == Turning::linear || 1.0F - c <= (how == Turning::library ? kLibraryClose : kEpsilon);
  if (!linear) {
    const auto o = static_cast<float>(det::acos(static_cast<double>(c)));
    const float u = a;
    const float i = 1.0F / det_sin(o);
    a = i * det_sin(o * u);
    b = det_sin(t * o) * i;
    if (how == Turning::client && (a < 0.0F || a > 1.0F || b < 0.0F || b > 1.0F)) {
      a = u;
      b = t;
    }
  }
  const Quat r{a * f.w + g.w * b, f.x * a + g.x * b, f.y * a + g.y * b, g.z * b + f.z * a};
  if (how != Turning::library) {
    set_rotate(r, rule);
    return;
  }
  q = r;
  cache();
}

void Frame::interpolate_origin(const Frame& from, const Frame& to, float t) {
  const float u = 1.0F - t;
  origin = {t * to.origin.x + u * from.origin.x, t * to.origin.y + u * from.origin.y,
            t * to.origin.z + u * from.origin.z};
}

void Frame::grotate_by(const Vec3& w, float s2, RotationRule rule) {
  const float len = std::sqrt(s2);
  const float inv = 1.0F / len;
  const float half = len * 0.5F;
  const float s = det_sin(half);
  const float k = det_cos(half);
  const float f = rule.by_axis ? s * (w.x * inv) : (s * w.x) * inv;
  const float g = rule.by_axis ? s * (w.y * inv) : (inv * s) * w.y;
  const float h = rule.by_axis ? s * (w.z * inv) : (s * inv) * w.z;
  set_rotate({((k * q.w - f * q.x) - g * q.y) - h * q.z, ((k * q.x + g * q.z) + f * q.w) - h * q.y,
              ((k * q.y - f * q.z) + h * q.x) + g * q.w, ((f * q.y + k * q.z) - g * q.x) + h * q.w},
             rule);
}

Frame combine(const Frame& f1, const Frame& f2, RotationRule rule) {
  const Quat& a = f1.q;
  const Quat& b = f2.q;
  Frame r = f1;
  r.origin = f1.localtoglobal(f2.origin);
  r.set_rotate(
      {((a.w * b.w - b.x * a.x) - b.y * a.y) - b.z * a.z, ((a.w * b.x + b.z * a.y) + b.w * a.x) - b.y * a.z,
       ((b.y * a.w - b.z * a.x) + a.z * b.x) + a.y * b.w, ((b.y * a.x + b.z * a.w) - a.y * b.x) + a.z * b.w},
      rule);
  return r;
}

namespace {

bool is_equal(const Quat& a, const Quat& b) {
  return std::fabs(a.w - b.w) < kEpsilon && std::fabs(a.x - b.x) < kEpsilon &&
         std::fabs(a.y - b.y) < kEpsilon && std::fabs(a.z - b.z) < kEpsilon;
}

}  // namespace

bool is_equal(const Frame& a, const Frame& b) {
  return equal(a.origin, b.origin) && is_equal(a.q, b.q);
}

bool is_equal_exactly(const Frame& a, const Frame& b) {
  const auto same = [](float x, float y) { return x == y; };
  return same(a.origin.x, b.origin.x) && same(a.origin.y, b.origin.y) && same(a.origin.z, b.origin.z) &&
         same(a.q.w, b.q.w) && same(a.q.x, b.q.x) && same(a.q.y, b.q.y) && same(a.q.z, b.q.z);
}

bool is_equal_strictly(const Frame& a, const Frame& b) {
  return is_zero(a.origin - b.origin) && is_equal(a.q, b.q);
}

}  // namespace surefoot
