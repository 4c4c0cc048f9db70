import { maxUploadBytes } from '#core/media/upload-rules.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import type { UploadFailure } from '#web/lib/upload.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { MediaMeasures } from '#web/ui/files/previews.tsx'
import { formatsOf, type Refusal } from '../uploads/accept.ts'
import type { Note } from '../uploads/slot-notes.ts'
import type { Upload } from '../uploads/upload-store.ts'

const megabytes = maxUploadBytes / 1024 ** 2

export const chooseText: Record<Accept, () => string> = {
  image: m.inputs_choose_image,
  video: m.inputs_choose_video,
  'video-or-gif': m.inputs_choose_moving,
  audio: m.inputs_choose_audio,
}

/** The files that a slot accepts. */
export function formatsText(accept: Accept): string {
  return m.inputs_formats({ formats: formatsOf(accept), megabytes })
}

const wrongFormat: Record<Accept, (details: { file: string; formats: string }) => string> = {
  image: m.inputs_wrong_image,
  video: m.inputs_wrong_video,
  'video-or-gif': m.inputs_wrong_moving,
  audio: m.inputs_wrong_moving,
}

/** Why a file was not even sent: its format, its size, or that it is empty. */
function refusalText(file: string, { reason, accept }: Refusal): string {
  if (reason === 'empty') return m.inputs_empty_file({ file })
  if (reason === 'format') return wrongFormat[accept]({ file, formats: formatsOf(accept) })
  return m.inputs_too_large({ file, megabytes, bytes: formatNumber(maxUploadBytes) })
}

export function noteText(note: Note): string {
  if (note.kind === 'refused') return refusalText(note.file, note.refusal)
  if (note.kind === 'left-out') return m.inputs_left_out({ count: note.count, max: note.max })
  if (note.kind === 'full') return m.inputs_landing_full()
  return note.isVideo ? m.inputs_video_uploaded() : m.inputs_file_uploaded({ file: note.file })
}

/**
 * The failure of an upload, in the documents' texts (docs/spec/texts.md); the server's own text
 * where it has one.
 */
export function failureText(
  { endpoint, file }: Pick<Upload, 'endpoint' | 'file'>,
  failure: UploadFailure,
): string {
  if (failure.reason === 'signed-out') return m.inputs_sign_in_why()
  if (failure.reason === 'refused' && failure.message) return failure.message
  if (endpoint === 'image') return m.inputs_failed_file({ file: file.name })
  if (failure.reason === 'no-address') return m.inputs_failed_no_address()
  return failure.reason === 'status'
    ? m.inputs_failed_status({ status: `${failure.status}` })
    : m.inputs_failed_line()
}

/** “Uploading · 43 %”, and once all is sent, that the server validates it. */
export function progressText({ percent }: Pick<Upload, 'percent'>): string {
  return percent < 70 ? m.inputs_uploading({ percent }) : m.inputs_checking({ percent })
}

/** The known measures of a file. */
export function fileFacts(
  file: { size: number } | undefined,
  measured: MediaMeasures | undefined,
): string[] {
  const seconds = measured?.seconds
  return [
    ...(seconds !== undefined && Number.isFinite(seconds)
      ? [m.inputs_seconds({ seconds: formatNumber(Math.round(seconds * 10) / 10) })]
      : []),
    ...(measured && measured.width > 0
      ? [m.inputs_pixels({ width: `${measured.width}`, height: `${measured.height}` })]
      : []),
    ...(file ? [formatBytes(file.size)] : []),
  ]
}
