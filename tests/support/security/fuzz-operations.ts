import {
  DeleteAccountRequest,
  ExportAccountRequest,
  ExportBegunView,
} from '#core/account-data/contract.ts'
import {
  AdminAccountLine,
  AdminAccountsPage,
  AdminAccountView,
  AuditQuery,
  FailedGenerationsQuery,
  FindGenerationsQuery,
  FindQuery,
  GrantRequest,
  RoleRequest,
  TakeRequest,
} from '#core/accounts/contract/admin-accounts.ts'
import { RejectRequest, WaitingAccountsView } from '#core/accounts/contract/approvals.ts'
import {
  CheckStarted,
  LedgerChecksView,
  PricesView,
  StudioView,
} from '#core/admin/studio-contract.ts'
import {
  AdminGenerationsView,
  AdminGenerationView,
  OperatorRefundRequest,
  RefundedView,
  RetriedFailedView,
  RetriedView,
  RetryFailedRequest,
  RetryRequest,
} from '#core/generations/admin-generations-contract.ts'
import { ActRequest, AuditPage } from '#core/operators/contract.ts'
import { AdminSettingsView, ChangeSettingsRequest } from '#core/settings/contract/admin-settings.ts'
import { adminOperation, type Operation } from './admin-operation.ts'
import { featureMatrices } from './feature-matrices.ts'
import type { Schema } from './fuzz-values.ts'

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

/** The operator's own, which the published description leaves out, with what each answers. */
export const adminOperations: readonly Operation[] = [
  ...featureMatrices.flatMap(({ adminOperations: own = [] }) => own),
  adminOperation('GET', 'accounts', { query: FindQuery, answer: AdminAccountsPage }),
  adminOperation('GET', 'accounts/{id}', { answer: AdminAccountView }),
  adminOperation('POST', 'accounts/{id}/grant', { body: GrantRequest, answer: AdminAccountLine }),
  adminOperation('POST', 'accounts/{id}/take', { body: TakeRequest, answer: AdminAccountLine }),
  adminOperation('POST', 'accounts/{id}/role', { body: RoleRequest, answer: AdminAccountLine }),
  adminOperation('POST', 'accounts/{id}/suspend', { body: ActRequest, answer: AdminAccountLine }),
  adminOperation('POST', 'accounts/{id}/resume', { body: ActRequest, answer: AdminAccountLine }),
  adminOperation('POST', 'accounts/{id}/export', {
    body: ExportAccountRequest,
    answer: ExportBegunView,
  }),
  adminOperation('POST', 'accounts/{id}/delete', {
    body: DeleteAccountRequest,
    answer: AdminAccountLine,
  }),
  adminOperation('GET', 'waiting', { answer: WaitingAccountsView }),
  adminOperation('POST', 'accounts/{id}/approve', { body: ActRequest, answer: AdminAccountLine }),
  adminOperation('POST', 'accounts/{id}/reject', { body: RejectRequest, answer: AdminAccountLine }),
  adminOperation('GET', 'generations', {
    query: FindGenerationsQuery,
    answer: AdminGenerationsView,
  }),
  adminOperation('GET', 'generations/failed', {
    query: FailedGenerationsQuery,
    answer: AdminGenerationsView,
  }),
  adminOperation('POST', 'generations/retry-failed', {
    body: RetryFailedRequest,
    answer: RetriedFailedView,
  }),
  adminOperation('GET', 'generations/{id}', { answer: AdminGenerationView }),
  adminOperation('POST', 'generations/{id}/retry', { body: RetryRequest, answer: RetriedView }),
  adminOperation('POST', 'generations/{id}/refund', {
    body: OperatorRefundRequest,
    answer: RefundedView,
  }),
  adminOperation('GET', 'studio', { answer: StudioView }),
  adminOperation('GET', 'ledger', { answer: LedgerChecksView }),
  adminOperation('POST', 'ledger/verify', { status: 202, answer: CheckStarted }),
  adminOperation('GET', 'prices', { answer: PricesView }),
  adminOperation('GET', 'settings', { answer: AdminSettingsView }),
  adminOperation('PATCH', 'settings', { body: ChangeSettingsRequest, answer: AdminSettingsView }),
  adminOperation('GET', 'audit', { query: AuditQuery, answer: AuditPage }),
]
