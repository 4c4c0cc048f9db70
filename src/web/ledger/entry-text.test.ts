import { describe, expect, it, vi } from 'vitest'
import type { LedgerEntryView } from '#core/credits/ledger-contract.ts'
import { entryText, signedCredits } from './entry-text.ts'

vi.stubGlobal('location', new URL('http://atelier.test/account/credits'))

const generation = {
  ...{ id: 'g1', kind: 'image', model: 'flux-dev', model_name: 'FLUX.1 dev', status: 'completed' },
  ...{ thumbnail_url: null, is_deleted: false },
} as const

const entry = (own: Partial<LedgerEntryView>): LedgerEntryView => ({
  ...{
    id: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    reason: 'charge',
    credits: -30,
    balance_after: 70,
    note: null,
  },
  ...{ generation: null, payment: null },
  ...own,
})

describe('a line of the statement', () => {
  it.each([
    [{ generation }, 'FLUX.1 dev', ['Image']],
    [{ generation: { ...generation, is_deleted: true } }, 'FLUX.1 dev', ['Image', 'deleted']],
    [
      { reason: 'refund', generation: { ...generation, status: 'failed' } },
      'Refund · FLUX.1 dev',
      ['Image', 'It failed'],
    ],
    [
      { reason: 'refund', generation: { ...generation, status: 'partial' } },
      'Refund · FLUX.1 dev',
      ['Image', 'Part of it was not returned'],
    ],
    [{ reason: 'refund', generation, note: 'Grey' }, 'Refund · FLUX.1 dev', ['Image', 'Grey']],
    [
      {
        reason: 'purchase',
        payment: { id: 'p1', amount: 1250, currency: 'eur', invoice_url: null },
      },
      'Purchase',
      ['€12.50'],
    ],
    [{ reason: 'grant', note: 'opening credits' }, 'Credits given', ['Opening credits']],
    [{ reason: 'repayment' }, 'Repayment', ['Owed credits were taken from what came in']],
  ] as const)('of %j', (own, title, details) => {
    expect(entryText(entry(own as Partial<LedgerEntryView>))).toEqual({ title, details })
  })

  it('has the sign of its credits, with a real minus', () => {
    expect([30, -30].map((credits) => signedCredits(credits, String))).toEqual(['+30', '−30'])
  })
})
