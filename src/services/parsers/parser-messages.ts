import type { Refusal } from '../refused.ts'
import type { TaskName } from './parser-tasks.ts'

/** What a task threw. `name`: that of an `InvalidMedia`, or of a class that extends it. */
export type ParseFailure =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'invalid'; name: string; message: string }

/** What is sent to a parser: a task, or a part of the file; `null`: it could not be read. */
export type ToParser =
  | { type: 'task'; name: TaskName; input: unknown }
  | { type: 'piece'; id: number; bytes: Uint8Array | null }

/** What a parser sends. `rss`: its memory now, in bytes. `end`: the byte after the last one. */
export type FromParser =
  | { type: 'ready' }
  | { type: 'read'; id: number; start: number; end: number }
  | { type: 'done'; result: unknown; rss: number }
  | { type: 'failed'; failure: ParseFailure }
