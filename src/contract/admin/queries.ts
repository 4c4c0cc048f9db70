import { z } from 'zod'
import { pageFields, plainText } from '../history/query.ts'

const find = z.string().trim().max(320).regex(plainText).default('')

/** `GET /api/admin/{accounts,payments}`. `find`: an id, or of accounts a part of the e-mail address or name. */
export const FindQuery = z.strictObject({ ...pageFields(25), find })

/** `GET /api/admin/generations`. `find`: an id, a request id, or the owner's e-mail address; nothing: those still open. */
export const FindGenerationsQuery = z.strictObject({ find })

/** `GET /api/admin/audit`. */
export const AuditQuery = z.strictObject({ before: z.coerce.number().int().min(1).optional() })
