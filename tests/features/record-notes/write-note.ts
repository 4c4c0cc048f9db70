import { readGeneration } from '#core/generations/read-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { AllParts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { deleteNote, type NoteRow, putNote } from './queries.ts'

/**
 * Writes the note of an account's generation; an empty one deletes it, and `null` is returned. Throws
 * `Refused`: `not_found`, `note_too_early`.
 */
export async function writeNote(
  context: AllParts,
  which: { accountId: string; id: string },
  note: string,
): Promise<NoteRow | null> {
  const { row } = await readGeneration(context, which.accountId, which.id)
  if (isOpen(row.status)) throw new Refused({ reason: 'note_too_early' })
  if (note !== '') return putNote(context.database, which, note)
  await deleteNote(context.database, which)
  return null
}
