import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { accountView } from '#testing/account.ts'
import { accountKey, ledgerKey } from '../account.ts'
import { generationKey } from '../jobs/generations.ts'
import { applyEvent } from './apply-event.ts'

const at = (second: number) => new Date(second * 1000).toISOString()

const seen = (overrides: Partial<GenerationView>) =>
  ({
    id: 'g1',
    kind: 'image',
    status: 'pending',
    images: [],
    is_public: true,
    updated_at: at(0),
    ...overrides,
  }) as GenerationView

describe('applyEvent', () => {
  let client: QueryClient
  beforeEach(() => {
    client = new QueryClient()
  })
  const apply = (overrides: Partial<GenerationView>) =>
    applyEvent(client, { name: 'generation', data: seen(overrides) })
  const known = () => client.getQueryData<GenerationView>(generationKey('g1'))

  it('shows an unknown generation, and reports that the history changed', () => {
    expect(apply({})).toBe(true)
    expect(known()).toMatchObject({ status: 'pending' })
  })

  it('follows it until its end', () => {
    apply({})
    expect(apply({ status: 'processing', updated_at: at(1) })).toBe(true)
    expect(apply({ status: 'completed', updated_at: at(2) })).toBe(true)
    expect(known()).toMatchObject({ status: 'completed' })
  })

  it('leaves the history alone when only the queue moved', () => {
    apply({ queue_position: 3 })
    expect(apply({ queue_position: 2 })).toBe(false)
    expect(known()).toMatchObject({ queue_position: 2 })
  })

  it('ignores an event that is older than the cached state', () => {
    apply({ status: 'processing', progress: 40, updated_at: at(2) })
    expect(apply({ status: 'pending', updated_at: at(1) })).toBe(false)
    expect(known()).toMatchObject({ status: 'processing', progress: 40 })
  })

  it('never reopens an ended generation', () => {
    apply({ status: 'failed', updated_at: at(2) })
    apply({ status: 'processing', updated_at: at(2) })
    expect(known()).toMatchObject({ status: 'failed' })
  })

  it('says that the history changed when a thumbnail is added', () => {
    const image = { id: 'm1', url: '/m1', thumbnail_url: null } as GenerationView['images'][number]
    apply({ status: 'completed', images: [image] })
    expect(apply({ status: 'completed', images: [{ ...image, thumbnail_url: '/t1' }] })).toBe(true)
  })

  it('removes a deleted generation', () => {
    apply({})
    expect(applyEvent(client, { name: 'generation-deleted', data: { id: 'g1' } })).toBe(true)
    expect(known()).toBeUndefined()
  })

  it('keeps the balance current', () => {
    const account = accountView({ credits: { left_credits: 70 } })
    expect(applyEvent(client, { name: 'account', data: account })).toBe(false)
    expect(client.getQueryData(accountKey)).toEqual(account)
  })

  it('reloads the statement when a payment changes and the balance does not', () => {
    const statement = [...ledgerKey, 70]
    const isStale = () => client.getQueryState(statement)?.isInvalidated
    const receive = (credits: number) =>
      applyEvent(client, {
        name: 'account',
        data: accountView({ credits: { left_credits: credits } }),
      })
    receive(70)
    client.setQueryData(statement, [])
    receive(80)
    expect(isStale()).toBe(false)
    receive(80)
    expect(isStale()).toBe(true)
  })
})
