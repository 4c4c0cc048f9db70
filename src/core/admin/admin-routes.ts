import { Hono } from 'hono'
import { adminAccountDataRoutes } from '#core/account-data/routes/admin-account-data-routes.ts'
import { grantCredits, takeCreditsBack } from '#core/accounts/change-credits.ts'
import { changeRole } from '#core/accounts/change-role.ts'
import {
  AuditQuery,
  FailedGenerationsQuery,
  FindGenerationsQuery,
  FindQuery,
  GrantRequest,
  RoleRequest,
  TakeRequest,
} from '#core/accounts/contract/admin-accounts.ts'
import { findAccounts, readAccountDetails } from '#core/accounts/find-accounts.ts'
import { adminApprovalRoutes } from '#core/accounts/routes/approval-routes.ts'
import {
  presentAccountLine,
  presentWholeAccount,
} from '#core/accounts/routes/present-admin-account.ts'
import type { Permission } from '#core/accounts/rules/roles.ts'
import { suspendAccount } from '#core/accounts/suspend-account.ts'
import { startLedgerCheck } from '#core/credits/check-ledger.ts'
import { readStatement } from '#core/credits/read-statement.ts'
import {
  OperatorRefundRequest,
  RetryFailedRequest,
  RetryRequest,
} from '#core/generations/admin-generations-contract.ts'
import {
  findFailedGenerations,
  findGenerationsFor,
  readGenerationWhole,
} from '#core/generations/find-generations.ts'
import { refundForOperator, retryAll, retryGeneration } from '#core/generations/retry-generation.ts'
import {
  presentGenerationLine,
  presentWholeGeneration,
} from '#core/generations/routes/present-admin-generation.ts'
import { mayInSession, requirePermission, withPermission } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { operatorAction, presentAct } from '#core/http/operator-action.ts'
import type { SignedInContext } from '#core/http/route.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import { adminModelRoutes } from '#core/models/routes/admin-model-routes.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { readActs } from '#core/operators/read-acts.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { changeSettings, permissionsToSet } from '#core/settings/change-settings.ts'
import {
  type AdminSettingsView,
  ChangeSettingsRequest,
} from '#core/settings/contract/admin-settings.ts'
import { pricesOf } from '#core/settings/studio-settings-rules.ts'
import { adminListRoutes, refundNote } from './list-routes.ts'
import { presentCheck, presentPrices, presentStudio } from './present-overview.ts'
import { readChecks, readOverview } from './read-overview.ts'

/**
 * The API of the operator's pages. It is not in the published description: programs use the command
 * line.
 */
export function adminRoutes(options: ApiOptions) {
  const { context } = options
  // The lists come before the generations: “list” is no id of one.
  return new Hono<Env>()
    .route('/', adminApprovalRoutes(options))
    .route('/', adminAccountRoutes(context))
    .route('/', adminAccountDataRoutes(context))
    .route('/', adminListRoutes(context))
    .route('/', adminGenerationRoutes(context))
    .route('/', adminModelRoutes(context))
    .route('/', adminStudioRoutes(context))
}

/** How many accounts are listed at once. */
const accountsShown = 25

/** How many ledger entries are shown with an account. */
const entriesShown = 20

/** The ledger notes for the owner where the operator gave none. */
const ownNotes = { grant: 'granted by the operator', take: 'taken back by the operator' }

/** Accounts: search, details, granting and taking credits, suspension. */
function adminAccountRoutes(
  context: Parts<'admins' | 'changes' | 'contributions' | 'database' | 'settings'>,
) {
  const allow = (permission: Permission) => withPermission(context, permission)
  const line = presentAccountLine(context)
  return new Hono<Env>()
    .get('/api/admin/accounts', allow('accounts.read'), async (c) => {
      const { find, before = null } = readQuery(c, FindQuery)
      const found = await findAccounts(context, { text: find, before, limit: accountsShown })
      return c.json({
        data: found.rows.map(line),
        total: found.total,
        is_total_exact: found.isTotalExact,
        before: found.before,
      })
    })
    .get('/api/admin/accounts/:id', allow('accounts.read'), async (c) => {
      const found = await readAccountDetails(context, c.req.param('id'))
      const statement = await readStatement(context, {
        accountId: found.account.id,
        page: 1,
        pageSize: entriesShown,
      })
      const maySeeActs = mayInSession(c, context, 'audit.read')
      const view = { ...found, statement, origin: c.get('origin'), maySeeActs }
      return c.json(presentWholeAccount(context, view))
    })
    .post('/api/admin/accounts/:id/grant', allow('credits.grant'), async (c) => {
      const body = await readBody(c, GrantRequest)
      const { credits, paid, note = ownNotes.grant } = body
      if (paid) requirePermission(c, context, 'accounts.mark_paid')
      const grant = { name: c.req.param('id'), credits, paid, note }
      return c.json(line(await grantCredits(context, operatorAction(c, body), grant)))
    })
    .post('/api/admin/accounts/:id/take', allow('credits.take'), async (c) => {
      const body = await readBody(c, TakeRequest)
      const { credits, note = ownNotes.take } = body
      const taken = { name: c.req.param('id'), credits, note }
      return c.json(line(await takeCreditsBack(context, operatorAction(c, body), taken)))
    })
    .post('/api/admin/accounts/:id/role', allow('roles.change'), async (c) => {
      const { role, ...act } = await readBody(c, RoleRequest)
      const change = { name: c.req.param('id'), role }
      return c.json(line(await changeRole(context, operatorAction(c, act), change)))
    })
    .post('/api/admin/accounts/:id/suspend', allow('accounts.suspend'), async (c) =>
      c.json(line(await setSuspended(c, context, true))),
    )
    .post('/api/admin/accounts/:id/resume', allow('accounts.suspend'), async (c) =>
      c.json(line(await setSuspended(c, context, false))),
    )
}

