//! Character movement exactly as the retail Asheron's Call client did it: a safe wrapper over `surefoot.h`, without dependencies.
//!
//! Metres, seconds, radians; positions are relative to the corner of their cell's landblock. Every call that the engine
//! refuses is an [`Error`], never a crash: handles carry generations and calls that may not run beside each other are told so.
#![warn(missing_docs)]

pub mod sys;

use std::ffi::{CStr, CString};
use std::fmt;
use std::mem::size_of;
use std::os::raw::c_char;
use std::ptr;

/// What the engine refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// `sf_status` by its number.
    pub code: i32,
    /// By its name: "SF_ERROR_BUSY".
    pub status: String,
    /// A sentence.
    pub message: String,
    /// A JSON pointer, a line, a field, or "".
    pub place: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            write!(f, "{}", self.message)
        } else {
            write!(f, "{}: {}", self.place, self.message)
        }
    }
}

impl std::error::Error for Error {}

/// What a call answers.
pub type Result<T> = std::result::Result<T, Error>;

fn text(p: *const c_char) -> String {
    if p.is_null() {
        return String::new();
    }
    // The library's texts end in NUL and hold until this thread's next failed call.
    unsafe { CStr::from_ptr(p) }.to_string_lossy().into_owned()
}

fn check(code: sys::sf_status) -> Result<()> {
    if code == sys::SF_OK {
        return Ok(());
    }
    let (mut message, mut place) = (ptr::null(), ptr::null());
    unsafe { sys::sf_last_error(&mut message, &mut place) };
    Err(Error { code, status: text(unsafe { sys::sf_status_name(code) }), message: text(message), place: text(place) })
}

fn c_text(s: &str) -> Result<CString> {
    CString::new(s).map_err(|_| Error {
        code: 8,
        status: "SF_ERROR_BAD_VALUE".into(),
        message: "a text with a NUL inside".into(),
        place: String::new(),
    })
}

fn size<T>() -> u32 {
    size_of::<T>() as u32
}

fn take_bytes(buffer: u64) -> Result<Vec<u8>> {
    let (mut data, mut length) = (ptr::null(), 0usize);
    let answer = check(unsafe { sys::sf_buffer_data(buffer, &mut data, &mut length) })
        .map(|_| unsafe { std::slice::from_raw_parts(data as *const u8, length) }.to_vec());
    unsafe { sys::sf_buffer_destroy(buffer) };
    answer
}

fn take_text(buffer: u64) -> Result<String> {
    take_bytes(buffer).map(|b| String::from_utf8_lossy(&b).into_owned())
}

/// Whether library and crate belong together and this thread's floating-point environment gives the right bits: once per
/// thread that resolves.
pub fn check_library() -> Result<()> {
    check(unsafe { sys::sf_check(sys::SF_ABI_VERSION) })
}

/// A set of divergences: what known ports do differently. `None` anywhere is retail.
#[derive(Clone, Copy, Debug)]
pub struct Profile(sys::sf_profile);

impl Profile {
    /// Profiles or ids of divergences, separated by commas; "" is retail.
    pub fn parse(names: &str) -> Result<Self> {
        let mut p = sys::sf_profile { size: size::<sys::sf_profile>(), reserved: 0, bits: [0; 4] };
        check(unsafe { sys::sf_profile_parse(c_text(names)?.as_ptr(), &mut p) })?;
        Ok(Profile(p))
    }
}

fn profile_of(p: Option<&Profile>) -> *const sys::sf_profile {
    p.map_or(ptr::null(), |p| &p.0)
}

/// A place and a rotation.
pub type Position = sys::sf_position;

impl Position {
    /// Without rotation.
    pub fn new(cell_id: u32, origin: [f32; 3]) -> Self {
        Position {
            cell_id,
            origin: sys::sf_vec3 { x: origin[0], y: origin[1], z: origin[2] },
            rotation: sys::sf_quat { w: 1.0, x: 0.0, y: 0.0, z: 0.0 },
        }
    }
    /// The same place, so many metres on.
    pub fn moved(mut self, x: f32, y: f32, z: f32) -> Self {
        self.origin.x += x;
        self.origin.y += y;
        self.origin.z += z;
        self
    }
}

