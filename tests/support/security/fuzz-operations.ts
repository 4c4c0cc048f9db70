import { z } from 'zod'
import { documentQuery } from '#api/validation.ts'
import { DeliveryView } from '#contract/account/webhook-endpoints.ts'
import {
  DeleteAccountRequest,
  ExportAccountRequest,
  ExportBegunView,
} from '#contract/admin/account-data.ts'
import {
  AdminAccountLine,
  AdminAccountsPage,
  AdminAccountView,
  AuditQuery,
  FailedGenerationsQuery,
  FindGenerationsQuery,
  FindQuery,
} from '#contract/admin/accounts.ts'
import {
  ActRequest,
  AdminGenerationsView,
  AdminGenerationView,
  AuditPage,
  GrantRequest,
  OperatorRefundRequest,
  RefundedView,
  RefundPaymentRequest,
  RetriedFailedView,
  RetriedView,
  RetryFailedRequest,
  RetryRequest,
  RoleRequest,
  TakeRequest,
} from '#contract/admin/generations.ts'
import {
  AdminCodeBatch,
  AdminCodesPage,
  CodesQuery,
  CreateCodesRequest,
  CreatedCodes,
} from '#contract/admin/gift-codes.ts'
import {
  AccountGroupsRequest,
  AccountGroupsView,
  AdminGroupsView,
  DeleteGroupRequest,
  SaveGroupRequest,
} from '#contract/admin/groups.ts'
import {
  AdminInvitationLine,
  AdminInvitationsPage,
  CreatedInvitation,
  CreateInvitationRequest,
  InvitationsQuery,
  RejectRequest,
  WaitingAccountsView,
} from '#contract/admin/invitations.ts'
import {
  BlockedHashesView,
  DismissedView,
  HashesQuery,
  ReportsView,
  TakedownRequest,
  TakenDownView,
  UnblockedView,
  UnblockRequest,
} from '#contract/admin/moderation.ts'
import { AdminSettingsView, ChangeSettingsRequest } from '#contract/admin/settings.ts'
import {
  AdminPaymentsView,
  AdminRefundView,
  CheckStarted,
  LedgerChecksView,
  PricesView,
  StudioView,
} from '#contract/admin/studio.ts'
import {
  AdminDeliveriesView,
  AdminWebhook,
  AdminWebhooksView,
  ChangeWebhookRequest,
  CreateWebhookRequest,
  DeletedWebhookView,
  NewAdminWebhook,
} from '#contract/admin/webhooks.ts'
import { ErrorBody } from '#contract/errors.ts'
import type { Schema } from './fuzz-values.ts'

/** An operation as it is described. */
export type Operation = {
  method: string
  path: string
  parameters: { name: string; in: string; schema: Schema }[]
  body: Schema | null
  isMultipart: boolean
  /** Content types by status. */
  answers: Record<string, string[]>
  /** What JSON answers are, by status; a document's own schemas are found in it. */
  schemas?: Record<string, object>
}

export type ApiDocument = { paths: Record<string, Record<string, Described>> }

type Described = {
  parameters?: Operation['parameters']
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** All that the description names. */
export function describedOperations({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody, responses }]): Operation => {
      const answers = Object.entries(responses).map(([status, { content = {} }]) => [
        status,
        Object.keys(content),
      ])
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema ?? null,
        isMultipart: requestBody?.content['multipart/form-data'] !== undefined,
        answers: Object.fromEntries(answers),
      }
    }),
  )
}

const refusals = ['400', '403', '404', '409', '413', '415', '429', '503']

