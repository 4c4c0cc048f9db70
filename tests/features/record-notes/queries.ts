import { type Generated, type Selectable, sql } from 'kysely'
import type { EndingPart } from '#core/generations/queries/end-generation.ts'
import type { Database } from '#platform/database/database.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    record_note: RecordNoteTable
  }
}

type RecordNoteTable = {
  account_id: string
  generation_id: string
  note: string
  updated_at: Generated<Date>
}
export type NoteRow = Selectable<RecordNoteTable>

type Which = { accountId: string; id: string }

/** The notes of an account, the newest first. */
export function listNotes(database: Database, accountId: string): Promise<NoteRow[]> {
  return database
    .selectFrom('record_note')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .execute()
}

/** Writes the note of a generation instead of the one it had. */
export function putNote(
  database: Database,
  { accountId, id }: Which,
  note: string,
): Promise<NoteRow> {
  return database
    .insertInto('record_note')
    .values({ account_id: accountId, generation_id: id, note })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'generation_id'])
        .doUpdateSet({ note, updated_at: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteNote(database: Database, { accountId, id }: Which): Promise<void> {
  await database
    .deleteFrom('record_note')
    .where('account_id', '=', accountId)
    .where('generation_id', '=', id)
    .execute()
}

/** A generation that repeats another one takes over its note when it ends. */
export const takeOverNote: EndingPart = {
  name: 'noted',
  write: ({ status }) =>
    status === 'failed'
      ? null
      : sql`
    insert into record_note (account_id, generation_id, note)
    select closed.account_id, closed.id, repeated.note
    from closed join record_note as repeated on repeated.account_id = closed.account_id
      and repeated.generation_id = closed.parent_id`,
}
