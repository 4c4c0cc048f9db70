import type { Feature } from '../feature.ts'
import * as notes from './migration.ts'
import { listNotes, takeOverNote } from './queries.ts'
import { notesPath } from './rules.ts'

/** What a person writes about a generation. */
export const recordNotesFeature: Feature = {
  migrations: { 'record-notes-0001-notes': notes },
  accountTables: ['record_note'],
  pages: [notesPath],
  routes: () => import('./routes.ts'),
  accountExport: {
    notes: async (database, accountId) =>
      (await listNotes(database, accountId)).map(({ account_id: _, ...note }) => note),
  },
  endEffects: [{ part: takeOverNote }],
}
