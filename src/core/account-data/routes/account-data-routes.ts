import { OpenAPIHono } from '@hono/zod-openapi'
import { DeleteAccount, ExportSize } from '#core/accounts/contract/account.ts'
import { requireFreshSession } from '#core/accounts/sign-in/sessions.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { json, refusals, sessionRoute } from '#core/http/route.ts'
import { sessionCookie } from '#core/http/session-cookie.ts'
import { deleteAccount } from '../delete-account.ts'
import { measureExport } from '../export-account.ts'
import { createExportSender } from './export-sender.ts'

const zip = { 'application/zip': { schema: { type: 'string' as const, format: 'binary' } } }

const exportEverything = sessionRoute({
  method: 'get',
  path: '/api/account/export',
  summary: 'Everything of the account as one zip',
  description:
    '`account.json` (profile, settings, sessions, keys without their secrets, payments, ledger, generations), and every ' +
    'file once. Streamed while it is made: no length, no ranges. One at a time.',
  responses: { 200: { description: 'The zip.', content: zip }, ...refusals(401, 403, 429) },
})

const measure = sessionRoute({
  method: 'get',
  path: '/api/account/export/size',
  summary: 'How much an export would carry just now',
  responses: { 200: json(ExportSize, 'Its media files.'), ...refusals(401, 403) },
})

const erase = sessionRoute({
  method: 'delete',
  path: '/api/account',
  summary: 'Delete the account and everything it made, for good',
  description:
    'Sessions and keys end immediately, and its files are no longer served. Waiting jobs are cancelled; running jobs end and are deleted then. ' +
    'The ledger keeps its amounts, without personal data. Remaining credits are lost; a debt returns if the same identity signs in again. ' +
    'Needs a session that was opened within the last hour: else 403 `sign_in_again`.',
  body: DeleteAccount,
  responses: {
    204: { description: 'There is no such account any more.' },
    ...refusals(400, 401, 403, 415),
  },
})

/** Exporting and deleting all data of an account. */
export function accountDataRoutes({ context, publicUrl }: ApiOptions) {
  const cookie = sessionCookie(publicUrl)
  const exports = createExportSender(context)
  return new OpenAPIHono<Env>()
    .openapi(exportEverything, (c) => exports.send(c, c.get('account')))
    .openapi(measure, async (c) => {
      const account = c.get('account')
      c.header('cache-control', 'no-store')
      return c.json(
        {
          ...(await measureExport(context, account.id)),
          is_running: exports.isRunning(account.id),
        },
        200,
      )
    })
    .openapi(erase, async (c) => {
      const account = c.get('account')
      const { session: token } = c.get('credential')
      const { email } = c.get('body')
      if (!(await requireFreshSession(context, token))) throw new HttpError('unauthorized')
      await deleteAccount(context, account, email)
      cookie.clear(c)
      return c.body(null, 204)
    })
}
