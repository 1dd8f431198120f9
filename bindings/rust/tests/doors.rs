//! The shipped scenarios by hash, moves, batches, sessions and misuse.

use surefoot::*;

const ROOM: u32 = 0x0101_0100;

fn root() -> String {
    format!("{}/../..", env!("CARGO_MANIFEST_DIR"))
}

fn room() -> World {
    World::load(&format!("{}/worlds/plain-room.world.json", root())).unwrap()
}

fn human() -> Mover {
    Mover::new(0.48, 1.835, 0.6, 1.5)
}

#[test]
fn every_scenario_has_its_hash() {
    check_library().unwrap();
    let list = std::fs::read_to_string(format!("{}/tests/golden/scenario-hashes.txt", root())).unwrap();
    let mut hashes = String::new();
    for line in list.lines() {
        let (name, expected) = line.split_once(' ').unwrap();
        let run = Scenario::load(&format!("{}/worlds/{name}.scenario.json", root())).unwrap().run(None).unwrap();
        hashes += &format!("{name} 0x{:016x}\n", run.hash);
        assert_eq!(format!("0x{:016x}", run.hash), expected, "{name}");
        assert_eq!(run.failed, 0, "{name}");
    }
    if let Ok(path) = std::env::var("SUREFOOT_HASHES") {
        std::fs::write(path, hashes).unwrap();
    }
}

#[test]
fn a_walk_ends_at_the_wall() {
    let world = room();
    let mut state = State::standing(ROOM, [15.0, 10.0, 0.0]);
    for _ in 0..60 {
        let to = state.position.moved(0.1, 0.0, 0.0);
        world.step(&human(), &mut state, &to, None).unwrap();
    }
    assert!(state.position.origin.x > 19.3 && state.position.origin.x < 19.5202);
    let to = state.position.moved(0.1, 0.0, 0.0);
    let request = Request::from_body(&state, &human(), &to, None).unwrap();
    assert!(world.explain(&request, Some(&Profile::parse("ace").unwrap())).unwrap().contains("\"rule\""));
}

#[test]
fn a_batch_is_the_single_calls() {
    let world = room();
    let mut requests: Vec<Request> = (0..100)
        .map(|i| {
            let state = State::standing(ROOM, [1.0 + (i % 18) as f32, 1.0 + (i / 6) as f32, 0.0]);
            let to = state.position.moved((i % 3) as f32 - 1.0, (i % 5) as f32 - 2.0, 0.0);
            Request::from_body(&state, &human(), &to, None).unwrap()
        })
        .collect();
    requests[9].end_mut().origin.x = f32::NAN;
    let batch = world.resolve_batch(&requests, 2, None).unwrap();
    for (i, (request, outcome)) in requests.iter().zip(&batch).enumerate() {
        match world.resolve(request, None) {
            Ok(single) => assert_eq!(single.position, outcome.position, "{i}"),
            Err(error) => assert_eq!((i, error.code), (9, outcome.status)),
        }
    }
}

#[test]
fn a_session_comes_back_from_a_saved_state() {
    let mut session = Session::new(&room(), None).unwrap();
    let mut mover = human();
    mover.object_id = 1;
    session.add(&Body::new(mover, Position::new(ROOM, [5.0, 5.0, 0.0]))).unwrap();
    session.walk(1, [0.0, 2.0, 0.0], 0.0).unwrap();
    let ticks = |s: &mut Session| (0..20).for_each(|_| s.tick(1.0 / 30.0).unwrap());
    ticks(&mut session);
    let saved = session.save().unwrap();
    ticks(&mut session);
    let hash = session.hash().unwrap();
    session.restore(&saved).unwrap();
    ticks(&mut session);
    assert_eq!(session.hash().unwrap(), hash);
    assert!(session.body(1).unwrap().position.origin.y > 6.0);
    assert_eq!(session.restore(&saved[1..]).unwrap_err().status, "SF_ERROR_UNKNOWN_FORMAT");
    assert_eq!(session.tick(f32::NAN).unwrap_err().status, "SF_ERROR_BAD_VALUE");
    assert_eq!(session.remove(7).unwrap_err().status, "SF_ERROR_DANGLING");
}

#[test]
fn worlds_are_shared_between_threads() {
    let world = room();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..200 {
                    let mut state = State::standing(ROOM, [5.0, 5.0, 0.0]);
                    let to = state.position.moved(1.0, 0.0, 0.0);
                    world.step(&human(), &mut state, &to, None).unwrap();
                    assert!((state.position.origin.x - 6.0).abs() < 1e-4);
                }
            });
        }
    });
    let fork = world.fork().unwrap();
    drop(world);
    assert!(fork.has_cell(ROOM).unwrap());
}

#[test]
fn misuse_is_an_error() {
    let error = World::from_json(r#"{"format": "surefoot-world/1", "name": "x", "cells": [{"id": "?"}]}"#, "").unwrap_err();
    assert_eq!((error.status.as_str(), error.place.as_str()), ("SF_ERROR_BAD_VALUE", "/cells/0/id"));
    assert_eq!(World::load("/no/such/file").unwrap_err().status, "SF_ERROR_FILE_NOT_FOUND");
    assert_eq!(World::load("a\0b").unwrap_err().status, "SF_ERROR_BAD_VALUE");
    assert_eq!(Profile::parse("nonesuch").unwrap_err().status, "SF_ERROR_BAD_VALUE");
    let world = room();
    let mut mover = human();
    mover.size = 3;
    let mut state = State::standing(ROOM, [5.0, 5.0, 0.0]);
    let to = state.position;
    assert_eq!(world.step(&mover, &mut state, &to, None).unwrap_err().status, "SF_ERROR_BAD_SIZE");
    let mut gone = room();
    assert_eq!(gone.remove_object(4).unwrap_err().status, "SF_ERROR_DANGLING");
    assert!(gone.json().unwrap().contains("plain-room"));
}
