import type { Kind } from '#catalogue/kinds.ts'
import { kindIcons } from '#web/kinds.ts'
import type { HistoryView } from '#web/lib/history/address.ts'
import { m } from '#web/messages/compiled/messages.js'
import { historyPath } from '#web/shared/record-links.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'

type HistoryTexts = {
  /** Its name in the hub's list, and the heading of its page. */
  heading: () => string
  /** The text of an empty one, with a link to the form. */
  empty: { title: () => string; action: () => string; generationType: string }
  /** The label for making a record again (docs/spec/history.md#record). */
  again: () => string
  /** The default view: images in a grid, audio and answers in rows. */
  view: HistoryView
  /** The estimated height of a row in the list view, in px. */
  rowHeight: number
}

/** The texts of each kind's history, in the order of the hub (docs/spec/history.md#pages). */
export const historyTexts: Record<Kind, HistoryTexts> = {
  video: {
    heading: m.history_video,
    empty: {
      title: m.history_empty_video,
      action: m.history_empty_video_action,
      generationType: 'text-to-video',
    },
    again: m.history_again_video,
    view: 'grid',
    rowHeight: 145,
  },
  image: {
    heading: m.history_image,
    empty: {
      title: m.history_empty,
      action: m.history_empty_action,
      generationType: 'text-to-image',
    },
    again: m.history_again_video,
    view: 'grid',
    rowHeight: 145,
  },
  'image-editing': {
    heading: m.history_image_editing,
    empty: {
      title: m.history_empty_image_editing,
      action: m.history_empty_image_editing_action,
      generationType: 'image-editing',
    },
    again: m.history_again_image_editing,
    view: 'grid',
    rowHeight: 145,
  },
  'image-understanding': {
    heading: m.history_image_understanding,
    empty: {
      title: m.history_empty_understanding,
      action: m.history_empty_understanding_action,
      generationType: 'image-understanding',
    },
    again: m.history_again_understanding,
    view: 'list',
    rowHeight: 145,
  },
  audio: {
    heading: m.history_audio,
    empty: {
      title: m.history_empty_audio,
      action: m.history_empty_audio_action,
      generationType: 'video-to-audio',
    },
    again: m.history_again_video,
    view: 'list',
    rowHeight: 190,
  },
}

export type HistoryKind = { kind: Kind; path: string; heading: () => string; icon: IconComponent }

/** The five histories (docs/spec/history.md#pages). */
export const historyKinds: readonly HistoryKind[] = (Object.keys(historyTexts) as Kind[]).map(
  (kind) => ({
    kind,
    path: historyPath(kind),
    heading: historyTexts[kind].heading,
    icon: kindIcons[kind],
  }),
)

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
