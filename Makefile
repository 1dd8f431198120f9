# The house's front door. Everything is done by CMake and by the scripts in scripts/; nothing is decided here.
.DEFAULT_GOAL := help
.PHONY: help run test bench bench-web web view install js lint format docs ci

tool := build/release/bin/surefoot

help: ## this list
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 16

run: ## build the tool and run every scenario in worlds/
	@scripts/build.sh surefoot
	@$(tool) run worlds

test: ## build, run all tests, report arm coverage and skips
	@scripts/test.sh

bench: ## build and run the standing benchmark: steps per second, with hashes
	@scripts/bench.sh

bench-web: ## the walks in Node: our WebAssembly beside jolt-physics, physx and rapier
	@scripts/bench_web.sh

js: ## build the WebAssembly module of bindings/js
	@scripts/bootstrap.sh --wasm
	@scripts/js.sh build

install: ## build and install below PREFIX (default /usr/local)
	@scripts/build.sh
	@cmake --install build/release --prefix $(or $(PREFIX),/usr/local)

web: ## build the viewer's page (npm, Emscripten); `surefoot view` serves it
	@scripts/bootstrap.sh --web
	@scripts/web.sh

view: web ## build the page and the tool, and look at the shipped worlds
	@scripts/build.sh surefoot
	@$(tool) view

lint: ## format, layering, banned calls, clang-tidy on changed files
	@scripts/lint.sh

format: ## let clang-format rewrite the sources
	@scripts/format.sh

docs: ## write docs/rules.md and divergences.md from the tables in the code, and the output shown in the other pages
	@scripts/build.sh surefoot
	@scripts/docs.sh

ci: ## everything a submission has to pass (.ci/run)
	@.ci/run
