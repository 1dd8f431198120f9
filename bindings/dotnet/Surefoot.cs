// Surefoot for .NET: P/Invoke over surefoot.h, with System.Numerics types. One source file, C# 7, no Span: add it to a project,
// and put libsurefoot.so (surefoot.dll) where the runtime finds native libraries. surefoot.h is the manual; names here are its names.
using System;
using System.Collections.Generic;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;

namespace Surefoot
{
    /// <summary>What the engine refused. Status is sf_status, Where a JSON pointer, a line, a field, or "".</summary>
    public sealed class SurefootException : Exception
    {
        public int Status { get; }
        public string StatusName { get; }
        public string Where { get; }

        internal SurefootException(int status, string name, string message, string where)
            : base(where.Length == 0 ? message : where + ": " + message)
        {
            Status = status;
            StatusName = name;
            Where = where;
        }
    }

    [Flags]
    public enum ObjectInfoState : uint
    {
        None = 0,
        Contact = 0x1,
        OnWalkable = 0x2,
        IsViewer = 0x4,
        PathClipped = 0x8,
        FreeRotate = 0x10,
        PerfectClip = 0x40,
        IsImpenetrable = 0x80,
        IsPlayer = 0x100,
        EdgeSlide = 0x200,
        IgnoreCreatures = 0x400,
        IsPK = 0x800,
        IsPKLite = 0x1000,
    }

    [Flags]
    public enum TransientState : uint
    {
        None = 0,
        Contact = 0x1,
        OnWalkable = 0x2,
        Sliding = 0x4,
        WaterContact = 0x8,
        StationaryFall = 0x10,
        StationaryStop = 0x20,
        StationaryStuck = 0x40,
        Active = 0x80,
        CheckEthereal = 0x100,
    }

    /// <summary>SF_STATE_DEFAULT and the bits a host most often sets.</summary>
    [Flags]
    public enum PhysicsState : uint
    {
        None = 0,
        Static = 0x1,
        Ethereal = 0x4,
        ReportCollisions = 0x8,
        IgnoreCollisions = 0x10,
        Missile = 0x40,
        Gravity = 0x400,
        Hidden = 0x4000,
        EdgeSlide = 0x400000,
        Frozen = 0x1000000,
        Default = 0x00400C08,
    }

    // The C structs, field by field. System.Numerics' Vector3 and Plane are laid out as sf_vec3 and sf_plane; its Quaternion has w
    // last, and sf_quat has it first.

    [StructLayout(LayoutKind.Sequential)]
    public struct Quat
    {
        public float W, X, Y, Z;

