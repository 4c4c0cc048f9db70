import type { AudioRequest } from '@atelier/demo-world/media-renderer'
import type { Job } from '../jobs/job.ts'
import type { RenderContext } from './endpoints.ts'

/** Renders a sound and stores it with the job; `null` where the job's faults leave it out. */
export async function audioFile(
  job: Job,
  { audio, saveFile }: RenderContext,
  request: AudioRequest,
) {
  const data = await audio(request)
  const url = await saveFile('audio.wav', data)
  const file = { url, content_type: 'audio/wav', file_name: 'audio.wav', file_size: data.length }
  return job.faults.includes('empty') ? null : file
}
