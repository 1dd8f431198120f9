//! The C interface as it is. `surefoot.h` is the manual; names and fields are its own.
#![allow(non_camel_case_types, missing_docs)]

use std::os::raw::{c_char, c_void};

pub type sf_status = i32;
pub const SF_OK: sf_status = 0;
pub const SF_ERROR_DONE: sf_status = 39;
pub const SF_ABI_VERSION: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct sf_vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct sf_quat {
    pub w: f32,
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct sf_plane {
    pub normal: sf_vec3,
    pub d: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct sf_sphere {
    pub center: sf_vec3,
    pub radius: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct sf_position {
    pub cell_id: u32,
    pub origin: sf_vec3,
    pub rotation: sf_quat,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct sf_contact_plane {
    pub plane: sf_plane,
    pub cell_id: u32,
    pub is_water: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct sf_profile {
    pub size: u32,
    pub reserved: u32,
    pub bits: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct sf_mover {
    pub size: u32,
    pub sphere_count: u32,
    pub spheres: [sf_sphere; 2],
    pub scale: f32,
    pub step_up_height: f32,
    pub step_down_height: f32,
    pub state: u32,
    pub flags: u32,
    pub object_id: u32,
    pub target_id: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct sf_state {
    pub size: u32,
    pub transient: u32,
    pub position: sf_position,
    pub velocity: sf_vec3,
    pub contact_plane: sf_contact_plane,
    pub sliding_normal: sf_vec3,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct sf_request {
    pub size: u32,
    pub has_begin: u32,
    pub mover: sf_mover,
    pub begin: sf_position,
    pub end: sf_position,
    pub object_info: u32,
    pub contact: u32,
    pub contact_plane: sf_contact_plane,
    pub has_sliding_normal: u32,
    pub sliding_normal: sf_vec3,
    pub frames_stationary_fall: i32,
    pub options: u32,
    pub walkable: *const c_void,
    pub entry_policy: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct sf_result {
    pub size: u32,
    pub status: sf_status,
    pub ok: u32,
    pub cell_id: u32,
    pub position: sf_position,
    pub check_position: sf_position,
    pub object_info: u32,
    pub velocity_killed: u32,
    pub contact_plane_valid: u32,
    pub contact_plane: sf_contact_plane,
    pub last_known_contact_plane_valid: u32,
    pub last_known_contact_plane: sf_contact_plane,
    pub sliding_normal_valid: u32,
    pub sliding_normal: sf_vec3,
    pub collision_normal_valid: u32,
    pub collision_normal: sf_vec3,
    pub collided_with_environment: u32,
    pub frames_stationary_fall: i32,
    pub on_walkable: u32,
    pub last_collided_object: u32,
    pub touched_capacity: u32,
    pub touched_count: u32,
    pub touched: *mut u32,
    pub cells: *mut u32,
    pub cells_capacity: u32,
    pub cells_count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct sf_run {
    pub size: u32,
    pub ticks: u32,
    pub expectations: u32,
    pub failed: u32,
    pub hash: u64,
    pub end: sf_position,
    pub transient: u32,
    pub movers: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct sf_body {
    pub size: u32,
    pub transient: u32,
    pub mover: sf_mover,
    pub position: sf_position,
    pub velocity: sf_vec3,
    pub contact_plane: sf_contact_plane,
    pub sliding_normal: sf_vec3,
    pub acceleration: sf_vec3,
    pub omega: sf_vec3,
    pub cached_velocity: sf_vec3,
    pub friction: f32,
    pub elasticity: f32,
    pub weenie: u32,
    pub in_world: u32,
    pub has_motion: u32,
    pub drive: u32,
    pub walk: sf_vec3,
    pub turn: f32,
}

extern "C" {
    pub fn sf_check(abi: u32) -> sf_status;
    pub fn sf_last_error(message: *mut *const c_char, place: *mut *const c_char) -> sf_status;
    pub fn sf_status_name(status: sf_status) -> *const c_char;
    pub fn sf_buffer_data(buffer: u64, data: *mut *const c_void, size: *mut usize) -> sf_status;
    pub fn sf_buffer_destroy(buffer: u64) -> sf_status;
    pub fn sf_profile_parse(names: *const c_char, profile: *mut sf_profile) -> sf_status;
    pub fn sf_world_load_file(path: *const c_char, world: *mut u64) -> sf_status;
    pub fn sf_world_load_memory(text: *const c_char, length: usize, base: *const c_char, world: *mut u64) -> sf_status;
    pub fn sf_world_fork(world: u64, fork: *mut u64) -> sf_status;
    pub fn sf_world_destroy(world: u64) -> sf_status;
    pub fn sf_world_json(world: u64, json: *mut u64) -> sf_status;
    pub fn sf_world_has_cell(world: u64, cell: u32, has: *mut u32) -> sf_status;
    pub fn sf_world_move_object(world: u64, id: u32, to: *const sf_position) -> sf_status;
    pub fn sf_world_set_object_state(world: u64, id: u32, state: u32) -> sf_status;
    pub fn sf_world_remove_object(world: u64, id: u32) -> sf_status;
    pub fn sf_mover_defaults(mover: *mut sf_mover, size: u32) -> sf_status;
    pub fn sf_state_defaults(state: *mut sf_state, size: u32) -> sf_status;
    pub fn sf_body_defaults(body: *mut sf_body, size: u32) -> sf_status;
    pub fn sf_result_defaults(result: *mut sf_result, size: u32) -> sf_status;
    pub fn sf_request_from_body(
        state: *const sf_state, mover: *const sf_mover, to: *const sf_position, profile: *const sf_profile,
        request: *mut sf_request,
    ) -> sf_status;
    pub fn sf_resolve(
        world: u64, profile: *const sf_profile, request: *const sf_request, result: *mut sf_result,
    ) -> sf_status;
    pub fn sf_resolve_batch(
        world: u64, profile: *const sf_profile, requests: *const sf_request, results: *mut sf_result, count: usize,
        threads: u32,
    ) -> sf_status;
    pub fn sf_resolve_explain(
        world: u64, profile: *const sf_profile, request: *const sf_request, json: *mut u64,
    ) -> sf_status;
    pub fn sf_move(
        world: u64, profile: *const sf_profile, mover: *const sf_mover, state: *mut sf_state, to: *const sf_position,
        result: *mut sf_result,
    ) -> sf_status;
    pub fn sf_scenario_load_file(path: *const c_char, scenario: *mut u64) -> sf_status;
    pub fn sf_scenario_destroy(scenario: u64) -> sf_status;
    pub fn sf_scenario_run(scenario: u64, profile: *const sf_profile, run: *mut sf_run) -> sf_status;
    pub fn sf_scenario_explain(scenario: u64, profile: *const sf_profile, tick: u32, json: *mut u64) -> sf_status;
    pub fn sf_session_create(world: u64, profile: *const sf_profile, session: *mut u64) -> sf_status;
    pub fn sf_session_destroy(session: u64) -> sf_status;
    pub fn sf_session_add_body(session: u64, body: *const sf_body) -> sf_status;
    pub fn sf_session_remove_body(session: u64, id: u32) -> sf_status;
    pub fn sf_session_get_body(session: u64, id: u32, body: *mut sf_body) -> sf_status;
    pub fn sf_session_set_walk(session: u64, id: u32, walk: *const sf_vec3, turn: f32) -> sf_status;
    pub fn sf_session_tick(
        session: u64, quantum: f32, reports: *mut c_void, capacity: u32, count: *mut u32,
    ) -> sf_status;
    pub fn sf_session_hash(session: u64, hash: *mut u64) -> sf_status;
    pub fn sf_session_save(session: u64, bytes: *mut u64) -> sf_status;
    pub fn sf_session_restore(session: u64, bytes: *const c_void, size: usize) -> sf_status;
}

