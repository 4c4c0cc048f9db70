import { Hono } from 'hono'
import {
  DeleteAccountRequest,
  ExportAccountRequest,
  type ExportBegunView,
  ExportQuery,
} from '#contract/admin/account-data.ts'
import { beginExport, deleteForOperatorNow, findBegunExport } from '#services/admin/account-data.ts'
import type { ServiceContext } from '#services/context.ts'
import { requireFreshSession } from '#services/sign-in/sessions.ts'
import { withPermission } from '../access.ts'
import { createExportSender } from '../accounts/export-sender.ts'
import { roleInSession } from '../auth.ts'
import type { Env } from '../env.ts'
import { HttpError } from '../errors.ts'
import { readBody, readQuery } from '../validation.ts'
import { operatorAction } from './operator-action.ts'
import { presentAccountLine } from './present-account.ts'

/**
 * Exports and deletes accounts of other people. The reason of an export is sent first; then the
 * browser loads the file from the address in the answer, which works for its sender alone.
 */
export function adminAccountDataRoutes(context: ServiceContext) {
  const path = '/api/admin/accounts/:id'
  const mayExport = withPermission(context, 'accounts.export')
  const exports = createExportSender(context)
  return new Hono<Env>()
    .post(`${path}/export`, mayExport, async (c) => {
      const body = await readBody(c, ExportAccountRequest)
      const { id } = await beginExport(context, operatorAction(c, body), c.req.param('id'))
      const query = new URLSearchParams({ act: body.act_id })
      const url = `/api/admin/accounts/${id}/export?${query}`
      return c.json({ url } satisfies ExportBegunView)
    })
    .get(`${path}/export`, mayExport, async (c) => {
      const { act: id } = readQuery(c, ExportQuery)
      const { email: actor } = c.get('account')
      return exports.send(c, await findBegunExport(context, { actor, id, name: c.req.param('id') }))
    })
    .post(`${path}/delete`, withPermission(context, 'accounts.delete'), async (c) => {
      const { email, ...act } = await readBody(c, DeleteAccountRequest)
      const actorRole = roleInSession(c, context)
      const isFresh = await requireFreshSession(context, c.get('credential').session)
      if (!isFresh || !actorRole) throw new HttpError('unauthorized')
      const deletion = { name: c.req.param('id'), email, actorRole }
      const account = await deleteForOperatorNow(context, operatorAction(c, act), deletion)
      return c.json(presentAccountLine(context)(account))
    })
}
