// Tests.exe ROOT: the shipped scenarios by hash, moves, batches, sessions and misuse. Exit 1 when something is not as expected.
using System;
using System.IO;
using System.Numerics;
using System.Threading;
using Surefoot;

static class Tests
{
    const uint Room = 0x01010100;
    static int failures;

    static void Check(bool holds, string what)
    {
        if (holds) return;
        Console.WriteLine("FAILED: " + what);
        ++failures;
    }

    static string StatusOf(Action call)
    {
        try
        {
            call();
            return "SF_OK";
        }
        catch (SurefootException e)
        {
            return e.StatusName;
        }
    }

    static void Scenarios(string root)
    {
        foreach (string line in File.ReadAllLines(Path.Combine(root, "tests/golden/scenario-hashes.txt")))
        {
            string[] parts = line.Split(' ');
            if (parts.Length != 2) continue;
            using (Scenario s = Scenario.Load(Path.Combine(root, "worlds", parts[0] + ".scenario.json")))
            {
                Run run = s.Run();
                string hash = "0x" + run.Hash.ToString("x16");
                Console.WriteLine(parts[0] + " " + hash);
                Check(hash == parts[1] && run.Failed == 0, parts[0]);
            }
        }
    }

    static void Moves(World world)
    {
        Mover mover = Mover.Of(0.48f, 1.835f, 0.6f, 1.5f);
        State state = State.Standing(Room, new Vector3(15, 10, 0));
        for (int i = 0; i < 60; ++i)
        {
            Position to = state.Position;
            to.Origin.X += 0.1f;
            world.Move(mover, ref state, to);
        }
        Check(state.Position.Origin.X > 19.3f && state.Position.Origin.X < 19.5202f, "the wall stops it");
        Position on = state.Position;
        on.Origin.X += 0.1f;
        Request request = World.RequestFromBody(state, mover, on);
        Check(world.Explain(request).Contains("\"rule\""), "explain");
        var requests = new Request[100];
        for (int i = 0; i < requests.Length; ++i)
        {
            State s = State.Standing(Room, new Vector3(1 + i % 18, 1 + i / 6, 0));
            Position to = s.Position;
            to.Origin += new Vector3(i % 3 - 1, i % 5 - 2, 0);
            requests[i] = World.RequestFromBody(s, mover, to);
        }
        requests[9].End.Origin.X = float.NaN;
        Result[] batch = world.ResolveBatch(requests, 2);
        for (int i = 0; i < requests.Length; ++i)
        {
            if (i == 9)
            {
                Check(batch[i].Status == 12, "a NaN in a batch");
                continue;
            }
            Check(batch[i].Position.Origin == world.Resolve(requests[i]).Position.Origin, "batch and single " + i);
        }
        world.PlaceObject(5, new Position(Room, new Vector3(10, 10, 0)), sphere: new Sphere { Center = Vector3.UnitZ, Radius = 1 });
        Check(StatusOf(() => world.MoveObject(6, new Position(Room, Vector3.Zero))) == "SF_ERROR_DANGLING", "an unknown object");
        world.MoveObject(5, new Position(Room, new Vector3(3, 3, 0)));
        world.SetObjectState(5, PhysicsState.Default | PhysicsState.Ethereal);
        world.RemoveObject(5);
    }

    static void Ports(World world)
    {
        var body = new PhysicsBody
        {
            TransientState = TransientState.Contact | TransientState.OnWalkable, ContactPlaneValid = true,
            ContactPlane = new Plane(Vector3.UnitZ, 0), ContactPlaneCellId = Room,
        };
        ResolveResult r = world.ResolveWithTransition(new Vector3(18.5f, 10, 0), new Vector3(19.9f, 10, 0), Room, 0.48f, 1.835f, 0.6f,
                                                      1.5f, true, body, ObjectInfoState.IsPlayer, 0);
        Check(r.Ok && r.IsOnGround && r.CollisionNormalValid && r.CollisionNormal == -Vector3.UnitX, "the ports' call");
        Check((body.TransientState & TransientState.Contact) != 0 && body.ContactPlaneValid, "its body");
    }