/// Who moves.
pub type Mover = sys::sf_mover;

impl Mover {
    /// Foot (0,0,radius), and for a height above 0 a head (0,0,height − radius) of the same radius.
    pub fn new(radius: f32, height: f32, step_up_height: f32, step_down_height: f32) -> Self {
        let mut m = std::mem::MaybeUninit::<Mover>::uninit();
        // A right size is never refused.
        let mut m = unsafe {
            sys::sf_mover_defaults(m.as_mut_ptr(), size::<Mover>());
            m.assume_init()
        };
        m.sphere_count = if height > 0.0 { 2 } else { 1 };
        m.spheres[0] = sys::sf_sphere { center: sys::sf_vec3 { x: 0.0, y: 0.0, z: radius }, radius };
        m.spheres[1] = sys::sf_sphere { center: sys::sf_vec3 { x: 0.0, y: 0.0, z: height - radius }, radius };
        m.step_up_height = step_up_height;
        m.step_down_height = step_down_height;
        m
    }
}

/// What a body carries from one resolve to the next.
pub type State = sys::sf_state;

impl State {
    /// In the air.
    pub fn at(position: Position) -> Self {
        let mut s = std::mem::MaybeUninit::<State>::uninit();
        let mut s = unsafe {
            sys::sf_state_defaults(s.as_mut_ptr(), size::<State>());
            s.assume_init()
        };
        s.position = position;
        s
    }
    /// On level ground.
    pub fn standing(cell_id: u32, origin: [f32; 3]) -> Self {
        let mut s = State::at(Position::new(cell_id, origin));
        s.transient = 3;
        s.contact_plane.plane = sys::sf_plane { normal: sys::sf_vec3 { x: 0.0, y: 0.0, z: 1.0 }, d: -origin[2] };
        s.contact_plane.cell_id = cell_id;
        s
    }
}

/// What a resolve starts from. Its pointers are this crate's: null.
#[derive(Clone, Copy, Debug)]
pub struct Request(sys::sf_request);

// The pointers inside are null.
unsafe impl Send for Request {}
unsafe impl Sync for Request {}

impl Request {
    /// The request retail makes of a body on its way to a place.
    pub fn from_body(state: &State, mover: &Mover, to: &Position, profile: Option<&Profile>) -> Result<Self> {
        let mut r = std::mem::MaybeUninit::<sys::sf_request>::zeroed();
        let mut r = unsafe {
            (*r.as_mut_ptr()).size = size::<sys::sf_request>();
            r.assume_init()
        };
        check(unsafe { sys::sf_request_from_body(state, mover, to, profile_of(profile), &mut r) })?;
        Ok(Request(r))
    }
    /// Where it is to end.
    pub fn end_mut(&mut self) -> &mut Position {
        &mut self.0.end
    }
}

/// What came out of a resolve; the fields of `sf_result`.
#[derive(Clone, Copy, Debug)]
pub struct Outcome(sys::sf_result);

unsafe impl Send for Outcome {}
unsafe impl Sync for Outcome {}

impl std::ops::Deref for Outcome {
    type Target = sys::sf_result;
    fn deref(&self) -> &sys::sf_result {
        &self.0
    }
}

impl Outcome {
    fn empty() -> Self {
        let mut r = std::mem::MaybeUninit::<sys::sf_result>::uninit();
        Outcome(unsafe {
            sys::sf_result_defaults(r.as_mut_ptr(), size::<sys::sf_result>());
            r.assume_init()
        })
    }
}

/// Shapes, cells, terrain, and the objects in them.
#[derive(Debug)]
pub struct World(u64);

// The library turns away what may not run beside another call.
unsafe impl Send for World {}
unsafe impl Sync for World {}

impl Drop for World {
    fn drop(&mut self) {
        unsafe { sys::sf_world_destroy(self.0) };
    }
}

