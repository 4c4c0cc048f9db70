import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { ApiError } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { canvasPath, createFromImage } from './canvases.ts'

/**
 * Makes a canvas of an image of a result, which its layer names as its source, and opens it. Says on
 * the page what failed, and never throws. Returns whether it is open.
 */
export async function openResult(
  { id, prompt }: Pick<GenerationView, 'id' | 'prompt'>,
  { url, position }: Pick<MediaView, 'url' | 'position'>,
): Promise<boolean> {
  const making = createFromImage(url, prompt.trim(), { generation_id: id, position })
  toast(m.canvas_opening(), { until: making.catch(() => undefined) })
  try {
    navigate(canvasPath(await making))
    return true
  } catch (error) {
    const isRefused = error instanceof ApiError
    toast(isRefused ? errorText(error) : m.canvas_not_opened({ name: m.canvas_image() }), {
      tone: 'bad',
    })
    return false
  }
}
