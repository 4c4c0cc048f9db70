import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import type { Editor, EditorState } from '../document/editor-store.ts'
import type { ComputeAnswer, ComputeRequest } from './compute.ts'
import { computeInWorker } from './compute-in-worker.ts'

type ComputedChange<Request extends ComputeRequest> = {
  request: Request
  /** Makes the change, of the document as it was when its computation began. */
  apply: (answer: ComputeAnswer<Request>) => void
}

/**
 * Computes a change of the document or of the selection in a worker, instead of the one that is
 * still computed. Nothing is changed where it is cancelled, and where document or selection change
 * while it runs. Where it fails, a message says so.
 */
export async function computeChange<Request extends ComputeRequest>(
  editor: Editor,
  { request, apply }: ComputedChange<Request>,
  run: typeof computeInWorker = computeInWorker,
): Promise<void> {
  const { store } = editor
  store.getState().computing?.cancel()
  const before = store.getState()
  const control = new AbortController()
  const computing = { cancel: () => control.abort() }
  store.setState({ computing })
  const unsubscribe = store.subscribe((now) => {
    if (!isSame(now, before)) control.abort()
  })
  const end = () => {
    unsubscribe()
    if (store.getState().computing === computing) store.setState({ computing: null })
  }
  control.signal.addEventListener('abort', end)
  try {
    const answer = await run(request, control.signal)
    end()
    if (!control.signal.aborted) apply(answer)
  } catch {
    end()
    if (!control.signal.aborted) toast(m.canvas_not_computed(), { tone: 'bad' })
  }
}

/** Whether document and selection are as they were, without a stroke that is being drawn. */
function isSame(now: EditorState, before: EditorState): boolean {
  return (
    now.changes === before.changes &&
    now.size === before.size &&
    now.selection === before.selection &&
    now.pending === before.pending
  )
}
