import { Hono } from 'hono'
import { AuditQuery, FindQuery } from '#contract/admin-accounts.ts'
import {
  readActs,
  readAllPayments,
  readChecks,
  readStudio,
} from '#services/admin/studio/read-studio.ts'
import type { ServiceContext } from '#services/context.ts'
import { askForCheck } from '#services/ledger/check/ask-for-check.ts'
import type { Env } from '../../env.ts'
import { readQuery } from '../../middleware/read-query.ts'
import { requireAccount } from '../../middleware/request.ts'
import {
  presentAct,
  presentCheck,
  presentPayment,
  presentPaymentEvent,
  presentPrices,
  presentStudio,
} from './present-studio.ts'

/** The studio itself: how it stands, its ledger, payments, prices, and what operators did. */
export function adminStudioRoutes(context: ServiceContext) {
  return new Hono<Env>()
    .get('/api/admin/studio', async (c) => c.json(presentStudio(await readStudio(context))))
    .get('/api/admin/ledger', async (c) =>
      c.json({ checks: (await readChecks(context)).map(presentCheck) }),
    )
    .post('/api/admin/ledger/verify', (c) => {
      askForCheck(context, requireAccount(c.get('account')).email)
      return c.json({ started: true }, 202)
    })
    .get('/api/admin/prices', (c) => c.json(presentPrices(context.prices)))
    .get('/api/admin/payments', async (c) => {
      const { find, page } = readQuery(c, FindQuery)
      const { payments, events, stray, hasMore } = await readAllPayments(context, {
        text: find,
        page,
      })
      const views = payments.map((payment) => presentPayment(payment, events))
      return c.json({ payments: views, stray: stray.map(presentPaymentEvent), has_more: hasMore })
    })
    .get('/api/admin/audit', async (c) => {
      const { rows, before } = await readActs(context, readQuery(c, AuditQuery).before)
      return c.json({ data: rows.map(presentAct), before })
    })
}