/** The operator's own, which the published description leaves out, with what each answers. */
export const adminOperations: readonly Operation[] = [
  admin('GET', 'accounts', { query: FindQuery, answer: AdminAccountsPage }),
  admin('GET', 'accounts/{id}', { answer: AdminAccountView }),
  admin('POST', 'accounts/{id}/grant', { body: GrantRequest, answer: AdminAccountLine }),
  admin('POST', 'accounts/{id}/take', { body: TakeRequest, answer: AdminAccountLine }),
  admin('POST', 'accounts/{id}/role', { body: RoleRequest, answer: AdminAccountLine }),
  admin('POST', 'accounts/{id}/suspend', { body: ActRequest, answer: AdminAccountLine }),
  admin('POST', 'accounts/{id}/resume', { body: ActRequest, answer: AdminAccountLine }),
  admin('POST', 'accounts/{id}/export', { body: ExportAccountRequest, answer: ExportBegunView }),
  admin('POST', 'accounts/{id}/delete', { body: DeleteAccountRequest, answer: AdminAccountLine }),
  admin('GET', 'invitations', { query: InvitationsQuery, answer: AdminInvitationsPage }),
  admin('POST', 'invitations', { body: CreateInvitationRequest, answer: CreatedInvitation }),
  admin('POST', 'invitations/{id}/revoke', { body: ActRequest, answer: AdminInvitationLine }),
  admin('GET', 'codes', { query: CodesQuery, answer: AdminCodesPage }),
  admin('POST', 'codes', { body: CreateCodesRequest, answer: CreatedCodes }),
  admin('POST', 'codes/{id}/disable', { body: ActRequest, answer: AdminCodeBatch }),
  admin('GET', 'webhooks', { answer: AdminWebhooksView }),
  admin('POST', 'webhooks', { body: CreateWebhookRequest, answer: NewAdminWebhook }),
  admin('PATCH', 'webhooks/{id}', { body: ChangeWebhookRequest, answer: AdminWebhook }),
  admin('POST', 'webhooks/{id}/delete', { body: ActRequest, answer: DeletedWebhookView }),
  admin('POST', 'webhooks/{id}/secret', { body: ActRequest, answer: NewAdminWebhook }),
  admin('POST', 'webhooks/{id}/test', { answer: DeliveryView }),
  admin('GET', 'webhooks/{id}/deliveries', { answer: AdminDeliveriesView }),
  admin('GET', 'waiting', { answer: WaitingAccountsView }),
  admin('POST', 'accounts/{id}/approve', { body: ActRequest, answer: AdminAccountLine }),
  admin('POST', 'accounts/{id}/reject', { body: RejectRequest, answer: AdminAccountLine }),
  admin('GET', 'generations', { query: FindGenerationsQuery, answer: AdminGenerationsView }),
  admin('GET', 'generations/failed', {
    query: FailedGenerationsQuery,
    answer: AdminGenerationsView,
  }),
  admin('POST', 'generations/retry-failed', {
    body: RetryFailedRequest,
    answer: RetriedFailedView,
  }),
  admin('GET', 'generations/{id}', { answer: AdminGenerationView }),
  admin('POST', 'generations/{id}/retry', { body: RetryRequest, answer: RetriedView }),
  admin('POST', 'generations/{id}/refund', { body: OperatorRefundRequest, answer: RefundedView }),
  admin('GET', 'moderation', { answer: ReportsView }),
  admin('GET', 'moderation/hashes', { query: HashesQuery, answer: BlockedHashesView }),
  admin('POST', 'moderation/hashes/unblock', { body: UnblockRequest, answer: UnblockedView }),
  admin('POST', 'moderation/{id}/dismiss', { body: ActRequest, answer: DismissedView }),
  admin('POST', 'moderation/{id}/takedown', { body: TakedownRequest, answer: TakenDownView }),
  admin('GET', 'groups', { answer: AdminGroupsView }),
  admin('POST', 'groups', { body: SaveGroupRequest, answer: AdminGroupsView }),
  admin('POST', 'groups/delete', { body: DeleteGroupRequest, answer: AdminGroupsView }),
  admin('POST', 'accounts/{id}/groups', {
    body: AccountGroupsRequest,
    answer: AccountGroupsView,
  }),
  admin('GET', 'studio', { answer: StudioView }),
  admin('GET', 'ledger', { answer: LedgerChecksView }),
  admin('POST', 'ledger/verify', { status: 202, answer: CheckStarted }),
  admin('GET', 'prices', { answer: PricesView }),
  admin('GET', 'settings', { answer: AdminSettingsView }),
  admin('PATCH', 'settings', { body: ChangeSettingsRequest, answer: AdminSettingsView }),
  admin('GET', 'payments', { query: FindQuery, answer: AdminPaymentsView }),
  admin('POST', 'payments/{id}/refund', { body: RefundPaymentRequest, answer: AdminRefundView }),
  admin('POST', 'payments/{id}/refund/repeat', { body: ActRequest, answer: AdminRefundView }),
  admin('GET', 'audit', { query: AuditQuery, answer: AuditPage }),
]

type Own = { query?: z.ZodObject; body?: z.ZodObject; status?: number; answer: z.ZodObject }

function admin(
  method: string,
  path: string,
  { query, body, status = 200, answer }: Own,
): Operation {
  const id = path.includes('{id}') ? [{ name: 'id', in: 'path', schema: { type: 'string' } }] : []
  const asked = query ? (documentQuery(query) as Operation['parameters']) : []
  const refused = refusals.map((refusal) => [refusal, ErrorBody] as const)
  const schemas = [[String(status), answer] as const, ...refused]
  return {
    method,
    path: `/api/admin/${path}`,
    parameters: [...id, ...asked],
    body: body ? (z.toJSONSchema(body, { io: 'input' }) as Schema) : null,
    isMultipart: false,
    answers: Object.fromEntries(schemas.map(([one]) => [one, ['application/json']])),
    schemas: Object.fromEntries(schemas.map(([one, schema]) => [one, z.toJSONSchema(schema)])),
  }
}
