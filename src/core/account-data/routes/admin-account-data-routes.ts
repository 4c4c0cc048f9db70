import { Hono } from 'hono'
import { presentAccountLine } from '#core/accounts/routes/present-admin-account.ts'
import { requireFreshSession } from '#core/accounts/sign-in/sessions.ts'
import { withPermission } from '#core/http/access.ts'
import { roleInSession } from '#core/http/auth.ts'
import type { Env } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import type { AllParts } from '#core/parts.ts'
import {
  DeleteAccountRequest,
  ExportAccountRequest,
  type ExportBegunView,
  ExportQuery,
} from '../contract.ts'
import { beginExport, deleteForOperatorNow, findBegunExport } from '../find-account-data.ts'
import { createExportSender } from './export-sender.ts'

/**
 * Exports and deletes accounts of other people. The reason of an export is sent first; then the
 * browser loads the file from the address in the answer, which works for its sender alone.
 */
export function adminAccountDataRoutes(context: AllParts) {
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
