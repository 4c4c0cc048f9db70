import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { generationKey } from '#web/lib/jobs/generations.ts'
import { useToasts } from '#web/ui/feedback/toast.ts'
import { markFavorite } from './mark-favorite.ts'

const record = {
  id: 'g1',
  kind: 'image',
  status: 'completed',
  is_favorite: false,
  tags: ['sea'],
  images: [],
} as unknown as GenerationView

type Call = { body: { isFavorite: boolean; tags?: string[] }; answer: (status: number) => void }

/** A server that answers on request. */
function slowServer() {
  const calls: Call[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const asked = JSON.parse(body)
    return new Promise((resolve) => {
      const answer = (status: number) => {
        const generation = {
          ...record,
          is_favorite: asked.isFavorite,
          tags: asked.tags ?? record.tags,
        }
        const content =
          status === 200 ? { success: true, generation } : { error: 'no', code: 'internal' }
        resolve(new Response(JSON.stringify(content), { status }))
      }
      calls.push({ body: asked, answer })
    })
  })
  return calls
}

describe('markFavorite', () => {
  const client = new QueryClient()
  const known = () => client.getQueryData<GenerationView>(generationKey('g1'))
  beforeEach(() => {
    vi.stubGlobal('location', { pathname: '/' })
    client.setQueryData(generationKey('g1'), record)
    useToasts.setState({ waiting: [] })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('shows the mark at once and keeps the answer of the server', async () => {
    const calls = slowServer()
    const done = markFavorite(client, record, { isFavorite: true, tags: ['fog'] })
    expect(known()).toMatchObject({ is_favorite: true, tags: ['fog'] })
    await expect.poll(() => calls).toHaveLength(1)
    calls[0]?.answer(200)
    await done
    expect(calls[0]?.body).toMatchObject({ isFavorite: true, tags: ['fog'] })
    expect(known()).toMatchObject({ is_favorite: true, tags: ['fog'] })
    expect(useToasts.getState().waiting).toEqual([])
  })

  it('reverts the mark and shows an error when the server refuses', async () => {
    const calls = slowServer()
    const done = markFavorite(client, record, { isFavorite: true, tags: undefined })
    await expect.poll(() => calls).toHaveLength(1)
    calls[0]?.answer(500)
    await done
    expect(known()).toMatchObject({ is_favorite: false, tags: ['sea'] })
    expect(useToasts.getState().waiting).toMatchObject([{ message: 'Failed to update favorite' }])
  })

  it('sends a second press after the first, and shows the second', async () => {
    const calls = slowServer()
    const first = markFavorite(client, record, { isFavorite: true, tags: undefined })
    const second = markFavorite(
      client,
      { ...record, is_favorite: true },
      { isFavorite: false, tags: undefined },
    )
    await expect.poll(() => calls).toHaveLength(1)
    calls[0]?.answer(200)
    await first
    expect(known()?.is_favorite).toBe(false)
    await expect.poll(() => calls).toHaveLength(2)
    calls[1]?.answer(200)
    await second
    expect(calls.map(({ body }) => body.isFavorite)).toEqual([true, false])
    expect(known()?.is_favorite).toBe(false)
  })
})