impl World {
    /// A world file, an OpenAC dump, or a folder of dumps.
    pub fn load(path: &str) -> Result<Self> {
        let mut w = 0;
        check(unsafe { sys::sf_world_load_file(c_text(path)?.as_ptr(), &mut w) })?;
        Ok(World(w))
    }
    /// The same from text; includes are looked for in `base_dir`.
    pub fn from_json(json: &str, base_dir: &str) -> Result<Self> {
        let mut w = 0;
        let base = c_text(base_dir)?;
        check(unsafe { sys::sf_world_load_memory(json.as_ptr() as *const c_char, json.len(), base.as_ptr(), &mut w) })?;
        Ok(World(w))
    }
    /// The same world with objects of its own.
    pub fn fork(&self) -> Result<Self> {
        let mut w = 0;
        check(unsafe { sys::sf_world_fork(self.0, &mut w) })?;
        Ok(World(w))
    }
    /// As `surefoot-world/1`.
    pub fn json(&self) -> Result<String> {
        let mut b = 0;
        check(unsafe { sys::sf_world_json(self.0, &mut b) })?;
        take_text(b)
    }
    /// Whether the cell is loaded.
    pub fn has_cell(&self, cell_id: u32) -> Result<bool> {
        let mut has = 0;
        check(unsafe { sys::sf_world_has_cell(self.0, cell_id, &mut has) })?;
        Ok(has != 0)
    }
    /// An object stands elsewhere now.
    pub fn move_object(&mut self, id: u32, to: &Position) -> Result<()> {
        check(unsafe { sys::sf_world_move_object(self.0, id, to) })
    }
    /// The whole word of state bits.
    pub fn set_object_state(&mut self, id: u32, state: u32) -> Result<()> {
        check(unsafe { sys::sf_world_set_object_state(self.0, id, state) })
    }
    /// Out of the world.
    pub fn remove_object(&mut self, id: u32) -> Result<()> {
        check(unsafe { sys::sf_world_remove_object(self.0, id) })
    }
    /// One resolve.
    pub fn resolve(&self, request: &Request, profile: Option<&Profile>) -> Result<Outcome> {
        let mut r = Outcome::empty();
        check(unsafe { sys::sf_resolve(self.0, profile_of(profile), &request.0, &mut r.0) })?;
        Ok(r)
    }
    /// All of them, by that many threads (0: as many as the machine has). Look at each `status`.
    pub fn resolve_batch(&self, requests: &[Request], threads: u32, profile: Option<&Profile>) -> Result<Vec<Outcome>> {
        let mut results = vec![Outcome::empty(); requests.len()];
        // Both are structs of the one C struct inside.
        check(unsafe {
            sys::sf_resolve_batch(
                self.0,
                profile_of(profile),
                requests.as_ptr() as *const sys::sf_request,
                results.as_mut_ptr() as *mut sys::sf_result,
                requests.len(),
                threads,
            )
        })?;
        Ok(results)
    }
    /// Set-up, resolve and commit as the client does them.
    pub fn step(&self, mover: &Mover, state: &mut State, to: &Position, profile: Option<&Profile>) -> Result<Outcome> {
        let mut r = Outcome::empty();
        check(unsafe { sys::sf_move(self.0, profile_of(profile), mover, state, to, &mut r.0) })?;
        Ok(r)
    }
    /// JSON: the rule that decides, a sentence, and the tree that led there.
    pub fn explain(&self, request: &Request, profile: Option<&Profile>) -> Result<String> {
        let mut b = 0;
        check(unsafe { sys::sf_resolve_explain(self.0, profile_of(profile), &request.0, &mut b) })?;
        take_text(b)
    }
}

/// A world, a mover, what it tries, what is expected.
#[derive(Debug)]
pub struct Scenario(u64);

unsafe impl Send for Scenario {}
unsafe impl Sync for Scenario {}

impl Drop for Scenario {
    fn drop(&mut self) {
        unsafe { sys::sf_scenario_destroy(self.0) };
    }
}

