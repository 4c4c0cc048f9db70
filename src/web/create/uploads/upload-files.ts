import type { Accept } from '#core/models/rules/fields.ts'
import type { UploadEndpoint } from '#web/lib/upload.ts'
import { type FileInfo, findRefusal } from './accept.ts'
import { writeSlotNote } from './slot-notes.ts'
import { addUpload, type FormField, removeUpload, uploadsOf } from './upload-store.ts'

/**
 * A field that receives files. `room`: how many more it accepts; a field for one file replaces its
 * file.
 */
type UploadTarget = FormField & { accept: Accept; max: number; room: number }

/**
 * Sends files for a field. Files that it does not accept are rejected at once, with a text at the
 * field, and never sent; files beyond its room are left out with a note.
 */
export function addFiles(
  { accept, max, room, ...place }: UploadTarget,
  files: readonly File[],
): void {
  const checked = files.map((file) => ({ file, refusal: findRefusal(file, accept) }))
  const valid = checked.filter(({ refusal }) => !refusal).map(({ file }) => file)
  const invalid = checked.find(({ refusal }) => refusal)
  const accepted = valid.slice(0, max === 1 ? 1 : Math.max(0, room))
  const leftOut = valid.length - accepted.length

  if (invalid?.refusal)
    writeSlotNote(place, { kind: 'refused', file: invalid.file.name, refusal: invalid.refusal })
  else writeSlotNote(place, leftOut > 0 ? { kind: 'left-out', count: leftOut, max } : undefined)

  if (max === 1 && accepted.length > 0) for (const { id } of uploadsOf(place)) removeUpload(id)
  for (const file of accepted) addUpload(place, file, endpointFor(accept))
}

/** Shows at a field why a file was rejected: the field does not accept it, or it is full. */
export function rejectFile(
  { accept, form, field }: UploadTarget,
  file: FileInfo & { name: string },
): void {
  const refusal = findRefusal(file, accept)
  writeSlotNote(
    { form, field },
    refusal ? { kind: 'refused', file: file.name, refusal } : { kind: 'full' },
  )
}

function endpointFor(accept: Accept): UploadEndpoint {
  return accept === 'image' || accept === 'audio' ? accept : 'video'
}
