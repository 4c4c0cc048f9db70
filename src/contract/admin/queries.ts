import { z } from 'zod'
import { failureCodes } from '#domain/failure.ts'
import { pageFields, plainText } from '../history/query.ts'

const find = z.string().trim().max(320).regex(plainText).default('')

/**
 * `GET /api/admin/{accounts,payments}`. `find`: an id, or of accounts a part of the e-mail address
 * or name.
 */
export const FindQuery = z.strictObject({ ...pageFields(25), find })

/**
 * `GET /api/admin/generations`. `find`: an id, a request id, or the owner's e-mail address;
 * nothing: those still open.
 */
export const FindGenerationsQuery = z.strictObject({ find })

/**
 * `GET /api/admin/generations/failed`. `code`: only what failed so; `since`: a day ago if left out.
 */
export const FailedGenerationsQuery = z.strictObject({
  code: z.enum(failureCodes).optional(),
  since: z.iso.datetime({ offset: true }).optional(),
})

/** `GET /api/admin/audit`. */
export const AuditQuery = z.strictObject({ before: z.coerce.number().int().min(1).optional() })
