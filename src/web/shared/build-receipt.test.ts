import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { buildReceipt } from './build-receipt.ts'

beforeAll(
  () => void vi.stubGlobal('location', new URL('http://atelier.test/creator/history/image')),
)

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()

const receipt = (own: Partial<GenerationView>) =>
  buildReceipt({
    ...{
      status: 'completed',
      credits_charged: 120,
      credits_refunded: 0,
      refunded_at: null,
      refund_reason: null,
    },
    ...{ number_of_images: 4, images: [1, 2, 3, 4], created_at: at(0), completed_at: at(14) },
    ...{ queue_ms: 2000, run_ms: 12_000, provider: null, used: null },
    ...own,
  } as GenerationView)

const lines = (some: { name: string; value: string }[]) =>
  some.map(({ name, value }) => [name, value])

describe('a receipt', () => {
  it('of a completed generation: quoted, charged, paid, and its duration', () => {
    const { money, times, verdict, why } = receipt({})
    expect(lines(money)).toEqual([
      ['Quoted', '120 credits'],
      ['Charged', '120 credits'],
      ['You spent', '120 credits'],
    ])
    expect(lines(times)).toEqual([
      ['Waited in the queue', '2 s'],
      ['Worked on', '12 s'],
    ])
    expect([verdict, why]).toEqual([undefined, undefined])
  })

  it('of a price that was the most: at most, what was used, and why the rest came back', () => {
    const { money, why } = receipt({
      ...{ credits_refunded: 107, refunded_at: at(14) },
      used: { unit: 'tokens', amount: 12_345 },
    })
    expect(lines(money)).toEqual([
      ['Quoted', 'at most 120 credits'],
      ['Charged', '120 credits'],
      ['Used', '12,345 tokens'],
      ['Refunded', '−107 credits'],
      ['You spent', '13 credits'],
    ])
    expect(why).toBe('Only what the job used is paid; the rest was refunded.')
  })

  it('names the provider that had the job', () => {
    const { times } = receipt({ provider: 'replicate' })
    expect(lines(times).at(-1)).toEqual(['Provider', 'replicate'])
  })

  it('of a failed generation: not charged, and why', () => {
    const failed = receipt({
      status: 'failed',
      credits_refunded: 120,
      refunded_at: at(14),
      refund_reason: 'It broke.',
    })
    expect(failed).toMatchObject({
      verdict: { text: 'You were not charged.', tone: 'good' },
      why: 'It broke.',
      refundedAt: at(14),
    })
    expect(lines(failed.money).slice(2)).toEqual([
      ['Refunded', '−120 credits'],
      ['You spent', '0 credits'],
    ])
  })

  it('of a failed generation that is not refunded yet', () => {
    expect(receipt({ status: 'failed' }).verdict).toEqual({
      text: 'The credits are not back yet.',
      tone: 'warn',
    })
  })

  it('of a partly failed generation: how much of it failed', () => {
    const images = [1, 2, 3] as unknown as GenerationView['images']
    const partial = receipt({
      status: 'partial',
      images,
      credits_refunded: 30,
      refunded_at: at(14),
    })
    expect(partial).toMatchObject({ verdict: undefined, why: '1 of 4 results did not come back.' })
    expect(lines(partial.money).at(-1)).toEqual(['You spent', '90 credits'])
  })

  it('of an open generation: the values known so far', () => {
    const open = { status: 'processing', completed_at: null, run_ms: null } as const
    expect(lines(receipt(open).times)).toEqual([['Waited in the queue', '2 s']])
    expect(receipt({ ...open, status: 'pending', queue_ms: null }).times).toEqual([])
  })

  it('of a generation without an observed start: the total time', () => {
    expect(lines(receipt({ queue_ms: null, run_ms: null }).times)).toEqual([
      ['From start to end', '14 s'],
    ])
  })
})
