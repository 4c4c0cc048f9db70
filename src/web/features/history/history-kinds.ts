import {
  AudioLines,
  Clapperboard,
  Image,
  type LucideIcon,
  ScanEye,
  WandSparkles,
} from 'lucide-react'
import type { Kind } from '#catalogue/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { historyPath } from '#web/shared/record-links.ts'

export type HistoryKind = {
  kind: Kind
  path: string
  /** Its name in the hub's list, and the heading of its page. */
  heading: () => string
  icon: LucideIcon
}

/** The five histories (docs/spec/history.md#pages). */
export const historyKinds: readonly HistoryKind[] = [
  history('video', m.history_video, Clapperboard),
  history('image', m.history_image, Image),
  history('image-editing', m.history_image_editing, WandSparkles),
  history('image-understanding', m.history_image_understanding, ScanEye),
  history('audio', m.history_audio, AudioLines),
]

/** A second address of the answers, below their form (docs/spec/history.md#pages). */
const understandingHistory = '/creator/image-understanding/history'

/** The history that a path contains; none where it names no kind (docs/spec/history.md#pages). */
export function historyAt(path: string): HistoryKind | undefined {
  if (path === understandingHistory)
    return historyKinds.find(({ kind }) => kind === 'image-understanding')
  return historyKinds.find(
    (history) => path === history.path || path.startsWith(`${history.path}/`),
  )
}

function history(kind: Kind, heading: () => string, icon: LucideIcon): HistoryKind {
  return { kind, path: historyPath(kind), heading, icon }
}
