import { z } from 'zod'

/** A session of the account. */
export const SessionView = z
  .object({
    id: z.uuid(),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: 'What the browser called itself when it signed in.' }),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime().meta({ description: 'To the hour.' }),
    is_current: z.boolean().meta({ description: 'The one that asks.' }),
  })
  .meta({
    id: 'Session',
    examples: [
      {
        id: '01a1fec2-8f0c-7c11-9d0a-3a5d6a5b8a10',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        created_at: '2026-11-21T09:05:00.000Z',
        last_seen_at: '2026-11-21T11:00:00.000Z',
        is_current: true,
      },
    ],
  })
export type SessionView = z.infer<typeof SessionView>

/** `GET /api/account/sessions`: the active ones, the last used first. */
export const SessionList = z.object({ sessions: z.array(SessionView) }).meta({ id: 'SessionList' })
export type SessionList = z.infer<typeof SessionList>