async function setSuspended(
  c: SignedInContext,
  context: Parts<'changes' | 'database'>,
  isSuspended: boolean,
) {
  const act = operatorAction(c, await readBody(c, ActRequest))
  return suspendAccount(context, act, { name: c.req.param('id') ?? '', isSuspended })
}

/** The default period of the list of failed generations, in ms. */
const day = 24 * 60 * 60_000

/** Generations of any account: search, details, retry, refund. */
function adminGenerationRoutes(context: AllParts) {
  const allow = (permission: Permission) => withPermission(context, permission)
  return new Hono<Env>()
    .get('/api/admin/generations', allow('generations.read'), async (c) => {
      const { find } = readQuery(c, FindGenerationsQuery)
      const found = await findGenerationsFor(context, find)
      return c.json({ data: found.map(presentGenerationLine) })
    })
    .get('/api/admin/generations/failed', allow('generations.read'), async (c) => {
      const { code, since } = readQuery(c, FailedGenerationsQuery)
      const start = since === undefined ? new Date(Date.now() - day) : new Date(since)
      const found = await findFailedGenerations(context, { since: start, codes: code && [code] })
      return c.json({ data: found.map(presentGenerationLine) })
    })
    .post('/api/admin/generations/retry-failed', allow('generations.retry'), async (c) => {
      const body = await readBody(c, RetryFailedRequest)
      const order = { since: new Date(body.since), code: body.code }
      const { retried, refused, hasMore } = await retryAll(context, operatorAction(c, body), order)
      return c.json({ retried: retried.length, refused, has_more: hasMore })
    })
    .get('/api/admin/generations/:id', allow('generations.read'), async (c) => {
      const found = await readGenerationWhole(context, c.req.param('id'))
      return c.json(
        presentWholeGeneration(found, { language: c.get('language'), now: context.now() }),
      )
    })
    .post('/api/admin/generations/:id/retry', allow('generations.retry'), async (c) => {
      const body = await readBody(c, RetryRequest)
      return c.json(
        await retryGeneration(context, operatorAction(c, body), {
          id: c.req.param('id'),
          from: body.from,
        }),
      )
    })
    .post('/api/admin/generations/:id/refund', allow('generations.refund'), async (c) => {
      const body = await readBody(c, OperatorRefundRequest)
      const credits = await refundForOperator(context, operatorAction(c, body), {
        id: c.req.param('id'),
        note: body.note ?? refundNote,
      })
      return c.json({ credits })
    })
}

/** The installation: overview, ledger checks, prices, audit log. */
function adminStudioRoutes(context: AllParts) {
  const allow = (permission: Permission) => withPermission(context, permission)
  return new Hono<Env>()
    .get('/api/admin/studio', allow('overview.read'), async (c) =>
      c.json(presentStudio(await readOverview(context))),
    )
    .get('/api/admin/ledger', allow('ledger.read'), async (c) =>
      c.json({ checks: (await readChecks(context)).map(presentCheck) }),
    )
    .post('/api/admin/ledger/verify', allow('ledger.verify'), (c) => {
      startLedgerCheck(context, c.get('account').email)
      return c.json({ started: true }, 202)
    })
    .get('/api/admin/prices', allow('prices.read'), (c) =>
      c.json(presentPrices(pricesOf(context.settings.current().settings))),
    )
    .get('/api/admin/settings', allow('settings.read'), (c) => c.json(presentSettings(context)))
    .patch('/api/admin/settings', allow('settings.change'), async (c) => {
      const { set, reset, revision, ...act } = await readBody(c, ChangeSettingsRequest)
      for (const permission of permissionsToSet(context, [...Object.keys(set), ...reset]))
        requirePermission(c, context, permission)
      await changeSettings(context, operatorAction(c, act), { set, reset, revision })
      await context.settings.refresh()
      return c.json(presentSettings(context))
    })
    .get('/api/admin/audit', allow('audit.read'), async (c) => {
      const { rows, before } = await readActs(context, readQuery(c, AuditQuery).before)
      return c.json({ data: rows.map(presentAct), before })
    })
}

function presentSettings({ settings: reader }: Parts<'settings'>): AdminSettingsView {
  const { settings, sources, revision } = reader.current()
  return { revision, settings, sources }
}
