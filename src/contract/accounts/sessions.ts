import { z } from 'zod'

/** A browser that somebody is signed in with. */
export const SessionView = z
  .object({
    id: z.uuid(),
    user_agent: z.string().nullable().meta({ description: 'What the browser called itself when it signed in.' }),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime().meta({ description: 'To the hour.' }),
    is_current: z.boolean().meta({ description: 'The one that asks.' }),
  })
  .meta({ id: 'Session' })
export type SessionView = z.infer<typeof SessionView>

/** `GET /api/account/sessions`: the live ones, the one seen last first. */
export const SessionList = z.object({ sessions: z.array(SessionView) }).meta({ id: 'SessionList' })
export type SessionList = z.infer<typeof SessionList>
