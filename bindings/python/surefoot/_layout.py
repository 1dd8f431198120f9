"""NumPy types with the layout of the C structs, so that batches go in and out without a copy."""

import numpy as np

vec3 = np.dtype((np.float32, 3))
quat = np.dtype((np.float32, 4))  # w x y z
sphere = np.dtype((np.float32, 4))  # x y z radius
position = np.dtype([("cell_id", "u4"), ("origin", vec3), ("rotation", quat)])
contact_plane = np.dtype([("plane", np.float32, 4), ("cell_id", "u4"), ("is_water", "u4")])
mover = np.dtype([
    ("size", "u4"), ("sphere_count", "u4"), ("spheres", sphere, 2), ("scale", "f4"), ("step_up_height", "f4"),
    ("step_down_height", "f4"), ("state", "u4"), ("flags", "u4"), ("object_id", "u4"), ("target_id", "u4"), ("reserved", "u4"),
])
# Pointers are None here: what they would name stays with the calls for single requests.
request = np.dtype([
    ("size", "u4"), ("has_begin", "u4"), ("mover", mover), ("begin", position), ("end", position), ("object_info", "u4"),
    ("contact", "u4"), ("contact_plane", contact_plane), ("has_sliding_normal", "u4"), ("sliding_normal", vec3),
    ("frames_stationary_fall", "i4"), ("options", "u4"), ("walkable", "u8"), ("entry_policy", "u8"),
], align=True)
result = np.dtype([
    ("size", "u4"), ("status", "i4"), ("ok", "u4"), ("cell_id", "u4"), ("position", position), ("check_position", position),
    ("object_info", "u4"), ("velocity_killed", "u4"), ("contact_plane_valid", "u4"), ("contact_plane", contact_plane),
    ("last_known_contact_plane_valid", "u4"), ("last_known_contact_plane", contact_plane), ("sliding_normal_valid", "u4"),
    ("sliding_normal", vec3), ("collision_normal_valid", "u4"), ("collision_normal", vec3),
    ("collided_with_environment", "u4"), ("frames_stationary_fall", "i4"), ("on_walkable", "u4"),
    ("last_collided_object", "u4"), ("touched_capacity", "u4"), ("touched_count", "u4"), ("touched", "u8"), ("cells", "u8"),
    ("cells_capacity", "u4"), ("cells_count", "u4"),
], align=True)
