import { Hono } from 'hono'
import {
  AuditQuery,
  FailedGenerationsQuery,
  FindGenerationsQuery,
  FindQuery,
} from '#contract/admin-accounts.ts'
import {
  ActRequest,
  GrantRequest,
  OperatorRefundRequest,
  RetryFailedRequest,
  RetryRequest,
  TakeRequest,
} from '#contract/admin-generations.ts'
import type { OperatorAction } from '#services/admin/audited-transaction.ts'
import { grantCredits, takeCreditsBack } from '#services/admin/change-credits.ts'
import { findAccounts, readAccountDetails } from '#services/admin/find-accounts.ts'
import {
  findFailedGenerations,
  findGenerationsFor,
  readGenerationWhole,
} from '#services/admin/find-generations.ts'
import {
  readActs,
  readAllPayments,
  readChecks,
  readOverview,
} from '#services/admin/read-overview.ts'
import { refundForOperator, retryAll, retryGeneration } from '#services/admin/retry-generation.ts'
import { suspendAccount } from '#services/admin/suspend-account.ts'
import type { ServiceContext } from '#services/context.ts'
import { startLedgerCheck } from '#services/ledger/check-ledger.ts'
import { readStatement } from '#services/ledger/read-statement.ts'
import { operatorOnly } from '../access.ts'
import type { ApiOptions, Env } from '../env.ts'
import type { SignedInContext } from '../route.ts'
import { readBody, readQuery } from '../validation.ts'
import { presentAccountLine, presentWholeAccount } from './present-account.ts'
import { presentGenerationLine, presentWholeGeneration } from './present-generation.ts'
import {
  presentAct,
  presentCheck,
  presentPayment,
  presentPaymentEvent,
  presentPrices,
  presentStudio,
} from './present-overview.ts'

/**
 * The API of the operator's pages. It is not in the published description: programs use the command
 * line.
 */
export function adminRoutes({ context }: ApiOptions) {
  return new Hono<Env>()
    .route('/', adminAccountRoutes(context))
    .route('/', adminGenerationRoutes(context))
    .route('/', adminStudioRoutes(context))
}

/** How many accounts are listed at once. */
const accountsShown = 25

/** How many ledger entries are shown with an account. */
const entriesShown = 20

/** The ledger notes for the owner where the operator gave none. */
const ownNotes = { grant: 'granted by the operator', take: 'taken back by the operator' }

/** Accounts: search, details, granting and taking credits, suspension. */
function adminAccountRoutes(context: ServiceContext) {
  const operator = operatorOnly(context)
  const line = presentAccountLine(context)
  return new Hono<Env>()
    .get('/api/admin/accounts', operator, async (c) => {
      const { find, before = null } = readQuery(c, FindQuery)
      const found = await findAccounts(context, { text: find, before, limit: accountsShown })
      return c.json({
        data: found.rows.map(line),
        total: found.total,
        is_total_exact: found.isTotalExact,
        before: found.before,
      })
    })
    .get('/api/admin/accounts/:id', operator, async (c) => {
      const found = await readAccountDetails(context, c.req.param('id'))
      const statement = await readStatement(context, {
        accountId: found.account.id,
        page: 1,
        pageSize: entriesShown,
      })
      return c.json(presentWholeAccount(context, { ...found, statement, origin: c.get('origin') }))
    })
    .post('/api/admin/accounts/:id/grant', operator, async (c) => {
      const body = await readBody(c, GrantRequest)
      const { credits, paid, note = ownNotes.grant } = body
      const grant = { name: c.req.param('id'), credits, paid, note }
      return c.json(line(await grantCredits(context, operatorAction(c, body), grant)))
    })
    .post('/api/admin/accounts/:id/take', operator, async (c) => {
      const body = await readBody(c, TakeRequest)
      const { credits, note = ownNotes.take } = body
      const taken = { name: c.req.param('id'), credits, note }
      return c.json(line(await takeCreditsBack(context, operatorAction(c, body), taken)))
    })
    .post('/api/admin/accounts/:id/suspend', operator, async (c) =>
      c.json(line(await setSuspended(c, context, true))),
    )
    .post('/api/admin/accounts/:id/resume', operator, async (c) =>
      c.json(line(await setSuspended(c, context, false))),
    )
}

