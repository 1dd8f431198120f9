// The JSON tree and its cursor: numbers keep their bits, every fault has a place (spec 07 §6).
#include "io/json.hpp"

#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/bits.hpp"
#include "support/bits.hpp"
#include "support/paths.hpp"

namespace surefoot::io {
namespace {

using test::has_bits;
using test::same_bits;

/// A value under the member "v", and what reading it said.
struct Reading {
  explicit Reading(const std::string& value) : json(*parse_json("{\"v\":" + value + "}")) {}

  [[nodiscard]] Cursor cursor() { return Cursor(json, errors).at("v"); }

  Json json;
  ReadErrors errors;
};

float float_of(const std::string& value) {
  Reading r(value);
  const float f = r.cursor().as_float();
  EXPECT_FALSE(r.errors.any()) << value << ": " << r.errors.first().text();
  return f;
}

TEST(Json, FloatsKeepTheirBits) {  // worked case 11
  EXPECT_TRUE(has_bits(float_of("\"1/30\""), 0x3D088889U));
  EXPECT_TRUE(has_bits(float_of("-0.0"), 0x80000000U));
  EXPECT_TRUE(has_bits(float_of("-0"), 0x80000000U));
  EXPECT_TRUE(has_bits(float_of("0"), 0x00000000U));
  EXPECT_TRUE(has_bits(float_of("8.74228e-08"), 0x33BBBD31U));
  EXPECT_TRUE(has_bits(float_of("\"0x3f2a0751\""), 0x3F2A0751U));
  EXPECT_TRUE(has_bits(float_of("\"0x7f800001\""), 0x7F800001U));
  // 1 + 2^-24 + 2^-60: through binary64 the last term is lost and the tie goes down to 1.
  EXPECT_TRUE(has_bits(float_of("1.00000005960464477626"), 0x3F800001U));
}

TEST(Json, NonFiniteIsTextAndOnlyWhereAllowed) {
  EXPECT_TRUE(std::isnan(float_of("\"nan\"")));
  EXPECT_TRUE(has_bits(float_of("\"-inf\""), 0xFF800000U));
  // Beyond binary32, though a fine binary64.
  EXPECT_TRUE(has_bits(float_of("1e39"), 0x7F800000U));
  Reading r("\"nan\"");
  static_cast<void>(r.cursor().as_finite());
  ASSERT_TRUE(r.errors.any());
  EXPECT_EQ(r.errors.first().text(), "/v: must be finite, found nan");
}

TEST(Json, SyntaxErrorSaysWhere) {
  const auto e = parse_json("{\n  \"a\": 1,\n  \"b\" 2\n}");
  ASSERT_FALSE(e);
  EXPECT_EQ(e.error().code, ErrorCode::bad_syntax);
  EXPECT_EQ(e.error().where, "byte 19 (line 3, column 7)");
  EXPECT_EQ(e.error().message.rfind("not valid JSON: ", 0), 0U) << e.error().message;
  EXPECT_EQ(e.error().message.find("json.exception"), std::string::npos) << e.error().message;
}

TEST(Json, WhatIsNoJsonIsRefused) {
  for (const char* text : {"", " ", "{", "[1,", "{\"a\":}", "nul", "[1] 2", "{\"a\":1e999}", "\"\xC3", "NaN",
                           "[01]", "// comment\n1"}) {
    const auto e = parse_json(text);
    ASSERT_FALSE(e) << text;
    EXPECT_EQ(e.error().code, ErrorCode::bad_syntax) << text;
    EXPECT_FALSE(e.error().where.empty()) << text;
  }
}

TEST(Json, RepeatedMemberIsRefusedAtItsPlace) {
  const auto e = parse_json(R"({"a":[{},{"b":{"c/d":1,"c/d":2}}]})");
  ASSERT_FALSE(e);
  EXPECT_EQ(e.error().code, ErrorCode::bad_syntax);
  EXPECT_EQ(e.error().where, "/a/1/b/c~1d");
}

TEST(Json, DeepNestingIsRefusedWithoutRecursion) {
  const auto e = parse_json(std::string(200000, '['));
  ASSERT_FALSE(e);
  EXPECT_EQ(e.error().code, ErrorCode::too_deep);
  EXPECT_TRUE(parse_json(std::string(kMaxJsonDepth, '[') + std::string(kMaxJsonDepth, ']')));
}

TEST(Json, FilesThatCannotBeRead) {
  const auto missing = read_file(test::source_path("tests/io/no-such-file"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::file_not_found);
  EXPECT_EQ(missing.error().where, test::source_path("tests/io/no-such-file"));
  // A folder opens like a file and claims a size of 2^63 − 1.
  const auto folder = read_file(test::source_path("tests"));
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, ErrorCode::file_unreadable);
}

TEST(Json, FileNameStandsBeforeThePlace) {
  EXPECT_EQ(in_file("a.json", {ErrorCode::bad_value, "m", "/b"}).where, "a.json: /b");
  EXPECT_EQ(in_file("a.json", {ErrorCode::bad_value, "m", ""}).where, "a.json");
  EXPECT_EQ(in_file("", {ErrorCode::bad_value, "m", "/b"}).where, "/b");
  const auto e = read_json_file(test::source_path("tests/CMakeLists.txt"));
  ASSERT_FALSE(e);
  EXPECT_EQ(e.error().where.rfind(test::source_path("tests/CMakeLists.txt") + ": byte ", 0), 0U);
}

TEST(Cursor, FirstErrorIsKeptWithItsPointer) {
  Reading r(R"([{"x~y":true}, 5])");
  static_cast<void>(r.cursor().item(0).at("x~y").as_finite());
  static_cast<void>(r.cursor().item(1).at("z").as_finite());
  EXPECT_EQ(r.errors.first().where, "/v/0/x~0y");
  EXPECT_EQ(r.errors.first().code, ErrorCode::wrong_type);
}

TEST(Cursor, EveryAccessorRefusesOtherKinds) {
  struct Case {
    const char* value;
    void (*read)(const Cursor&);
    ErrorCode code;
    const char* where;
  };
  const std::array cases{
      Case{"true", [](const Cursor& c) { static_cast<void>(c.as_float()); }, ErrorCode::wrong_type, "/v"},
      Case{"\"12x\"", [](const Cursor& c) { static_cast<void>(c.as_float()); }, ErrorCode::bad_value, "/v"},
      Case{"\"1/0\"", [](const Cursor& c) { static_cast<void>(c.as_float()); }, ErrorCode::bad_value, "/v"},
      Case{"-1", [](const Cursor& c) { static_cast<void>(c.as_u32()); }, ErrorCode::bad_value, "/v"},
      Case{"1.5", [](const Cursor& c) { static_cast<void>(c.as_u32()); }, ErrorCode::bad_value, "/v"},
      Case{"4294967296", [](const Cursor& c) { static_cast<void>(c.as_u32()); }, ErrorCode::bad_value, "/v"},
      Case{"null", [](const Cursor& c) { static_cast<void>(c.as_u32()); }, ErrorCode::wrong_type, "/v"},
      Case{"3", [](const Cursor& c) { static_cast<void>(c.as_integer(0, 2)); }, ErrorCode::bad_value, "/v"},
      Case{"1e0", [](const Cursor& c) { static_cast<void>(c.as_integer(0, 2)); }, ErrorCode::wrong_type,
           "/v"},
      Case{"1", [](const Cursor& c) { static_cast<void>(c.as_bool()); }, ErrorCode::wrong_type, "/v"},
      Case{"1", [](const Cursor& c) { static_cast<void>(c.as_string()); }, ErrorCode::wrong_type, "/v"},
      Case{"[1,2]", [](const Cursor& c) { static_cast<void>(c.as_vec3()); }, ErrorCode::wrong_type, "/v"},
      Case{"[1,2,\"nan\"]", [](const Cursor& c) { static_cast<void>(c.as_vec3()); }, ErrorCode::bad_value,
           "/v/2"},
      Case{"[1,2e7,3]", [](const Cursor& c) { static_cast<void>(c.as_point()); }, ErrorCode::bad_value,
           "/v/1"},
      Case{"[0,0,1]", [](const Cursor& c) { static_cast<void>(c.as_plane()); }, ErrorCode::wrong_type, "/v"},
      Case{"[0,0,0,-1]", [](const Cursor& c) { static_cast<void>(c.as_sphere()); }, ErrorCode::bad_value,
           "/v/3"},
      Case{"[]", [](const Cursor& c) { static_cast<void>(c.members()); }, ErrorCode::wrong_type, "/v"},
      Case{"{}", [](const Cursor& c) { static_cast<void>(c.list()); }, ErrorCode::wrong_type, "/v"},
      Case{"{}", [](const Cursor& c) { static_cast<void>(c.at("k")); }, ErrorCode::missing_field, "/v"},
      Case{"3", [](const Cursor& c) { static_cast<void>(c.get("k")); }, ErrorCode::wrong_type, "/v"},
      Case{"{\"k\":1}", [](const Cursor& c) { c.only({"l"}); }, ErrorCode::unknown_field, "/v/k"},
      Case{"{\"turn\":1}", [](const Cursor& c) { static_cast<void>(c.as_frame()); }, ErrorCode::unknown_field,
           "/v/turn"},
      Case{"{\"rotation\":[0,0,0,0]}", [](const Cursor& c) { static_cast<void>(c.as_frame()); },
           ErrorCode::bad_value, "/v/rotation"},
      Case{"{\"rotation\":[1,0,0,0],\"yaw_degrees\":0}",
           [](const Cursor& c) { static_cast<void>(c.as_frame()); }, ErrorCode::bad_value, "/v"},
      Case{"{\"matrix\":[2,0,0,0,1,0,0,0,1]}", [](const Cursor& c) { static_cast<void>(c.as_frame()); },
           ErrorCode::bad_value, "/v/matrix"},
      Case{"{\"matrix\":[-1,0,0,0,1,0,0,0,1]}", [](const Cursor& c) { static_cast<void>(c.as_frame()); },
           ErrorCode::bad_value, "/v/matrix"},
      Case{"{\"origin\":[0,0,-1.1e7]}", [](const Cursor& c) { static_cast<void>(c.as_frame()); },
           ErrorCode::bad_value, "/v/origin/2"},
  };
  for (const Case& c : cases) {
    Reading r(c.value);
    c.read(r.cursor());
    ASSERT_TRUE(r.errors.any()) << c.value;
    EXPECT_EQ(r.errors.first().code, c.code) << c.value << ": " << r.errors.first().text();
    EXPECT_EQ(r.errors.first().where, c.where) << c.value << ": " << r.errors.first().text();
  }
}

TEST(Cursor, FieldsOfYourOwnAreFree) {
  Reading r(R"({"x-note":1,"a":2})");
  r.cursor().only({"a"});
  EXPECT_FALSE(r.errors.any());
}

TEST(Cursor, FrameFromQuaternionAndFromMatrixAgree) {  // worked case 7
  const std::string origin = R"("origin":[161.929,7.50315,94])";
  Reading by_quaternion("{" + origin + R"(,"rotation":[4.37114e-08,0,0,1]})");
  Reading by_matrix("{" + origin + R"(,"matrix":[-1,8.74228e-08,0,-8.74228e-08,-1,0,0,0,1]})");
  const Frame q = by_quaternion.cursor().as_frame();
  const Frame m = by_matrix.cursor().as_frame();
  ASSERT_FALSE(by_quaternion.errors.any());
  ASSERT_FALSE(by_matrix.errors.any());
  EXPECT_TRUE(has_bits(q.q.w, 0x333BBD31U));
  EXPECT_TRUE(has_bits(q.m[1], 0x33BBBD31U));
  EXPECT_TRUE(same_bits(q.q, m.q));
  for (std::size_t i = 0; i < 9; ++i) EXPECT_TRUE(same_bits(q.m[i], m.m[i])) << i;
  const Vec3 a = m.localtoglobal({9.0F, 1.15F, 0.0F});
  const Vec3 b = m.localtoglobal({7.0F, 1.15F, 0.0F});
  EXPECT_TRUE(has_bits(a, {0x4318EDD3U, 0x40CB4D03U, 0x42BC0000U}));
  EXPECT_TRUE(has_bits(b, {0x431AEDD3U, 0x40CB4D02U, 0x42BC0000U}));
  EXPECT_TRUE(has_bits(m.globaltolocal(a).y, 0x3F933333U));
  EXPECT_TRUE(has_bits(m.globaltolocal(b).y, 0x3F933335U));
}

TEST(Cursor, QuaternionOfAMatrixTurnsTheSameWay) {
  // One rotation with each component the largest.
  for (const Quat& q :
       {Quat{0.9F, 0.1F, -0.3F, 0.3F}, Quat{0.1F, 0.9F, 0.3F, -0.3F}, Quat{-0.3F, 0.1F, 0.9F, 0.3F},
        Quat{0.3F, -0.1F, 0.3F, 0.9F}, Quat{0.0F, 1.0F, 0.0F, 0.0F}, Quat{0.0F, 0.0F, 1.0F, 0.0F}}) {
    Frame f;
    ASSERT_TRUE(f.set_rotate(q));
    const Quat back = quat_from_matrix(f.m);
    const float same = back.w * f.q.w + back.x * f.q.x + back.y * f.q.y + back.z * f.q.z;
    EXPECT_NEAR(std::fabs(same), 1.0F, 1e-6F);
  }
}

TEST(Cursor, YawTurnsCounterClockwiseSeenFromAbove) {
  Reading r(R"({"yaw_degrees":90})");
  const Frame f = r.cursor().as_frame();
  const Vec3 forward = f.localtoglobalvec({0.0F, 1.0F, 0.0F});
  EXPECT_NEAR(forward.x, -1.0F, 1e-6F);
  EXPECT_NEAR(forward.y, 0.0F, 1e-6F);
}

}  // namespace
}  // namespace surefoot::io
