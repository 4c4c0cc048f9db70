import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'
import { notesPath } from '../rules.ts'

const notes = pageFrom(async () => (await import('./notes-page.tsx')).NotesPage)

export const pages: Record<string, Page> = { [notesPath]: { ...notes, title: m.notes_title } }
