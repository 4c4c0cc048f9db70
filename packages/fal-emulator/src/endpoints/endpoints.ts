import type { MediaRenderer } from '@atelier/demo-world/media-renderer'
import type { ErrorDetail } from '../errors.ts'
import type { InputFile } from '../input-file.ts'
import { type Job, parseApplication } from '../jobs/job.ts'
import { audioToAudioEndpoints } from './audio-to-audio.ts'
import { controlEndpoints } from './control-image.ts'
import { elevenMusic, elevenV3 } from './elevenlabs.ts'
import { editingEndpoints } from './image-editing.ts'
import type { InputSchema } from './input-schema.ts'
import { lipSyncEndpoints } from './lip-sync.ts'
import { openrouterEndpoints } from './openrouter.ts'
import { toolEndpoints } from './result-tools.ts'
import { speechToTextEndpoints } from './speech-to-text.ts'
import { textToImageEndpoints } from './text-to-image.ts'
import { moondream, thinksound } from './thinksound-and-moondream.ts'
import { meshEndpoints } from './three-d.ts'
import { vaceEndpoints } from './vace.ts'
import { wan21Endpoints } from './wan-2-1.ts'
import { wan22Endpoints } from './wan-2-2.ts'

/** Every endpoint of the emulator; bounds and defaults are the provider's. */
export const endpoints: readonly Endpoint[] = [
  ...textToImageEndpoints,
  ...controlEndpoints,
  ...editingEndpoints,
  ...toolEndpoints,
  ...wan21Endpoints,
  ...vaceEndpoints,
  ...wan22Endpoints,
  thinksound,
  moondream,
  elevenV3,
  elevenMusic,
  ...audioToAudioEndpoints,
  ...speechToTextEndpoints,
  ...lipSyncEndpoints,
  ...openrouterEndpoints,
  ...meshEndpoints,
]

/** Whether one of the endpoints is below this `owner/alias`. */
export function isKnownApplication(known: readonly Endpoint[], application: string): boolean {
  return known.some(({ id }) => parseApplication(id) === application)
}

/** The context in which an endpoint makes its result. */
export type RenderContext = MediaRenderer & {
  /** Stores a file with the job; returns its address relative to the emulator. */
  saveFile(name: string, data: Uint8Array): Promise<string>
  /** The longest side of videos, in pixels. */
  videoSide: number
  /** The files that the input names. */
  files: readonly InputFile[]
}

/**
 * One endpoint of the emulator: a row of data. Its full id, its input schema, and the function that
 * makes its answer.
 */
export type Endpoint = {
  id: string
  schema: InputSchema
  /** The provider's errors for files that are readable, and wrong together. */
  checkFiles?(files: readonly InputFile[], input: Record<string, unknown>): ErrorDetail[]
  /**
   * The body of a successful result. `input` has passed `schema` and has every default filled in.
   */
  make(
    job: Job,
    input: Record<string, unknown>,
    context: RenderContext,
  ): Promise<Record<string, unknown>>
}
