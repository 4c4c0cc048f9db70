/** Reads from byte `start` to before byte `end`. */
export type ReadFile = (start: number, end: number) => Promise<Buffer>

/** Signs a claim of a manifest; answers its COSE signature. */
export type SignClaim = (claim: Uint8Array) => Promise<Uint8Array>

/** What a task may ask the process that runs it: parts of its file, and a signature. */
export type ParserRequests = { read: ReadFile; sign: SignClaim }

/** The tasks by name. They are in core/parser-process, which declares them here. */
// biome-ignore lint/suspicious/noEmptyInterface: core/parser-process extends it
export interface ParserTasks {}

export type TaskName = keyof ParserTasks

type TaskOf<Name extends TaskName> = ParserTasks[Name] extends (
  input: infer Input,
  requests: ParserRequests,
) => Promise<infer Result>
  ? { input: Input; result: Result }
  : never

export type TaskInput<Name extends TaskName> = TaskOf<Name>['input']

export type TaskResult<Name extends TaskName> = TaskOf<Name>['result']
