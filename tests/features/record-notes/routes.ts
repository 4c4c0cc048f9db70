import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import { NoteList, NoteView, PutNote } from './contract.ts'
import type english from './messages/errors.en.json'
import { listNotes, type NoteRow } from './queries.ts'
import { writeNote } from './write-note.ts'

const list = signedInRoute({
  method: 'get',
  path: '/api/notes',
  summary: 'What the person wrote about generations',
  responses: { 200: json(NoteList, 'The newest first.'), ...refusals(401) },
})

const put = signedInRoute({
  method: 'put',
  path: '/api/notes/{id}',
  summary: 'Write the note of a generation',
  description: 'An empty one deletes it. While the generation is open 409 `note_too_early`.',
  request: { params: z.object({ id: z.string() }) },
  body: PutNote,
  responses: {
    200: json(NoteView, 'As it is stored.'),
    204: { description: 'There is no note any more.' },
    ...refusals(400, 401, 403, 404, 409, 415),
  },
})

export const errors = {
  statuses: { note_too_early: 409 },
  texts: await loadMessages<typeof english>(
    (language) => import(`./messages/errors.${language}.json`, { with: { type: 'json' } }),
  ),
} as const

/** Notes of the signed-in account. */
export function routes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(list, async (c) => {
      const rows = await listNotes(context.database, c.get('account').id)
      return c.json({ notes: rows.map(presentNote) }, 200)
    })
    .openapi(put, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      const row = await writeNote(context, which, c.get('body').note)
      return row ? c.json(presentNote(row), 200) : c.body(null, 204)
    })
}

function presentNote({ generation_id: id, note, updated_at }: NoteRow): NoteView {
  return { id, note, updated_at: updated_at.toISOString() }
}
