import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { generationKey } from '../jobs/generations.ts'
import { silentGenerations } from './poll-open.ts'

describe('silentGenerations', () => {
  let client: QueryClient
  beforeEach(() => {
    client = new QueryClient()
  })
  const know = (id: string, kind: Kind, status: GenerationView['status'], updatedAt: number) =>
    client.setQueryData(generationKey(id), { id, kind, status } as GenerationView, { updatedAt })

  it('names open ones after their kind’s interval of silence', () => {
    know('image', 'image', 'processing', 10_000)
    know('video', 'video', 'pending', 10_000)
    know('done', 'image', 'completed', 0)
    expect(silentGenerations(client, 12_999, 1)).toEqual([])
    expect(silentGenerations(client, 13_000, 1)).toEqual(['image'])
    expect(silentGenerations(client, 15_000, 1)).toEqual(['image', 'video'])
  })

  it('is patient while events arrive', () => {
    know('image', 'image', 'processing', 10_000)
    expect(silentGenerations(client, 39_999, 10)).toEqual([])
    expect(silentGenerations(client, 40_000, 10)).toEqual(['image'])
  })

  it('polls a question as long as it is on the page and the requests succeed', async () => {
    know('question', 'image-understanding', 'processing', 10_000)
    expect(silentGenerations(client, 20_000, 1)).toEqual([])

    const options = {
      queryKey: generationKey('question'),
      enabled: false,
      retry: false,
      queryFn: () => Promise.reject(new Error('gone')),
    }
    const leave = new QueryObserver(client, options).subscribe(() => undefined)
    expect(silentGenerations(client, 20_000, 1)).toEqual(['question'])

    await client.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined)
    expect(silentGenerations(client, Date.now() + 20_000, 1)).toEqual([])
    leave()
  })
})
