import type { GenerationView } from '#core/generations/generation-contract.ts'
import { ApiError, shownAccountHeader } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { recordAddress } from '#web/shared/record-actions/record-links.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { refusalOf } from './document-files.ts'
import type { Editor } from './editor-store.ts'
import { pngOf } from './image-files.ts'
import { flatten } from './layers.ts'

/** Those whose image is being sent. */
const sending = new WeakSet<Editor>()

/** The request for a state of a document: it is recorded once, however often that is asked for. */
const requests = new WeakMap<Editor, { changes: number; id: string }>()

/**
 * Records the picture without masks in the history of images, and says so. What it is made from are
 * the layers as they were saved last: call it when nothing is unsaved. `id`: of the document.
 */
export async function saveAsRecord(editor: Editor, id: string): Promise<void> {
  if (sending.has(editor)) return
  sending.add(editor)
  const { layers, size, changes } = editor.store.getState()
  const before = requests.get(editor)
  const requestId = before?.changes === changes ? before.id : crypto.randomUUID()
  requests.set(editor, { changes, id: requestId })
  try {
    const image = await pngOf(flatten(layers, size, { x: 0, y: 0, ...size }))
    const { to, query } = recordAddress(await sendExport(id, requestId, image))
    const onAction = () => navigate(to, { query })
    toast(m.canvas_recorded(), { action: { label: m.canvas_recorded_show(), onAction } })
  } catch (error) {
    toast(errorText(error), { tone: 'bad' })
  } finally {
    sending.delete(editor)
  }
}

/** Sends a flattened image. Returns its record. Throws `ApiError`. */
async function sendExport(id: string, requestId: string, image: Blob): Promise<GenerationView> {
  const path = `/api/canvas/documents/${id}/exports?request_id=${requestId}`
  const response = await fetch(path, {
    method: 'POST',
    body: image,
    headers: { 'content-type': image.type, ...shownAccountHeader() },
  }).catch((cause: unknown) => {
    throw new ApiError(0, 'network', null, cause)
  })
  if (!response.ok) throw await refusalOf(response)
  return response.json()
}
