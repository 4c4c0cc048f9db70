import type { Kind } from '#catalogue/kind.ts'
import { m } from '#web/messages/compiled/messages.js'
import { historyPath } from '../work/history-path.ts'

export type HistoryKind = {
  kind: Kind
  path: string
  /** Its name in the hub's list, and the heading of its page. */
  heading: () => string
}

/** The five histories (specification, creation §2). */
export const historyKinds: readonly HistoryKind[] = [
  history('video', m.history_video),
  history('image', m.history_image),
  history('image-editing', m.history_image_editing),
  history('image-understanding', m.history_image_understanding),
  history('audio', m.history_audio),
]

function history(kind: Kind, heading: () => string): HistoryKind {
  return { kind, path: historyPath(kind), heading }
}
