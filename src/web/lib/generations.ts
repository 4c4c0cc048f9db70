import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Kind, type KindWithFiles, kindFacts } from '#catalogue/kinds.ts'
import type { CreateAnswer, GenerationView } from '#contract/generation.ts'
import type { ImageHistoryPage } from '#contract/history-records.ts'
import { ApiError, request, retryUnlessRefused, serverNow } from './api.ts'

/** Every query with this key is a page of a history. */
export const historyKey = ['history'] as const

export const generationKey = (id: string) => ['generation', id] as const

/**
 * One generation, whole. Live events write it here, so it is only fetched when nobody has seen it
 * yet.
 */
export function generationQuery(id: string) {
  return queryOptions({
    queryKey: generationKey(id),
    queryFn: async ({ client, signal }) => {
      const found = await request('GET', '/api/generations/{id}', { params: { id }, signal })
      // A live event may have overtaken this answer.
      const known = client.getQueryData<GenerationView>(generationKey(id))
      return known && isOlder(found, known) ? known : found
    },
    staleTime: 30_000,
    retry: retryUnlessRefused,
  })
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

/** Identifies a record for the API. */
export type RecordId = Pick<GenerationView, 'id' | 'kind'>

export type Deletion = { deleted: number; undoTimeMs: number }

/** The most records that one call about many takes. */
const mostAtOnce = 500

/**
 * Deletes records of one kind; they are hidden at once, and their files go when they can no longer
 * be brought back. Answers how many were deleted, and how long the first of them can be brought
 * back, in ms. Throws `ApiError`.
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
 * Brings deleted records back while that is possible. Answers how many came back. Throws
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
 * Marks a record as a favourite or no longer as one; without `tags` it keeps those it has. Throws
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

/**
 * A file made ready: `bytes` is `null` where nobody knows it beforehand. The address works for this
 * account alone.
 */
export type PreparedDownload = {
  downloadUrl: string
  fileName: string
  files: number
  bytes: number | null
  expires_at: string
}

/** Has the files of up to 5,000 records of one kind made ready as one zip. Throws `ApiError`. */
export function prepareDownload(
  kind: KindWithFiles,
  imageIds: readonly string[],
  format?: 'png',
): Promise<PreparedDownload> {
  return request('POST', `${kindFacts[kind].historyPath}/download`, {
    body: { imageIds, ...(format && { format }) },
  })
}

/** What a request for a refund answered; `error` is in the reader's language. */
export type RefundAnswer =
  | { success: true; data: { refund_amount: number }; refund_status: 'refunded' }
  | { success: false; error: string; code: string; refund_status?: string }

/**
 * Asks for the credits of a failed generation back, by its request id (docs/spec/history.md#list).
 * A refusal is an answer; `ApiError` is thrown where there is none.
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
  /** Idempotency key: the same one again answers the same generation and charges nothing. */
  request_id: string
  isPublic: boolean
} & Record<string, unknown>

/** A lost answer is asked for again after these pauses, in ms. */
const askAgainAfter = [0, 1_000, 3_000]

/**
 * Charges the account and starts the work, both or neither. A lost answer is asked for again under
 * the same request id, which charges nothing twice. `account`: the id of the account that shall
 * pay. Throws `ApiError`.
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
 * Cancels a waiting generation, which refunds it; `is_cancelling` while the provider has not said
 * whether it finishes first. Throws `ApiError` `too_late` once the work has begun.
 */
export function cancelGeneration(id: string): Promise<GenerationView> {
  return request('POST', '/api/generations/{id}/cancel', { params: { id } })
}

/** Shows a generation to everybody, or to its owner alone. */
export function setVisibility(id: string, isPublic: boolean): Promise<GenerationView> {
  return request('POST', '/api/generations/{id}/visibility', {
    params: { id },
    body: { is_public: isPublic },
  })
}

/**
 * Writes a generation where `generationQuery` finds it, unless what is there is newer. Tells
 * whether a list of generations would now look different: a new one, another status, other
 * images, another visibility.
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

/** Notifies every list on the page that records are gone, so that each closes its gap at once. */
export function announceDeleted(ids: readonly string[]): void {
  for (const listener of listeners) listener(ids)
}

/** Returns a function that stops it. */
export function onDeleted(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
