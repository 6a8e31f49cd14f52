/// \file
/// Grids and blocks of up to three dimensions, for checks of barriers between blocks.
#pragma once

#include "kit.h"

namespace gridlock::check {

/// The blocks of a grid, or the threads of a block, along each side.
struct Extent {
  int64_t x, y = 1, z = 1;
  int64_t count() const { return x * y * z; }
};

struct Shape {
  Extent grid, block;
  int divisor = 1;  ///< How many times fewer executions than the default.
};

/// "3 blocks", "2 x 2 x 1 blocks".
inline string text(const Extent& extent, const string& noun) {
  if (extent.y == 1 && extent.z == 1) return counted(extent.x, noun);
  return cat(extent.x, " x ", extent.y, " x ", extent.z, " ", noun, "s");
}

/// "2 blocks of 2 x 1 x 2 threads".  A grid of no blocks stands for all that fit.
inline string text(const Shape& shape) {
  const string blocks =
      shape.grid.x == 0 ? "as many blocks as fit," : text(shape.grid, "block");
  return blocks + " of " + text(shape.block, "thread");
}

/// Adds a shape in the form that scenarios read; `number` is appended to each name.
inline Params with_shape(Params params, const Extent& grid, const Extent& block,
                         const string& number = "") {
  const std::pair<const char*, int64_t> sides[] = {
      {"grid_x", grid.x},   {"grid_y", grid.y},   {"grid_z", grid.z},
      {"block_x", block.x}, {"block_y", block.y}, {"block_z", block.z}};
  for (const auto& [name, side] : sides) params[name + number] = side;
  return params;
}

/// The inverse of with_shape.
inline Shape shape_of(Case c) {
  return {{c["grid_x"], c["grid_y"], c["grid_z"]},
          {c["block_x"], c["block_y"], c["block_z"]}};
}

/// A row of blocks, each a row of threads, from the case's parameters of these names.
inline Shape row_of(Case c, const char* blocks = "blocks",
                    const char* threads = "threads") {
  return {{c[blocks]}, {c[threads]}};
}

/// A device with this many places for blocks of any size.
inline DeviceModel with_room_for(int64_t blocks) {
  constexpr int kEach = 2, kPlacesMin = 8;
  const int places = std::max(static_cast<int>(blocks), kPlacesMin);
  return {.sms = (places + kEach - 1) / kEach, .blocks_per_sm = kEach};
}

inline vector<Shape> full_blocks() {
  return {{{2}, {1024}, 500},
          {{3}, {32, 32}, 500},
          {{2}, {8, 8, 16}, 500},
          {{2}, {1, 16, 64}, 500}};
}

/// Boxes of all kinds that the modelled device's 8 places, or any GPU's, can hold.
inline vector<Shape> boxes() {
  if (!on_gpu())
    return {{{2}, {2, 2}, 4},          {{2, 2}, {1, 2}, 4},
            {{1, 2, 3}, {1, 1, 2}, 4}, {{3, 1, 1}, {1, 2, 2}, 4},
            {{1, 1, 3}, {1}, 8},       {{1, 3}, {1, 3}, 8},
            {{1, 1, 2}, {1, 1, 5}, 8}, {{1, 2}, {1, 1, 33}, 50},
            {{2}, {16, 4}, 50},        {{1, 1, 2}, {1, 40}, 50}};
  return {{{3}, {8, 9}},          {{2, 3}, {32}},       {{2, 3, 4}, {4, 3, 2}},
          {{1, 1, 9}, {1, 8, 8}}, {{1, 9}, {1, 1, 64}}, {{1, 1, 40}, {16, 4}},
          {{1, 40}, {1, 33, 3}}};
}

/// Roughly how many synchronization points a thread passes in a barrier, polls included.
constexpr int64_t kBarrierSteps = 30;

/// The cost of a few barriers of the case's grid.
inline int64_t barrier_steps(Case c, int64_t barriers) {
  const Shape shape = shape_of(c);
  return barriers * kBarrierSteps * shape.grid.count() * shape.block.count();
}

/// Keeps only shapes of 2 to 8 blocks, which the modelled device's 8 places can hold, of
/// `threads_min` to `threads_max` threads.  The cost of a case is that of two barriers.
inline CaseSpace& that_fit(CaseSpace& space, int64_t threads_min, int64_t threads_max) {
  space.where([=](Case c) {
    const int64_t blocks = shape_of(c).grid.count();
    const int64_t threads = shape_of(c).block.count();
    return blocks >= 2 && blocks <= 8 && threads >= threads_min && threads <= threads_max;
  });
  return space.cost([](Case c) { return barrier_steps(c, 2); });
}

/// Rows of up to `most` blocks, each a row of 1 to 100 threads, with corners around the
/// warp size; at most 200 threads in all.
inline CaseSpace rows_of_threads(int64_t most, const vector<int64_t>& blocks) {
  CaseSpace space;
  space.number("grid_x", 1, most, blocks).number("grid_y", 1, 1).number("grid_z", 1, 1);
  space.number("block_y", 1, 1).number("block_z", 1, 1);
  space.number("block_x", 1, 100, {1, 2, 31, 32, 33, 65, 100});
  space.where([](Case c) { return c["grid_x"] * c["block_x"] <= 200; });
  return space.cost([](Case c) { return barrier_steps(c, 2); });
}

/// Any shape of up to 8 blocks of up to 12 threads.
inline CaseSpace small_boxes() {
  CaseSpace space;
  space.number("grid_x", 1, 8, {1, 4, 5, 8}).number("grid_y", 1, 8, {1, 3});
  space.number("grid_z", 1, 8, {1, 2});
  space.number("block_x", 1, 12, {1, 2, 5}).number("block_y", 1, 12, {1, 3});
  space.number("block_z", 1, 12, {1, 2});
  return that_fit(space, 1, 12);
}

/// Blocks of two warps.  In most of the blocks, the warps do not consist of whole rows.
inline CaseSpace boxes_of_two_warps() {
  CaseSpace space;
  space.number("grid_x", 2, 5, {2, 4}).number("grid_y", 1, 1).number("grid_z", 1, 1);
  space.number("block_x", 1, 20, {3, 5, 17}).number("block_y", 2, 12, {2, 7, 11});
  space.number("block_z", 1, 3, {1, 2});
  return that_fit(space, 33, 48);
}

}  // namespace gridlock::check