        public static readonly Quat Identity = new Quat { W = 1 };
        public static implicit operator Quat(Quaternion q) => new Quat { W = q.W, X = q.X, Y = q.Y, Z = q.Z };
        public static implicit operator Quaternion(Quat q) => new Quaternion(q.X, q.Y, q.Z, q.W);
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Position
    {
        public uint CellId;
        public Vector3 Origin;
        public Quat Rotation;

        public Position(uint cell, Vector3 origin)
        {
            CellId = cell;
            Origin = origin;
            Rotation = Quat.Identity;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Sphere
    {
        public Vector3 Center;
        public float Radius;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct ContactPlane
    {
        public Plane Plane;
        public uint CellId;
        public uint IsWater;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Mover
    {
        internal uint size;
        public uint SphereCount;
        public Sphere Foot, Head;
        public float Scale, StepUpHeight, StepDownHeight;
        public PhysicsState State;
        public ObjectInfoState Flags;
        public uint ObjectId, TargetId;
        internal uint reserved;

        /// <summary>Foot (0,0,radius), and for a height above 0 a head (0,0,height − radius).</summary>
        public static Mover Of(float radius, float height, float stepUp, float stepDown)
        {
            Mover m;
            Native.Check(Native.sf_mover_defaults(out m, (uint)Marshal.SizeOf(typeof(Mover))));
            m.SphereCount = height > 0 ? 2u : 1u;
            m.Foot = new Sphere { Center = new Vector3(0, 0, radius), Radius = radius };
            m.Head = new Sphere { Center = new Vector3(0, 0, height - radius), Radius = radius };
            m.StepUpHeight = stepUp;
            m.StepDownHeight = stepDown;
            return m;
        }
    }

    /// <summary>What a body carries from one resolve to the next.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct State
    {
        internal uint size;
        public TransientState Transient;
        public Position Position;
        public Vector3 Velocity;
        public ContactPlane ContactPlane;
        public Vector3 SlidingNormal;

        public static State At(Position position)
        {
            State s;
            Native.Check(Native.sf_state_defaults(out s, (uint)Marshal.SizeOf(typeof(State))));
            s.Position = position;
            return s;
        }

        public static State Standing(uint cell, Vector3 origin)
        {
            State s = At(new Position(cell, origin));
            s.Transient = TransientState.Contact | TransientState.OnWalkable;
            s.ContactPlane.Plane = new Plane(Vector3.UnitZ, -origin.Z);
            s.ContactPlane.CellId = cell;
            return s;
        }
    }

    /// <summary>What came out of a resolve (sf_result).</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Result
    {
        internal uint size;
        public int Status;
        internal uint ok;
        public uint CellId;
        public Position Position, CheckPosition;
        public ObjectInfoState ObjectInfo;
        internal uint velocityKilled, contactPlaneValid;
        public ContactPlane ContactPlane;
        internal uint lastKnownValid;
        public ContactPlane LastKnownContactPlane;
        internal uint slidingNormalValid;
        public Vector3 SlidingNormal;
        internal uint collisionNormalValid;
        public Vector3 CollisionNormal;
        internal uint collidedWithEnvironment;
        public int FramesStationaryFall;
        internal uint onWalkable;
        public uint LastCollidedObject;
        internal uint touchedCapacity;
        public uint TouchedCount;
        internal IntPtr touched, cells;
        internal uint cellsCapacity;
        public uint CellsCount;

        public bool Ok => ok != 0;
        public bool VelocityKilled => velocityKilled != 0;
        public bool ContactPlaneValid => contactPlaneValid != 0;
        public bool LastKnownContactPlaneValid => lastKnownValid != 0;
        public bool SlidingNormalValid => slidingNormalValid != 0;
        public bool CollisionNormalValid => collisionNormalValid != 0;
        public bool CollidedWithEnvironment => collidedWithEnvironment != 0;
        public bool OnWalkable => onWalkable != 0;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Request
    {
        internal uint size;
        internal uint hasBegin;
        public Mover Mover;
        public Position Begin, End;
        public ObjectInfoState ObjectInfo;
        public uint Contact;
        public ContactPlane ContactPlane;
        internal uint hasSlidingNormal;
        public Vector3 SlidingNormal;
        public int FramesStationaryFall;
        public uint Options;
        internal IntPtr walkable, entryPolicy;
    }

    /// <summary>sf_body: what lives in a session.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Body
    {
        internal uint size;
        public TransientState Transient;
        public Mover Mover;
        public Position Position;
        public Vector3 Velocity;
        public ContactPlane ContactPlane;
        public Vector3 SlidingNormal, Acceleration, Omega, CachedVelocity;
        public float Friction, Elasticity;
        public uint Weenie;
        internal uint inWorld, hasMotion;
        public uint Drive;
        public Vector3 Walk;
        public float Turn;

        public bool InWorld => inWorld != 0;

        public static Body Of(Mover mover, Position position)
        {
            Body b;
            Native.Check(Native.sf_body_defaults(out b, (uint)Marshal.SizeOf(typeof(Body))));
            b.Mover = mover;
            b.Position = position;
            return b;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeProfile
    {
        internal uint size, reserved;
        internal ulong a, b, c, d;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeRun
    {
        internal uint size, ticks, expectations, failed;
        internal ulong hash;
        internal Position end;
        internal uint transient, movers;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePortBody
    {
        internal uint size;
        internal PhysicsState state;
        internal TransientState transient;
        internal Quat orientation;
        internal Vector3 velocity, slidingNormal;
        internal uint contactPlaneValid;
        internal ContactPlane contactPlane;
        internal uint walkableValid;
        internal Plane walkablePlane;
        internal Vector3 walkableUp;
        internal uint walkableCount;
        internal IntPtr walkableVertices;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePortCall
    {
        internal uint size, cellId;
        internal Vector3 current, target;
        internal float sphereRadius, sphereHeight, stepUpHeight, stepDownHeight;
        internal uint isOnGround;
        internal ObjectInfoState moverFlags;
        internal uint entityId;
        internal int centre;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePortAnswer
    {
        internal uint size, ok;
        internal Vector3 position;
        internal uint cellId, isOnGround, collisionNormalValid;
        internal Vector3 collisionNormal;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeObject
    {
        internal uint size, id;
        internal Position position;
        internal float scale;
        internal PhysicsState state;
        internal uint weenie, setup, shape;
        internal float radiusHint;
        internal IntPtr cylinders, spheres;
        internal uint cylinderCount, sphereCount;
    }

    internal static class Native
    {
        private const string Library = "surefoot";
        internal const uint Abi = 1;

        [DllImport(Library)] internal static extern int sf_check(uint abi);
        [DllImport(Library)] internal static extern int sf_last_error(out IntPtr message, out IntPtr where);
        [DllImport(Library)] internal static extern IntPtr sf_status_name(int status);
        [DllImport(Library)] internal static extern int sf_buffer_data(ulong buffer, out IntPtr data, out UIntPtr size);
        [DllImport(Library)] internal static extern int sf_buffer_destroy(ulong buffer);
        [DllImport(Library)] internal static extern int sf_profile_parse(byte[] names, ref NativeProfile profile);
        [DllImport(Library)] internal static extern int sf_world_load_file(byte[] path, out ulong world);
        [DllImport(Library)] internal static extern int sf_world_load_memory(byte[] text, UIntPtr length, byte[] baseDir, out ulong world);
        [DllImport(Library)] internal static extern int sf_world_fork(ulong world, out ulong fork);
        [DllImport(Library)] internal static extern int sf_world_destroy(ulong world);
        [DllImport(Library)] internal static extern int sf_world_json(ulong world, out ulong buffer);
        [DllImport(Library)] internal static extern int sf_world_has_cell(ulong world, uint cell, out uint has);
        [DllImport(Library)] internal static extern int sf_object_defaults(out NativeObject o, uint size);
        [DllImport(Library)] internal static extern int sf_world_place_object(ulong world, ref NativeObject o);
        [DllImport(Library)] internal static extern int sf_world_move_object(ulong world, uint id, ref Position to);
        [DllImport(Library)] internal static extern int sf_world_set_object_state(ulong world, uint id, PhysicsState state);
        [DllImport(Library)] internal static extern int sf_world_remove_object(ulong world, uint id);
        [DllImport(Library)] internal static extern int sf_mover_defaults(out Mover mover, uint size);
        [DllImport(Library)] internal static extern int sf_state_defaults(out State state, uint size);
        [DllImport(Library)] internal static extern int sf_body_defaults(out Body body, uint size);
        [DllImport(Library)] internal static extern int sf_request_from_body(ref State state, ref Mover mover, ref Position to, IntPtr profile, ref Request request);
        [DllImport(Library)] internal static extern int sf_resolve(ulong world, IntPtr profile, ref Request request, ref Result result);
        [DllImport(Library)] internal static extern int sf_resolve_batch(ulong world, IntPtr profile, [In] Request[] requests, [In, Out] Result[] results, UIntPtr count, uint threads);
        [DllImport(Library)] internal static extern int sf_resolve_explain(ulong world, IntPtr profile, ref Request request, out ulong buffer);
        [DllImport(Library)] internal static extern int sf_move(ulong world, IntPtr profile, ref Mover mover, ref State state, ref Position to, ref Result result);
        [DllImport(Library)] internal static extern int sf_port_resolve(ulong world, IntPtr profile, ref NativePortCall call, ref NativePortBody body, ref NativePortAnswer answer);
        [DllImport(Library)] internal static extern int sf_scenario_load_file(byte[] path, out ulong scenario);
        [DllImport(Library)] internal static extern int sf_scenario_destroy(ulong scenario);
        [DllImport(Library)] internal static extern int sf_scenario_run(ulong scenario, IntPtr profile, ref NativeRun run);
        [DllImport(Library)] internal static extern int sf_scenario_explain(ulong scenario, IntPtr profile, uint tick, out ulong buffer);
        [DllImport(Library)] internal static extern int sf_session_create(ulong world, IntPtr profile, out ulong session);
        [DllImport(Library)] internal static extern int sf_session_destroy(ulong session);
        [DllImport(Library)] internal static extern int sf_session_add_body(ulong session, ref Body body);
        [DllImport(Library)] internal static extern int sf_session_remove_body(ulong session, uint id);
        [DllImport(Library)] internal static extern int sf_session_get_body(ulong session, uint id, ref Body body);
        [DllImport(Library)] internal static extern int sf_session_set_walk(ulong session, uint id, ref Vector3 walk, float turn);
        [DllImport(Library)] internal static extern int sf_session_tick(ulong session, float quantum, IntPtr reports, uint capacity, IntPtr count);
        [DllImport(Library)] internal static extern int sf_session_hash(ulong session, out ulong hash);
        [DllImport(Library)] internal static extern int sf_session_save(ulong session, out ulong buffer);
        [DllImport(Library)] internal static extern int sf_session_restore(ulong session, byte[] bytes, UIntPtr size);

        internal static byte[] Utf8(string s) => Encoding.UTF8.GetBytes((s ?? throw new ArgumentNullException()) + "\0");

        private static string Text(IntPtr p)
        {
            if (p == IntPtr.Zero) return "";
            int n = 0;
            while (Marshal.ReadByte(p, n) != 0) ++n;
            var bytes = new byte[n];
            Marshal.Copy(p, bytes, 0, n);
            return Encoding.UTF8.GetString(bytes);
        }

        internal static void Check(int status)
        {
            if (status == 0) return;
            IntPtr message, where;
            sf_last_error(out message, out where);
            throw new SurefootException(status, Text(sf_status_name(status)), Text(message), Text(where));
        }

        internal static byte[] Bytes(ulong buffer)
        {
            try
            {
                IntPtr data;
                UIntPtr size;
                Check(sf_buffer_data(buffer, out data, out size));
                var bytes = new byte[(int)size];
                Marshal.Copy(data, bytes, 0, bytes.Length);
                return bytes;
            }
            finally
            {
                sf_buffer_destroy(buffer);
            }
        }

        internal static string String(ulong buffer) => Encoding.UTF8.GetString(Bytes(buffer));
        internal static uint Size<T>() => (uint)Marshal.SizeOf(typeof(T));
    }

    public static class Library
    {
        /// <summary>Throws when the native library is another than this file's, or this thread's floating-point environment would
        /// change results. Call it once per thread that resolves.</summary>
        public static void Check() => Native.Check(Native.sf_check(Native.Abi));
    }

    /// <summary>A set of divergences: what known ports do differently. Keeps unmanaged memory until it is disposed.</summary>
    public sealed class Profile : IDisposable
    {
        private IntPtr memory;

        /// <param name="names">Profiles or ids of divergences, separated by commas; "" is retail.</param>
        public Profile(string names)
        {
            var p = new NativeProfile { size = Native.Size<NativeProfile>() };
            Native.Check(Native.sf_profile_parse(Native.Utf8(names), ref p));
            memory = Marshal.AllocHGlobal((int)p.size);
            Marshal.StructureToPtr(p, memory, false);
        }

        ~Profile() => Dispose();

        internal static IntPtr Of(Profile p) =>
            p == null ? IntPtr.Zero : p.memory != IntPtr.Zero ? p.memory : throw new ObjectDisposedException(nameof(Profile));

        public void Dispose()
        {
            if (memory != IntPtr.Zero) Marshal.FreeHGlobal(memory);
            memory = IntPtr.Zero;
            GC.SuppressFinalize(this);
        }
    }

    /// <summary>A handle and its end. A handle that is disposed twice, or used afterwards, is refused by the engine.</summary>
    public abstract class Handle : IDisposable
    {
        internal readonly ulong id;
        private bool disposed;

        internal Handle(ulong id) { this.id = id; }
        ~Handle() => Dispose();
        internal abstract int Destroy();

        public void Dispose()
        {
            if (disposed) return;
            disposed = true;
            Destroy();
            GC.SuppressFinalize(this);
        }
    }

    /// <summary>A port's body as the solver reads and writes it. Coordinates: metres from the corner of the centre landblock.</summary>
    public sealed class PhysicsBody
    {
        public Quaternion Orientation = Quaternion.Identity;
        public Vector3 Velocity;
        public Vector3 SlidingNormal;
        public bool ContactPlaneValid;
        public Plane ContactPlane;
        public uint ContactPlaneCellId;
        public bool ContactPlaneIsWater;
        public bool WalkablePolygonValid;
        public Plane WalkablePlane;
        public Vector3[] WalkableVertices;
        public Vector3 WalkableUp = Vector3.UnitZ;
        public PhysicsState State = PhysicsState.Default;
        public TransientState TransientState;
    }

    public struct ResolveResult
    {
        public Vector3 Position;
        public uint CellId;
        public bool IsOnGround;
        public bool CollisionNormalValid;
        public Vector3 CollisionNormal;
        public bool Ok;
    }

    public sealed class World : Handle
    {
        internal World(ulong id) : base(id) { }
        internal override int Destroy() => Native.sf_world_destroy(id);

        public static World Load(string path)
        {
            ulong w;
            Native.Check(Native.sf_world_load_file(Native.Utf8(path), out w));
            return new World(w);
        }

        public static World FromJson(string text, string baseDir = "")
        {
            ulong w;
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            Native.Check(Native.sf_world_load_memory(bytes, (UIntPtr)bytes.Length, Native.Utf8(baseDir), out w));
            return new World(w);
        }

        public World Fork()
        {
            ulong w;
            Native.Check(Native.sf_world_fork(id, out w));
            GC.KeepAlive(this);
            return new World(w);
        }

        public string Json()
        {
            ulong b;
            Native.Check(Native.sf_world_json(id, out b));
            GC.KeepAlive(this);
            return Native.String(b);
        }

        public bool HasCell(uint cell)
        {
            uint has;
            Native.Check(Native.sf_world_has_cell(id, cell, out has));
            GC.KeepAlive(this);
            return has != 0;
        }

        /// <summary>Places an object of one of the world's setups or shapes, or (setup and shape 0) of one sphere.</summary>
        public void PlaceObject(uint objectId, Position position, uint setup = 0, uint shape = 0, Sphere? sphere = null,
                                PhysicsState state = PhysicsState.Default, uint weenie = 0, float scale = 1)
        {
            NativeObject o;
            Native.Check(Native.sf_object_defaults(out o, Native.Size<NativeObject>()));
            o.id = objectId;
            o.position = position;
            o.setup = setup;
            o.shape = shape;
            o.state = state;
            o.weenie = weenie;
            o.scale = scale;
            var memory = GCHandle.Alloc(sphere ?? default(Sphere), GCHandleType.Pinned);
            try
            {
                if (sphere != null)
                {
                    o.spheres = memory.AddrOfPinnedObject();
                    o.sphereCount = 1;
                }
                Native.Check(Native.sf_world_place_object(id, ref o));
            }
            finally
            {
                memory.Free();
            }
            GC.KeepAlive(this);
        }

        public void MoveObject(uint objectId, Position to)
        {
            Native.Check(Native.sf_world_move_object(id, objectId, ref to));
            GC.KeepAlive(this);
        }

        public void SetObjectState(uint objectId, PhysicsState state)
        {
            Native.Check(Native.sf_world_set_object_state(id, objectId, state));
            GC.KeepAlive(this);
        }

        public void RemoveObject(uint objectId)
        {
            Native.Check(Native.sf_world_remove_object(id, objectId));
            GC.KeepAlive(this);
        }

        /// <summary>The request retail makes of a body on its way to a place.</summary>
        public static Request RequestFromBody(State state, Mover mover, Position to, Profile profile = null)
        {
            var r = new Request { size = Native.Size<Request>() };
            Native.Check(Native.sf_request_from_body(ref state, ref mover, ref to, Profile.Of(profile), ref r));
            GC.KeepAlive(profile);
            return r;
        }

        public Result Resolve(Request request, Profile profile = null)
        {
            var r = new Result { size = Native.Size<Result>() };
            Native.Check(Native.sf_resolve(id, Profile.Of(profile), ref request, ref r));
            GC.KeepAlive(this);
            GC.KeepAlive(profile);
            return r;
        }

        /// <summary>All of them, by that many threads (0: as many as the machine has); look at each Status.</summary>
        public Result[] ResolveBatch(Request[] requests, int threads = 1, Profile profile = null)
        {
            var results = new Result[requests.Length];
            for (int i = 0; i < results.Length; ++i) results[i].size = Native.Size<Result>();
            Native.Check(Native.sf_resolve_batch(id, Profile.Of(profile), requests, results, (UIntPtr)requests.Length, (uint)threads));
            GC.KeepAlive(this);
            GC.KeepAlive(profile);
            return results;
        }

        /// <summary>Set-up, resolve and commit as the client does them.</summary>
        public Result Move(Mover mover, ref State state, Position to, Profile profile = null)
        {
            var r = new Result { size = Native.Size<Result>() };
            Native.Check(Native.sf_move(id, Profile.Of(profile), ref mover, ref state, ref to, ref r));
            GC.KeepAlive(this);
            GC.KeepAlive(profile);
            return r;
        }

        /// <summary>JSON: the rule that decides, a sentence, and the tree that led there.</summary>
        public string Explain(Request request, Profile profile = null)
        {
            ulong b;
            Native.Check(Native.sf_resolve_explain(id, Profile.Of(profile), ref request, out b));
            GC.KeepAlive(this);
            GC.KeepAlive(profile);
            return Native.String(b);
        }

        /// <summary>The entry the ports have: their arguments, their body, their coordinates. Commits into the body.</summary>
        /// <param name="centre">Landblock 0xXXYY that coordinates are relative to; null: that of the cell.</param>
        public ResolveResult ResolveWithTransition(Vector3 currentPos, Vector3 targetPos, uint cellId, float sphereRadius,
                                                   float sphereHeight, float stepUpHeight, float stepDownHeight, bool isOnGround,
                                                   PhysicsBody body, ObjectInfoState moverFlags, uint movingEntityId,
                                                   ushort? centre = null, Profile profile = null)
        {
            if (body == null) throw new ArgumentNullException(nameof(body));
            var call = new NativePortCall
            {
                size = Native.Size<NativePortCall>(), cellId = cellId, current = currentPos, target = targetPos,
                sphereRadius = sphereRadius, sphereHeight = sphereHeight, stepUpHeight = stepUpHeight,
                stepDownHeight = stepDownHeight, isOnGround = isOnGround ? 1u : 0u, moverFlags = moverFlags,
                entityId = movingEntityId, centre = centre.HasValue ? centre.Value : -1,
            };
            var b = new NativePortBody
            {
                size = Native.Size<NativePortBody>(), state = body.State, transient = body.TransientState,
                orientation = body.Orientation, velocity = body.Velocity, slidingNormal = body.SlidingNormal,
                contactPlaneValid = body.ContactPlaneValid ? 1u : 0u,
                contactPlane = new ContactPlane
                {
                    Plane = body.ContactPlane, CellId = body.ContactPlaneCellId, IsWater = body.ContactPlaneIsWater ? 1u : 0u,
                },
                walkableValid = body.WalkablePolygonValid ? 1u : 0u, walkablePlane = body.WalkablePlane, walkableUp = body.WalkableUp,
            };
            var answer = new NativePortAnswer { size = Native.Size<NativePortAnswer>() };
            Vector3[] vertices = body.WalkableVertices ?? new Vector3[0];
            var memory = GCHandle.Alloc(vertices, GCHandleType.Pinned);
            try
            {
                b.walkableCount = (uint)vertices.Length;
                if (vertices.Length != 0) b.walkableVertices = memory.AddrOfPinnedObject();
                Native.Check(Native.sf_port_resolve(id, Profile.Of(profile), ref call, ref b, ref answer));
            }
            finally
            {
                memory.Free();
            }
            GC.KeepAlive(this);
            GC.KeepAlive(profile);
            body.TransientState = b.transient;
            body.Velocity = b.velocity;
            body.SlidingNormal = b.slidingNormal;
            body.ContactPlaneValid = b.contactPlaneValid != 0;
            body.ContactPlane = b.contactPlane.Plane;
            body.ContactPlaneCellId = b.contactPlane.CellId;
            body.ContactPlaneIsWater = b.contactPlane.IsWater != 0;
            return new ResolveResult
            {
                Position = answer.position, CellId = answer.cellId, IsOnGround = answer.isOnGround != 0,
                CollisionNormalValid = answer.collisionNormalValid != 0, CollisionNormal = answer.collisionNormal,
                Ok = answer.ok != 0,
            };
        }
    }

    public struct Run
    {
        public uint Ticks, Expectations, Failed, Transient, Movers;
        public ulong Hash;
        public Position End;
    }

    public sealed class Scenario : Handle
    {
        private Scenario(ulong id) : base(id) { }
        internal override int Destroy() => Native.sf_scenario_destroy(id);

        public static Scenario Load(string path)
        {
            ulong s;
            Native.Check(Native.sf_scenario_load_file(Native.Utf8(path), out s));
            return new Scenario(s);
        }

        public Run Run(Profile profile = null)
        {
            var r = new NativeRun { size = Native.Size<NativeRun>() };
            Native.Check(Native.sf_scenario_run(id, Profile.Of(profile), ref r));
            GC.KeepAlive(this);
            GC.KeepAlive(profile);
            return new Run
            {
                Ticks = r.ticks, Expectations = r.expectations, Failed = r.failed, Hash = r.hash, End = r.end,
                Transient = r.transient, Movers = r.movers,
            };
        }

        public string Explain(int tick, Profile profile = null)
        {
            ulong b;
            Native.Check(Native.sf_scenario_explain(id, Profile.Of(profile), (uint)tick, out b));
            GC.KeepAlive(this);
            GC.KeepAlive(profile);
            return Native.String(b);
        }
    }

    /// <summary>A fork of a world, and bodies that live in it.</summary>
    public sealed class Session : Handle
    {
        private Session(ulong id) : base(id) { }
        internal override int Destroy() => Native.sf_session_destroy(id);

        public static Session Over(World world, Profile profile = null)
        {
            ulong s;
            Native.Check(Native.sf_session_create(world.id, Profile.Of(profile), out s));
            GC.KeepAlive(world);
            GC.KeepAlive(profile);
            return new Session(s);
        }

        public void Add(Body body) { Native.Check(Native.sf_session_add_body(id, ref body)); GC.KeepAlive(this); }
        public void Remove(uint body) { Native.Check(Native.sf_session_remove_body(id, body)); GC.KeepAlive(this); }

        public Body Body(uint body)
        {
            var b = new Body { size = Native.Size<Body>() };
            Native.Check(Native.sf_session_get_body(id, body, ref b));
            GC.KeepAlive(this);
            return b;
        }

        public void Walk(uint body, Vector3 velocity, float turn = 0)
        {
            Native.Check(Native.sf_session_set_walk(id, body, ref velocity, turn));
            GC.KeepAlive(this);
        }

        public void Tick(float quantum = 1f / 30f)
        {
            Native.Check(Native.sf_session_tick(id, quantum, IntPtr.Zero, 0, IntPtr.Zero));
            GC.KeepAlive(this);
        }

        public ulong Hash
        {
            get
            {
                ulong h;
                Native.Check(Native.sf_session_hash(id, out h));
                GC.KeepAlive(this);
                return h;
            }
        }

        public byte[] Save()
        {
            ulong b;
            Native.Check(Native.sf_session_save(id, out b));
            GC.KeepAlive(this);
            return Native.Bytes(b);
        }

        public void Restore(byte[] bytes)
        {
            if (bytes == null) throw new ArgumentNullException(nameof(bytes));
            Native.Check(Native.sf_session_restore(id, bytes, (UIntPtr)bytes.Length));
            GC.KeepAlive(this);
        }
    }
}
