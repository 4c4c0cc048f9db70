import { type ComponentType, lazy } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import type { HistoryExample } from './list/history-states.tsx'

export type HistoryKind = {
  path: string
  /** Its name in the hub's list, and the heading of its page. */
  heading: () => string
  /** What will be there, for a kind that has no list yet. */
  soon?: () => string
  List?: ComponentType<{ example: HistoryExample }>
}

const ImageHistory = lazy(async () => ({ default: (await import('./list/image-history.tsx')).ImageHistory }))

/** The five histories (specification, creation §2). */
export const historyKinds: readonly HistoryKind[] = [
  { path: '/creator/history/video', heading: m.history_video, soon: m.soon_history_video },
  { path: '/creator/history/image', heading: m.history_image, List: ImageHistory },
  { path: '/creator/history/image-editing', heading: m.history_image_editing, soon: m.soon_history_image_editing },
  {
    path: '/creator/history/image-understanding',
    heading: m.history_image_understanding,
    soon: m.soon_history_image_understanding,
  },
  { path: '/creator/history/audio', heading: m.history_audio, soon: m.soon_history_audio },
]