async function setSuspended(c: SignedInContext, context: ServiceContext, isSuspended: boolean) {
  const act = operatorAction(c, await readBody(c, ActRequest))
  return suspendAccount(context, act, { name: c.req.param('id') ?? '', isSuspended })
}

/** The ledger note for the owner where the operator gave none. */
const refundNote = 'refunded by the operator'

/** The default period of the list of failed generations, in ms. */
const day = 24 * 60 * 60_000

/** Generations of any account: search, details, retry, refund. */
function adminGenerationRoutes(context: ServiceContext) {
  const operator = operatorOnly(context)
  return new Hono<Env>()
    .get('/api/admin/generations', operator, async (c) => {
      const { find } = readQuery(c, FindGenerationsQuery)
      const found = await findGenerationsFor(context, find)
      return c.json({ data: found.map(presentGenerationLine) })
    })
    .get('/api/admin/generations/failed', operator, async (c) => {
      const { code, since } = readQuery(c, FailedGenerationsQuery)
      const start = since === undefined ? new Date(Date.now() - day) : new Date(since)
      const found = await findFailedGenerations(context, { since: start, codes: code && [code] })
      return c.json({ data: found.map(presentGenerationLine) })
    })
    .post('/api/admin/generations/retry-failed', operator, async (c) => {
      const body = await readBody(c, RetryFailedRequest)
      const order = { since: new Date(body.since), code: body.code }
      const { retried, refused, hasMore } = await retryAll(context, operatorAction(c, body), order)
      return c.json({ retried: retried.length, refused, has_more: hasMore })
    })
    .get('/api/admin/generations/:id', operator, async (c) => {
      const found = await readGenerationWhole(context, c.req.param('id'))
      return c.json(
        presentWholeGeneration(found, { language: c.get('language'), now: context.now() }),
      )
    })
    .post('/api/admin/generations/:id/retry', operator, async (c) => {
      const body = await readBody(c, RetryRequest)
      return c.json(
        await retryGeneration(context, operatorAction(c, body), {
          id: c.req.param('id'),
          from: body.from,
        }),
      )
    })
    .post('/api/admin/generations/:id/refund', operator, async (c) => {
      const body = await readBody(c, OperatorRefundRequest)
      const credits = await refundForOperator(context, operatorAction(c, body), {
        id: c.req.param('id'),
        note: body.note ?? refundNote,
      })
      return c.json({ credits })
    })
}

/** The installation: overview, ledger checks, payments, prices, audit log. */
function adminStudioRoutes(context: ServiceContext) {
  const operator = operatorOnly(context)
  return new Hono<Env>()
    .get('/api/admin/studio', operator, async (c) =>
      c.json(presentStudio(await readOverview(context))),
    )
    .get('/api/admin/ledger', operator, async (c) =>
      c.json({ checks: (await readChecks(context)).map(presentCheck) }),
    )
    .post('/api/admin/ledger/verify', operator, (c) => {
      startLedgerCheck(context, c.get('account').email)
      return c.json({ started: true }, 202)
    })
    .get('/api/admin/prices', operator, (c) => c.json(presentPrices(context.prices)))
    .get('/api/admin/payments', operator, async (c) => {
      const { find, before: start = null } = readQuery(c, FindQuery)
      const { payments, events, stray, before } = await readAllPayments(context, {
        text: find,
        before: start,
      })
      const views = payments.map((payment) => presentPayment(payment, events))
      return c.json({ payments: views, stray: stray.map(presentPaymentEvent), before })
    })
    .get('/api/admin/audit', operator, async (c) => {
      const { rows, before } = await readActs(context, readQuery(c, AuditQuery).before)
      return c.json({ data: rows.map(presentAct), before })
    })
}

/** The actor, the reason, and the id that identifies a repeated action. */
function operatorAction(
  c: SignedInContext,
  { reason, act_id: id }: { reason: string; act_id?: string | undefined },
): OperatorAction {
  return { actor: c.get('account').email, reason, id }
}
