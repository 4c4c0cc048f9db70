import type { Job } from '../job.ts'

/** How many jobs there ever were, those that are no longer remembered included. */
export type Tally = { submitted: number; completed: number }

/** Everything the engine remembers. */
export type JobStore = {
  /** The jobs found at the start, oldest first. */
  jobs: Job[]
  /** Jobs that are no longer among them. */
  forgotten: Tally
  /** Kept when it returns. */
  save(job: Job): Promise<void>
  /** The same for a file; `name` holds no directory. */
  saveFile(name: string, data: Uint8Array): Promise<void>
  readFile(name: string): Promise<Uint8Array | undefined>
  /** What else is to be remembered, made by `make` the first time: JSON by name. */
  remember<Value>(name: string, make: () => Value): Promise<Value>
}