impl Scenario {
    /// A `surefoot-scenario/1` file.
    pub fn load(path: &str) -> Result<Self> {
        let mut s = 0;
        check(unsafe { sys::sf_scenario_load_file(c_text(path)?.as_ptr(), &mut s) })?;
        Ok(Scenario(s))
    }
    /// From the first tick to the last.
    pub fn run(&self, profile: Option<&Profile>) -> Result<sys::sf_run> {
        let mut r = std::mem::MaybeUninit::<sys::sf_run>::zeroed();
        let mut r = unsafe {
            (*r.as_mut_ptr()).size = size::<sys::sf_run>();
            r.assume_init()
        };
        check(unsafe { sys::sf_scenario_run(self.0, profile_of(profile), &mut r) })?;
        Ok(r)
    }
    /// JSON: why one tick went as it did.
    pub fn explain(&self, tick: u32, profile: Option<&Profile>) -> Result<String> {
        let mut b = 0;
        check(unsafe { sys::sf_scenario_explain(self.0, profile_of(profile), tick, &mut b) })?;
        take_text(b)
    }
}

/// What lives in a session; its id is the mover's `object_id`.
pub type Body = sys::sf_body;

impl Body {
    /// A standing creature's values.
    pub fn new(mover: Mover, position: Position) -> Self {
        let mut b = std::mem::MaybeUninit::<Body>::uninit();
        let mut b = unsafe {
            sys::sf_body_defaults(b.as_mut_ptr(), size::<Body>());
            b.assume_init()
        };
        b.mover = mover;
        b.position = position;
        b
    }
}

/// A fork of a world, and bodies that live in it. One thread at a time, which `&mut self` sees to.
#[derive(Debug)]
pub struct Session(u64);

unsafe impl Send for Session {}
unsafe impl Sync for Session {}

impl Drop for Session {
    fn drop(&mut self) {
        unsafe { sys::sf_session_destroy(self.0) };
    }
}

impl Session {
    /// The world may go before it.
    pub fn new(world: &World, profile: Option<&Profile>) -> Result<Self> {
        let mut s = 0;
        check(unsafe { sys::sf_session_create(world.0, profile_of(profile), &mut s) })?;
        Ok(Session(s))
    }
    /// Enters where it stands.
    pub fn add(&mut self, body: &Body) -> Result<()> {
        check(unsafe { sys::sf_session_add_body(self.0, body) })
    }
    /// Out of the session and its world.
    pub fn remove(&mut self, id: u32) -> Result<()> {
        check(unsafe { sys::sf_session_remove_body(self.0, id) })
    }
    /// As it is now.
    pub fn body(&self, id: u32) -> Result<Body> {
        let mut b = Body::new(Mover::new(0.1, 0.0, 0.0, 0.0), Position::new(0, [0.0; 3]));
        check(unsafe { sys::sf_session_get_body(self.0, id, &mut b) })?;
        Ok(b)
    }
    /// m/s in body axes and rad/s to the left, until told otherwise.
    pub fn walk(&mut self, id: u32, velocity: [f32; 3], turn: f32) -> Result<()> {
        let v = sys::sf_vec3 { x: velocity[0], y: velocity[1], z: velocity[2] };
        check(unsafe { sys::sf_session_set_walk(self.0, id, &v, turn) })
    }
    /// One quantum of so many seconds for everybody; the client's is 1/30.
    pub fn tick(&mut self, quantum: f32) -> Result<()> {
        check(unsafe { sys::sf_session_tick(self.0, quantum, ptr::null_mut(), 0, ptr::null_mut()) })
    }
    /// XXH3 over all bodies in order.
    pub fn hash(&self) -> Result<u64> {
        let mut h = 0;
        check(unsafe { sys::sf_session_hash(self.0, &mut h) })?;
        Ok(h)
    }
    /// Everything that ticks depend on but what stands.
    pub fn save(&self) -> Result<Vec<u8>> {
        let mut b = 0;
        check(unsafe { sys::sf_session_save(self.0, &mut b) })?;
        take_bytes(b)
    }
    /// Back to a saved state.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        check(unsafe { sys::sf_session_restore(self.0, bytes.as_ptr() as *const _, bytes.len()) })
    }
}
