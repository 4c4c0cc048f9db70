import { type Context, Hono } from 'hono'
import { FindQuery } from '#contract/admin-accounts.ts'
import { ActRequest, GrantRequest, TakeRequest } from '#contract/admin-generations.ts'
import { grantCredits, takeCreditsBack } from '#services/admin/accounts/change-credits.ts'
import { findAccounts, readAccountWhole } from '#services/admin/accounts/find-accounts.ts'
import { suspendAccount } from '#services/admin/accounts/suspend-account.ts'
import type { ServiceContext } from '#services/context.ts'
import { readStatement } from '#services/ledger/read-statement.ts'
import type { Env } from '../../env.ts'
import { readQuery } from '../../middleware/read-query.ts'
import { readBody } from '../../read-body.ts'
import { actOf } from './actor.ts'
import { presentAccountLine, presentWholeAccount } from './present-account.ts'

/** How much of a statement stands with its account. */
const entriesShown = 20

/** What the owner reads where the operator wrote nothing for them. */
const ownNotes = { grant: 'granted by the operator', take: 'taken back by the operator' }

/** Accounts: found, shown, given credits, relieved of them, suspended. */
export function adminAccountRoutes(context: ServiceContext) {
  const line = presentAccountLine(context)
  return new Hono<Env>()
    .get('/api/admin/accounts', async (c) => {
      const { find, page, pageSize } = readQuery(c, FindQuery)
      const { rows, total } = await findAccounts(context, { text: find, page, pageSize })
      return c.json({ data: rows.map(line), total, page, totalPages: Math.ceil(total / pageSize) })
    })
    .get('/api/admin/accounts/:id', async (c) => {
      const found = await readAccountWhole(context, c.req.param('id'))
      const statement = await readStatement(context, {
        accountId: found.account.id,
        page: 1,
        pageSize: entriesShown,
      })
      return c.json(presentWholeAccount(context, { ...found, statement, origin: c.get('origin') }))
    })
    .post('/api/admin/accounts/:id/grant', async (c) => {
      const body = await readBody(c, GrantRequest)
      const { credits, paid, note = ownNotes.grant } = body
      const grant = { name: c.req.param('id'), credits, paid, note }
      return c.json(line(await grantCredits(context, actOf(c, body), grant)))
    })
    .post('/api/admin/accounts/:id/take', async (c) => {
      const body = await readBody(c, TakeRequest)
      const { credits, note = ownNotes.take } = body
      const taken = { name: c.req.param('id'), credits, note }
      return c.json(line(await takeCreditsBack(context, actOf(c, body), taken)))
    })
    .post('/api/admin/accounts/:id/suspend', async (c) =>
      c.json(line(await setSuspended(c, context, true))),
    )
    .post('/api/admin/accounts/:id/resume', async (c) =>
      c.json(line(await setSuspended(c, context, false))),
    )
}

async function setSuspended(
  c: Context<Env, string>,
  context: ServiceContext,
  isSuspended: boolean,
) {
  const act = actOf(c, await readBody(c, ActRequest))
  return suspendAccount(context, act, { name: c.req.param('id') ?? '', isSuspended })
}