    static void Sessions(World world)
    {
        using (Session session = Session.Over(world))
        {
            Mover mover = Mover.Of(0.48f, 1.835f, 0.6f, 1.5f);
            mover.ObjectId = 1;
            session.Add(Body.Of(mover, new Position(Room, new Vector3(5, 5, 0))));
            session.Walk(1, new Vector3(0, 2, 0));
            for (int i = 0; i < 20; ++i) session.Tick();
            byte[] saved = session.Save();
            for (int i = 0; i < 20; ++i) session.Tick();
            ulong hash = session.Hash;
            session.Restore(saved);
            for (int i = 0; i < 20; ++i) session.Tick();
            Check(session.Hash == hash, "a restored session goes on with the same bits");
            Check(session.Body(1).Position.Origin.Y > 6, "it walks");
            saved[saved.Length / 2] ^= 1;
            Check(StatusOf(() => session.Restore(saved)) == "SF_ERROR_BAD_VALUE", "damaged bytes");
            Check(StatusOf(() => session.Tick(float.NaN)) == "SF_ERROR_BAD_VALUE", "NaN seconds");
            int other = 0;
            var threads = new Thread[3];
            for (int t = 0; t < threads.Length; ++t)
            {
                threads[t] = new Thread(() =>
                {
                    for (int i = 0; i < 100; ++i)
                    {
                        string status = StatusOf(() => session.Tick());
                        if (status != "SF_OK" && status != "SF_ERROR_BUSY") Interlocked.Increment(ref other);
                    }
                });
                threads[t].Start();
            }
            foreach (Thread t in threads) t.Join();
            Check(other == 0, "threads on one session are served or told");
        }
    }

    static void Misuse(string room)
    {
        World world = World.Load(room);
        World fork = world.Fork();
        world.Dispose();
        world.Dispose();
        Check(StatusOf(() => world.Json()) == "SF_ERROR_BAD_HANDLE", "a disposed world");
        Check(StatusOf(() => Session.Over(world)) == "SF_ERROR_BAD_HANDLE", "a session over a disposed world");
        Check(fork.HasCell(Room), "a fork outlives its origin");
        Check(StatusOf(() => World.Load("/no/such/file")) == "SF_ERROR_FILE_NOT_FOUND", "no such file");
        try
        {
            World.FromJson("{\"format\": \"surefoot-world/1\", \"name\": \"x\", \"cells\": [{\"id\": \"?\"}]}");
            Check(false, "a faulty world");
        }
        catch (SurefootException e)
        {
            Check(e.Where == "/cells/0/id", "the place of a fault");
        }
        Check(StatusOf(() => new Profile("nonesuch")) == "SF_ERROR_BAD_VALUE", "an unknown profile");
        var broken = new Request(); // no size
        Check(StatusOf(() => fork.Resolve(broken)) == "SF_ERROR_BAD_SIZE", "a request that was never made");
        var state = new State();
        Check(StatusOf(() => fork.Move(new Mover(), ref state, new Position())) == "SF_ERROR_BAD_SIZE", "empty structs");
        using (var ace = new Profile("ace")) fork.Explain(World.RequestFromBody(State.Standing(Room, new Vector3(5, 5, 0)),
            Mover.Of(0.48f, 0, 0, 0), new Position(Room, new Vector3(6, 5, 0)), ace), ace);
        fork.Dispose();
    }

    static int Main(string[] arguments)
    {
        Library.Check();
        string room = Path.Combine(arguments[0], "worlds/plain-room.world.json");
        Scenarios(arguments[0]);
        using (World world = World.Load(room))
        {
            Moves(world);
            Ports(world);
            Sessions(world);
        }
        Misuse(room);
        Console.WriteLine(failures == 0 ? "dotnet: as expected" : "dotnet: " + failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
