import type { Refusal } from '#core/refused.ts'
import type { TaskName } from './parser-tasks.ts'

/** What a task threw. `name`: that of an `InvalidMedia`, or of a class that extends it. */
export type ParseFailure =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'invalid'; name: string; message: string }

/**
 * What is sent to a parser: a task, or what it asked for, a part of the file or a signature; `null`:
 * it could not be had.
 */
export type ToParser =
  | { type: 'task'; name: TaskName; input: unknown }
  | { type: 'answer'; id: number; bytes: Uint8Array | null }

/** What a parser asks us for. `end`: the byte after the last one. */
export type Question = { read: { start: number; end: number } } | { sign: Uint8Array }

/** What a parser sends. `rss`: its memory now, in bytes. */
export type FromParser =
  | { type: 'ready' }
  | { type: 'question'; id: number; question: Question }
  | { type: 'done'; result: unknown; rss: number }
  | { type: 'failed'; failure: ParseFailure }
