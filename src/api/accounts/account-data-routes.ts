import { OpenAPIHono } from '@hono/zod-openapi'
import { DeleteAccount, ExportSize } from '#contract/account.ts'
import { deleteAccount } from '#services/accounts/delete-account.ts'
import { exportAccount, measureExport } from '#services/accounts/export-account.ts'
import { Refused } from '#services/refused.ts'
import { requireFreshSession } from '#services/sign-in/sessions.ts'
import { sendDownload } from '../downloads/send-download.ts'
import type { ApiOptions, Env } from '../env.ts'
import { HttpError } from '../errors.ts'
import { json, refusals, sessionRoute } from '../route.ts'
import { sessionCookie } from '../session-cookie.ts'

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
    'Sessions and keys end at once, and nobody reaches its files any more. Waiting work is cancelled; what is being made ' +
    'ends by itself and is deleted then. The ledger keeps its amounts, without the person. Credits that are left are lost; what is owed stays owed should the same identity sign in again. ' +
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
  const exporting = new Set<string>()
  return new OpenAPIHono<Env>()
    .openapi(exportEverything, (c) => {
      const account = c.get('account')
      const day = new Date().toISOString().slice(0, 10)
      if (c.req.method !== 'HEAD' && exporting.has(account.id))
        throw new Refused({ reason: 'export_running' })
      return sendDownload(c, {
        fileName: `atelier-account-${day}.zip`,
        bytes: null,
        read: () => withEntryInSet(exporting, account.id, exportAccount(context, account)),
      })
    })
    .openapi(measure, async (c) => {
      const account = c.get('account')
      c.header('cache-control', 'no-store')
      return c.json(
        { ...(await measureExport(context, account.id)), is_running: exporting.has(account.id) },
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

/**
 * Keeps a name in a set while a stream is read: until its end, an error, or until the reader stops,
 * even before the first chunk, which a generator alone would not notice.
 */
function withEntryInSet<Piece>(
  names: Set<string>,
  name: string,
  source: AsyncGenerator<Piece>,
): AsyncIterableIterator<Piece> {
  names.add(name)
  const release = (result: IteratorResult<Piece>) => {
    if (result.done) names.delete(name)
    return result
  }
  const give = (error: unknown) => {
    names.delete(name)
    throw error
  }
  return {
    next: () => source.next().then(release, give),
    return: async (value) => {
      names.delete(name)
      return source.return(value)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
