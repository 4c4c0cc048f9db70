import type { Kind } from '#core/models/rules/kinds.ts'
import { historyOrder, kindTexts } from '#web/kinds.ts'
import type { HistoryView } from '#web/lib/history/address.ts'
import { m } from '#web/messages/compiled/messages.js'
import { historyPath } from '#web/shared/record-actions/record-links.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'

type HistoryTexts = {
  /** The text of an empty one, with a link to the form. */
  empty: { title: () => string; action: () => string }
  /** The label for making a record again (docs/spec/history.md#record). */
  again: () => string
  /** The default view: images in a grid, audio and answers in rows. */
  view: HistoryView
  /** The estimated height of a row in the list view, in px. */
  rowHeight: number
}

/** The texts of each kind's history. */
export const historyTexts: Record<Kind, HistoryTexts> = {
  video: {
    empty: { title: m.history_empty_video, action: m.history_empty_video_action },
    again: m.history_again_video,
    view: 'grid',
    rowHeight: 145,
  },
  image: {
    empty: { title: m.history_empty, action: m.history_empty_action },
    again: m.history_again_video,
    view: 'grid',
    rowHeight: 145,
  },
  'image-editing': {
    empty: { title: m.history_empty_image_editing, action: m.history_empty_image_editing_action },
    again: m.history_again_image_editing,
    view: 'grid',
    rowHeight: 145,
  },
  'image-understanding': {
    empty: { title: m.history_empty_understanding, action: m.history_empty_understanding_action },
    again: m.history_again_understanding,
    view: 'list',
    rowHeight: 145,
  },
  audio: {
    empty: { title: m.history_empty_audio, action: m.history_empty_audio_action },
    again: m.history_again_video,
    view: 'list',
    rowHeight: 190,
  },
  speech: {
    empty: { title: m.history_empty_speech, action: m.history_empty_speech_action },
    again: m.history_again_video,
    view: 'list',
    rowHeight: 190,
  },
  music: {
    empty: { title: m.history_empty_music, action: m.history_empty_music_action },
    again: m.history_again_video,
    view: 'list',
    rowHeight: 190,
  },
  transcription: {
    empty: { title: m.history_empty_transcription, action: m.history_empty_transcription_action },
    again: m.history_again_transcription,
    view: 'list',
    rowHeight: 145,
  },
  text: {
    empty: { title: m.history_empty_texts, action: m.history_empty_texts_action },
    again: m.history_again_text,
    view: 'list',
    rowHeight: 145,
  },
  '3d': {
    empty: { title: m.history_empty_3d, action: m.history_empty_3d_action },
    again: m.history_again_3d,
    view: 'grid',
    rowHeight: 145,
  },
}

export type HistoryKind = { kind: Kind; path: string; heading: () => string; icon: IconComponent }

/** All histories (docs/spec/history.md#pages). */
export const historyKinds: readonly HistoryKind[] = historyOrder.map((kind) => {
  const { records: heading, icon } = kindTexts[kind]
  return { kind, path: historyPath(kind), heading, icon }
})

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
