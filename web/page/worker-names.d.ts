// SPDX-License-Identifier: Apache-2.0
// Written in by the build: the files of the page's Workers.

declare const WORKERS: { 'perft-worker': string; 'pgn-worker': string }
