import type { Studio } from '@atelier/demo-world/media-renderer'
import type { InputFile } from '../inputs/input-file.ts'
import type { Job } from '../jobs/job.ts'
import type { InputSchema } from './schema/input-field.ts'

/** What an endpoint may use to make its result. */
export type RenderContext = Studio & {
  /** Keeps a file with the job; the answer is its address relative to the engine. */
  keep(name: string, data: Uint8Array): Promise<string>
  /** The longest side of films, in pixels. */
  filmSide: number
  /** The files that the input names. */
  files: readonly InputFile[]
}

/**
 * One endpoint of the engine: a row of data. Its full id, what it takes, and how it makes its
 * answer.
 */
export type Endpoint = {
  id: string
  schema: InputSchema
  /**
   * The body of a successful result. `input` has passed `schema` and has every default filled in.
   */
  make(
    job: Job,
    input: Record<string, unknown>,
    workshop: RenderContext,
  ): Promise<Record<string, unknown>>
}
