import { z } from 'zod'
import { maxNote } from './rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    /** Only a generation that has ended has a note. */
    note_too_early: object
  }
}

/** `PUT /api/notes/{id}`. An empty note deletes it. */
export const PutNote = z
  .strictObject({ note: z.string().trim().max(maxNote) })
  .meta({ examples: [{ note: 'For the poster' }] })

/** What a person wrote about a generation. */
export const NoteView = z
  .strictObject({ id: z.string(), note: z.string(), updated_at: z.iso.datetime() })
  .meta({
    id: 'RecordNote',
    examples: [
      {
        id: '01a1fec2-8f0c-7c11-9d0a-3a5d6a5b8a10',
        note: 'For the poster',
        updated_at: '2026-11-28T09:05:00.000Z',
      },
    ],
  })
export type NoteView = z.infer<typeof NoteView>

export const NoteList = z.strictObject({ notes: z.array(NoteView) })
export type NoteList = z.infer<typeof NoteList>
