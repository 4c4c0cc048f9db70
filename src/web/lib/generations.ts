import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Kind } from '#catalogue/kind.ts'
import type { CreateAnswer, GenerationView } from '#contract/generation.ts'
import type { ImageHistoryPage } from '#contract/history.ts'
import { ApiError, request, retryUnlessRefused } from './api.ts'

/** Everything under this key is a page of somebody's history. */
export const historyKey = ['history'] as const

export const generationKey = (id: string) => ['generation', id] as const

/** One generation, whole. Live events write it here, so it is only fetched when nobody has seen it yet. */
export function generationQuery(id: string) {
  return queryOptions({
    queryKey: generationKey(id),
    queryFn: async ({ client, signal }) => {
      const found = await request<GenerationView>('GET', `/api/generations/${encodeURIComponent(id)}`, { signal })
      // A live event may have overtaken this answer.
      const known = client.getQueryData<GenerationView>(generationKey(id))
      return known && isOlder(found, known) ? known : found
    },
    staleTime: 30_000,
    retry: retryUnlessRefused,
  })
}

/** Where the server keeps each kind's history, and how many records are on a page (specification, history §7, §9). */
const histories: Record<Kind, { path: string; pageSize: number }> = {
  image: { path: '/api/image-generation', pageSize: 20 },
  'image-editing': { path: '/api/image-editor', pageSize: 10 },
  video: { path: '/api/video-generation', pageSize: 10 },
  audio: { path: '/api/audio-generation', pageSize: 10 },
  'image-understanding': { path: '/api/image-understanding', pageSize: 10 },
}

/** What the pages of all histories have in common. */
export type HistoryPage = {
  data: { id: string; generation: GenerationView }[]
  total: number
  page: number
  totalPages: number
  /** Of the image history alone. */
  stats?: ImageHistoryPage['stats']
}

/** One page of a kind's history, newest first. Page numbers start at 1. Its records are remembered one by one too. */
export function historyQuery(kind: Kind, page: number) {
  const { path, pageSize } = histories[kind]
  return queryOptions({
    queryKey: [...historyKey, kind, page] as const,
    queryFn: async ({ client, signal }) => {
      const history = await request<HistoryPage>('GET', `${path}/history`, { query: { page, pageSize }, signal })
      for (const { generation } of history.data) rememberGeneration(client, generation)
      return history
    },
    retry: retryUnlessRefused,
  })
}

/** Deletes a record and its files for good. Throws `ApiError`. */
export async function deleteGeneration({ id, kind }: Pick<GenerationView, 'id' | 'kind'>): Promise<void> {
  const body = kind === 'image' ? { ids: [id], deleteFiles: true } : { id }
  await request('DELETE', `${histories[kind].path}/delete`, { body })
}

export type CreateBody = {
  model: string
  /** Idempotency key: the same one again answers the same generation and charges nothing. */
  request_id: string
  isPublic: boolean
} & Record<string, unknown>

/** Where each kind of work is asked for (design §4). */
const createPaths: Record<Kind, string> = {
  image: '/api/image-generation/create',
  'image-editing': '/api/image-editor/create',
  video: '/api/wan/createVideo',
  audio: '/api/wan/createAudio',
  'image-understanding': '/api/image-understanding/create',
}

/** A lost answer is asked for again after these pauses, in ms. */
const askAgainAfter = [0, 1_000, 3_000]

/**
 * Charges the account and starts the work, both or neither. A lost answer is asked for again under the same request id,
 * which charges nothing twice. Throws `ApiError`.
 */
export async function createGeneration(kind: Kind, body: CreateBody): Promise<CreateAnswer> {
  for (const pause of askAgainAfter) {
    try {
      return await request('POST', createPaths[kind], { body })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'network') throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return request('POST', createPaths[kind], { body })
}

/** Takes a waiting generation back and refunds it. Throws `ApiError` `too_late` once the work has begun. */
export function cancelGeneration(id: string): Promise<GenerationView> {
  return request('POST', `/api/generations/${encodeURIComponent(id)}/cancel`)
}

/** Shows a generation to everybody, or to its owner alone. */
export function setVisibility(id: string, isPublic: boolean): Promise<GenerationView> {
  return request('POST', `/api/generations/${encodeURIComponent(id)}/visibility`, { body: { is_public: isPublic } })
}

/**
 * Writes a generation where `generationQuery` finds it, unless what is there is newer. Tells whether a list of
 * generations would now look different: a new one, another status, other pictures, another visibility.
 */
export function rememberGeneration(client: QueryClient, generation: GenerationView): boolean {
  const known = client.getQueryData<GenerationView>(generationKey(generation.id))
  if (known && isOlder(generation, known)) return false
  client.setQueryData(generationKey(generation.id), generation)
  return !known || looksDifferent(known, generation)
}

/** Is the work still going on? */
export function isOpen({ status }: Pick<GenerationView, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}

/** How often an open generation is asked for while nothing tells us by itself, in ms (specification, creation §9). */
export const pollIntervals: Record<Kind, number> = {
  image: 3_000,
  'image-editing': 3_000,
  audio: 3_000,
  video: 5_000,
  'image-understanding': 2_000,
}

function isOlder(generation: GenerationView, known: GenerationView): boolean {
  return generation.updated_at < known.updated_at || (isOpen(generation) && !isOpen(known))
}

function looksDifferent(before: GenerationView, after: GenerationView): boolean {
  return (
    before.status !== after.status ||
    before.is_public !== after.is_public ||
    before.is_favorite !== after.is_favorite ||
    before.images.length !== after.images.length ||
    before.images.some((image, index) => image.thumbnail_url !== after.images[index]?.thumbnail_url)
  )
}
