import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { sendFile, UploadError } from '#web/lib/upload.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { type FrameTime, readFrame } from './read-frame.ts'
import { fileNameOf, saveBlob } from './save-file.ts'

export type FrameForm = 'image-editing' | 'image-to-video'

/**
 * Uploads a frame of a video and opens a form with it; a prompt is filled in, too. Says on the page
 * what failed, and never throws.
 */
export async function openFormWithFrame(
  form: FrameForm,
  video: Pick<MediaView, 'url'>,
  time: FrameTime,
  prompt?: string,
): Promise<boolean> {
  const address = await announced(async () => {
    const png = await readFrame(video.url, time)
    const file = new File([png], 'frame.png', { type: png.type })
    const signal = new AbortController().signal
    return sendFile(file, 'image', { onSent: () => undefined, signal })
  })
  if (address === undefined) return false
  const query = { image_url: address, ...(prompt && { prompt }) }
  navigate(formPath({ generationType: form }), { query })
  return true
}

/** Downloads a frame of a video as a PNG. Says on the page what failed, and never throws. */
export async function saveFrame(
  generation: GenerationView,
  video: MediaView,
  time: number,
): Promise<void> {
  const png = await announced(() => readFrame(video.url, time))
  const name = fileNameOf(generation, { ...video, content_type: 'image/png' })
  if (png) saveBlob(png, name.replace(/\.png$/, `-${time.toFixed(2)}s.png`))
}

async function announced<T>(work: () => Promise<T>): Promise<T | undefined> {
  const running = work()
  toast(m.frame_preparing(), { until: running.catch(() => undefined) })
  try {
    return await running
  } catch (error) {
    const isUpload = error instanceof UploadError
    const description = isUpload ? error.failure.message : undefined
    toast(isUpload ? m.frame_not_uploaded() : m.frame_failed(), {
      ...{ tone: 'bad' },
      ...(description !== undefined && { description }),
    })
    return undefined
  }
}
