import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CreateAnswer, GenerationView } from '#core/generations/generation-contract.ts'
import type { ImageHistoryPage } from '#core/history/contract/history-records.ts'
import { type Kind, kindFacts } from '#core/models/rules/kinds.ts'
import { ApiError, request, retryUnlessRefused, serverNow } from '../api.ts'

/** Every query with this key is a page of a history. */
export const historyKey = ['history'] as const

export const generationKey = (id: string) => ['generation', id] as const

/**
 * One generation, complete. Live events write it here, so it is only fetched when it is not in the
 * cache yet.
 */
export function generationQuery(id: string) {
  return queryOptions({
    queryKey: generationKey(id),
    queryFn: async ({ client, signal }) => {
      const found = await request('GET', '/api/generations/{id}', { params: { id }, signal })
      // A live event may have arrived before this answer.
      const known = client.getQueryData<GenerationView>(generationKey(id))
      return known && isOlder(found, known) ? known : found
    },
    staleTime: 30_000,
    retry: retryUnlessRefused,
  })
}

/** The fields that the pages of all histories have. */
export type HistoryPage = {
  data: { id: string; generation: GenerationView }[]
  total: number
  page: number
  totalPages: number
  /** Fields of the image history alone. */
  stats?: ImageHistoryPage['stats']
}

/** Identifies a record for the API. */
export type RecordId = Pick<GenerationView, 'id' | 'kind'>

export type Deletion = { deleted: number; undoTimeMs: number }

/** The most records in one bulk request. */
const mostAtOnce = 500

/**
 * Deletes records of one kind; they are hidden at once, and their files are deleted when a restore
 * is no longer possible. Returns how many were deleted, and how long the first of them can be
 * restored, in ms. Throws `ApiError`.
 */
export async function deleteGenerations(kind: Kind, ids: readonly string[]): Promise<Deletion> {
  let [deleted, undoTimeMs] = [0, Number.POSITIVE_INFINITY]
  for (const some of inPieces(ids)) {
    const body = { ids: some, deleteFiles: true }
    const answer = await request('DELETE', `${kindFacts[kind].historyPath}/delete`, {
      body,
    })
    deleted += answer.deletedCount
    undoTimeMs = Math.min(undoTimeMs, Date.parse(answer.undo_until) - serverNow())
  }
  return { deleted, undoTimeMs }
}

/**
 * Restores deleted records while that is possible. Returns how many were restored. Throws
 * `ApiError`.
 */
export async function restoreGenerations(ids: readonly string[]): Promise<number> {
  let restored = 0
  for (const some of inPieces(ids)) {
    const answer = await request('POST', '/api/generations/restore', {
      body: { ids: some },
    })
    restored += answer.restoredCount
  }
  return restored
}

/**
 * Marks a record as a favourite or unmarks it; without `tags` it keeps those it has. Throws
 * `ApiError`.
 */
export async function setFavorite(
  { id, kind }: RecordId,
  isFavorite: boolean,
  tags?: readonly string[],
): Promise<GenerationView> {
  const body = { imageId: id, isFavorite, ...(tags && { tags }) }
  const answer = await request('POST', `${kindFacts[kind].historyPath}/favorite`, { body })
  return answer.generation
}

/** The answer to a refund request; `error` is in the reader's language. */
export type RefundAnswer =
  | { success: true; data: { refund_amount: number }; refund_status: 'refunded' }
  | { success: false; error: string; code: string; refund_status?: string }

/**
 * Requests a refund of a failed generation, by its request id (docs/spec/history.md#list). A
 * rejection is an answer; `ApiError` is thrown where there is none.
 */
export async function refundCredits(requestId: string, reason: string): Promise<RefundAnswer> {
  const body = { request_id: requestId, reason, manual_refund: true as const }
  try {
    return await request('POST', '/api/wan/refundCredits', { body })
  } catch (error) {
    if (error instanceof ApiError && isRefusedRefund(error.body)) return error.body
    throw error
  }
}

function isRefusedRefund(body: unknown): body is Extract<RefundAnswer, { success: false }> {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false
}

function inPieces(ids: readonly string[]): string[][] {
  const pieces = Math.ceil(ids.length / mostAtOnce)
  return Array.from({ length: pieces }, (_, at) =>
    ids.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  )
}

export type CreateBody = {
  model: string
  /**
   * Idempotency key: a repeated request with it returns the same generation and charges nothing.
   */
  request_id: string
  isPublic: boolean
} & Record<string, unknown>

/** A request without an answer is repeated after these pauses, in ms. */
const askAgainAfter = [0, 1_000, 3_000]

/**
 * Charges the account and starts the generation, both or neither. A request without an answer is
 * repeated with the same request id, which never charges twice. `account`: the id of the account
 * that pays. Throws `ApiError`.
 */
export async function createGeneration(
  kind: Kind,
  body: CreateBody,
  account: string,
): Promise<CreateAnswer> {
  // The form has built the body by the same catalogue that the document's bodies are made of.
  const create = () => request('POST', kindFacts[kind].createPath, { body: body as never, account })
  for (const pause of askAgainAfter) {
    try {
      return await create()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'network') throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return create()
}

/**
 * Cancels a waiting generation, which refunds it; `is_cancelling` while the provider has not
 * confirmed it. Throws `ApiError` `too_late` once the job has started.
 */
export function cancelGeneration(id: string): Promise<GenerationView> {
  return request('POST', '/api/generations/{id}/cancel', { params: { id } })
}

/** Makes a generation public or private. */
export function setVisibility(id: string, isPublic: boolean): Promise<GenerationView> {
  return request('POST', '/api/generations/{id}/visibility', {
    params: { id },
    body: { is_public: isPublic },
  })
}

/**
 * Writes a generation where `generationQuery` finds it, unless the cached one is newer. Returns
 * whether a list of generations would now look different: a new one, another status, other images,
 * another visibility.
 */
export function rememberGeneration(client: QueryClient, generation: GenerationView): boolean {
  const known = client.getQueryData<GenerationView>(generationKey(generation.id))
  if (known && isOlder(generation, known)) return false
  client.setQueryData(generationKey(generation.id), generation)
  noteOpen(client, generation.id, isOpen(generation))
  return !known || looksDifferent(known, generation)
}

/** The account's open generations: how many, and the ids of the newest (open-jobs.ts). */
export type OpenJobs = { total: number; ids: readonly string[] }
export const openJobsKey = ['open-jobs'] as const

/** Adds a generation to the open ones, or removes one that has ended or was deleted. */
export function noteOpen(client: QueryClient, id: string, isOpenNow: boolean): void {
  client.setQueryData<OpenJobs>(openJobsKey, (known) => {
    if (!known || known.ids.includes(id) === isOpenNow) return known
    return isOpenNow
      ? { total: known.total + 1, ids: [id, ...known.ids] }
      : { total: known.total - 1, ids: known.ids.filter((other) => other !== id) }
  })
}

/** Whether the generation is still open. */
export function isOpen({ status }: Pick<GenerationView, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
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

type Listener = (ids: readonly string[]) => void

const listeners = new Set<Listener>()

/** Notifies every list on the page of deleted records, so that each closes its gap at once. */
export function announceDeleted(ids: readonly string[]): void {
  for (const listener of listeners) listener(ids)
}

/** Returns a function that stops it. */
export function onDeleted(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
