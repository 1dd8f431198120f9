// Replays a capture of a port's calls with the port's own kind of call, and counts the fields whose bits are equal.
//
//   Replay.exe WORLD CAPTURE.jsonl [PROFILE]
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Numerics;
using System.Text;
using Surefoot;

/// <summary>Just enough JSON for captures: objects, arrays, numbers, texts, true, false, null.</summary>
sealed class Json
{
    private readonly Dictionary<string, Json> members = new Dictionary<string, Json>();
    private readonly List<Json> items = new List<Json>();
    private string token = "";

    public bool IsNull => token == "null";
    public bool Bool => token == "true";
    public uint Word => (uint)long.Parse(token, CultureInfo.InvariantCulture);
    public float Float => float.Parse(token, CultureInfo.InvariantCulture);
    public List<Json> Items => items;
    public Json this[string key] => members.ContainsKey(key) ? members[key] : new Json { token = "null" };

    public Vector3 Vector => new Vector3(this["x"].Float, this["y"].Float, this["z"].Float);
    public Plane Plane => new Plane(this["normal"].Vector, this["d"].Float);
    public Quaternion Quaternion => new Quaternion(this["x"].Float, this["y"].Float, this["z"].Float, this["w"].Float);

    public static Json Parse(string text)
    {
        int at = 0;
        return Read(text, ref at);
    }

    private static void Skip(string s, ref int at)
    {
        while (at < s.Length && " \t\r\n,:".IndexOf(s[at]) >= 0) ++at;
    }

    private static Json Read(string s, ref int at)
    {
        Skip(s, ref at);
        var j = new Json();
        char c = s[at];
        if (c == '{' || c == '[')
        {
            ++at;
            for (Skip(s, ref at); s[at] != '}' && s[at] != ']'; Skip(s, ref at))
            {
                Json item = Read(s, ref at);
                if (c == '[') j.items.Add(item);
                else j.members[item.token] = Read(s, ref at);
            }
            ++at;
            return j;
        }
        int begin = at;
        if (c == '"')
        {
            for (++at; s[at] != '"'; ++at) if (s[at] == '\\') ++at;
            j.token = s.Substring(begin + 1, at++ - begin - 1);
            return j;
        }
        while (at < s.Length && ",]} \t\r\n".IndexOf(s[at]) < 0) ++at;
        j.token = s.Substring(begin, at - begin);
        return j;
    }
}

static class Replay
{
    static bool Same(float a, float b) => BitConverter.ToInt32(BitConverter.GetBytes(a), 0) == BitConverter.ToInt32(BitConverter.GetBytes(b), 0);
    static bool Same(Vector3 a, Vector3 b) => Same(a.X, b.X) && Same(a.Y, b.Y) && Same(a.Z, b.Z);

    static PhysicsBody BodyOf(Json b)
    {
        var body = new PhysicsBody
        {
            Orientation = b["orientation"].Quaternion, Velocity = b["velocity"].Vector, SlidingNormal = b["slidingNormal"].Vector,
            ContactPlaneValid = b["contactPlaneValid"].Bool, ContactPlaneCellId = b["contactPlaneCellId"].Word,
            ContactPlaneIsWater = b["contactPlaneIsWater"].Bool, State = (PhysicsState)b["state"].Word,
            TransientState = (TransientState)b["transientState"].Word, WalkablePolygonValid = b["walkablePolygonValid"].Bool,
        };
        body.ContactPlane = b["contactPlane"].Plane;
        if (!body.WalkablePolygonValid) return body;
        body.WalkablePlane = b["walkablePlane"].Plane;
        body.WalkableUp = b["walkableUp"].Vector;
        var vertices = new List<Vector3>();
        foreach (Json v in b["walkableVertices"].Items) vertices.Add(v.Vector);
        body.WalkableVertices = vertices.ToArray();
        return body;
    }

    static int Main(string[] arguments)
    {
        if (arguments.Length < 2)
        {
            Console.Error.WriteLine("usage: Replay.exe WORLD CAPTURE.jsonl [PROFILE]");
            return 2;
        }
        Library.Check();
        int records = 0, compared = 0, position = 0, cell = 0, ground = 0, normalValid = 0;
        using (World world = World.Load(arguments[0]))
        using (var profile = new Profile(arguments.Length > 2 ? arguments[2] : ""))
        {
            foreach (string line in File.ReadLines(arguments[1]))
            {
                if (line.Trim().Length == 0) continue;
                Json r = Json.Parse(line), input = r["input"], expected = r["result"];
                ++records;
                if (!world.HasCell(input["cellId"].Word)) continue;
                ++compared;
                ResolveResult got = world.ResolveWithTransition(
                    input["currentPos"].Vector, input["targetPos"].Vector, input["cellId"].Word, input["sphereRadius"].Float,
                    input["sphereHeight"].Float, input["stepUpHeight"].Float, input["stepDownHeight"].Float, input["isOnGround"].Bool,
                    BodyOf(r["bodyBefore"]), (ObjectInfoState)input["moverFlags"].Word, input["movingEntityId"].Word, null, profile);
                if (Same(got.Position, expected["position"].Vector)) ++position;
                if (got.CellId == expected["cellId"].Word) ++cell;
                if (got.IsOnGround == expected["isOnGround"].Bool) ++ground;
                if (got.CollisionNormalValid == expected["collisionNormalValid"].Bool) ++normalValid;
            }
        }
        Console.WriteLine("records {0} compared {1} position {2} cell {3} is_on_ground {4} collision_normal_valid {5}", records, compared,
                          position, cell, ground, normalValid);
        return 0;
    }
}
