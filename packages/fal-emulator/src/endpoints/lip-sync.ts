import { filesOf, imagesOf } from '../input-file.ts'
import type { Endpoint } from './endpoints.ts'
import { address, type InputSchema, integer, literal, number, string } from './input-schema.ts'
import { renderVideo, resolution } from './video-endpoint.ts'

/** A sample is no longer than this, however long the recording is. */
const maxSeconds = 60

/**
 * An endpoint that answers `{ video }`: a moving sample of the face that `source` names, as long as
 * the recording, or as the shorter of both where the rest is cut off. No mouth moves, and it is
 * silent.
 */
function lipSync(id: string, source: 'video_url' | 'image_url', own: InputSchema): Endpoint {
  return {
    id,
    schema: {
      [source]: address(source === 'video_url' ? 'video' : 'image'),
      audio_url: address('audio'),
      ...own,
    },
    make: async (job, given, context) => {
      if (job.faults.includes('empty')) return { video: null }
      const [face] = filesOf(context.files, source)
      const spoken = filesOf(context.files, 'audio_url')[0]?.audio?.seconds ?? 1
      const shorter = Math.min(spoken, face?.video?.seconds ?? spoken)
      const seconds = given.sync_mode === 'cut_off' ? shorter : spoken
      const { file } = await renderVideo(
        job,
        {
          input: {
            prompt: String(given.prompt ?? ''),
            ...(typeof given.seed === 'number' && { seed: given.seed }),
            ...(typeof given.resolution === 'string' && { resolution: given.resolution }),
          },
          seconds: Math.min(maxSeconds, Math.max(0.5, seconds)),
          fps: 12,
          shown: face ? [face] : [],
          images: imagesOf(context.files, source),
        },
        context,
      )
      return { video: file }
    },
  }
}

const whenLengthsDiffer = literal(['cut_off', 'loop', 'bounce', 'silence', 'remap'], 'cut_off')

/** A face that says what a recording says (docs/providers/fal.md#endpoints). */
export const lipSyncEndpoints: readonly Endpoint[] = [
  lipSync('fal-ai/sync-lipsync/v2', 'video_url', {
    model: literal(['lipsync-2', 'lipsync-2-pro'], 'lipsync-2'),
    sync_mode: whenLengthsDiffer,
  }),
  lipSync('fal-ai/latentsync', 'video_url', {
    guidance_scale: number({ min: 1, max: 2, initially: 1 }),
    seed: integer({ optional: true }),
    loop_mode: literal(['pingpong', 'loop']),
  }),
  lipSync('fal-ai/creatify/aurora', 'image_url', {
    prompt: string({ optional: true }),
    guidance_scale: number({ min: 0, max: 5, initially: 1 }),
    audio_guidance_scale: number({ min: 0, max: 5, initially: 2 }),
    resolution: resolution('480p 720p'),
  }),
]
