import type { components } from './api-types.ts'
import { AtelierError, GenerationFailedError, invalidArgument } from './errors.ts'
import { createEvents, type Events } from './events.ts'
import { createHttp, type Http, type HttpOptions, sleep } from './http.ts'
import { type InputValue, uploadFile, withUploads } from './input-files.ts'

export type { ClientErrorCode, ErrorCode, FieldError } from './errors.ts'
export { AtelierError, GenerationFailedError } from './errors.ts'
export type { InputValue } from './input-files.ts'

/** One generation: its input, status, cost and files. */
export type Generation = components['schemas']['Generation']
export type Account = components['schemas']['Account']
export type Price = components['schemas']['Price']
export type Model = components['schemas']['Models']['models'][number]
export type Kind = Generation['kind']

export type ClientOptions = HttpOptions

/** Ends the call, not what it has started: `cancel` does. */
type Abortable = { signal?: AbortSignal | undefined }

/** What is to be generated. */
export type Request = {
  kind: Kind
  /** The id of a model; the first one of the kind if absent. */
  model?: string | undefined
  /** The generation type, of kinds that have several; if absent, what fits the files. */
  type?: string | undefined
  /** The model’s fields; files are uploaded. */
  input: Readonly<Record<string, InputValue>>
}

export type StartOptions = Abortable & {
  /** A higher price is refused with `above_max_credits` before anything is charged. */
  maxCredits?: number | undefined
  /** The same request under the same one is charged once. A new one if absent. */
  requestId?: string | undefined
  /** Whether others may see the result; if absent, the preference of the account. */
  isPublic?: boolean | undefined
  /** The generation that this one is a variation of. */
  parentId?: string | undefined
}

export type WaitOptions = Abortable & {
  /** Called with each new state, the last one included. */
  onProgress?: ((generation: Generation) => void) | undefined
  /** How long to wait, in ms; an hour if absent. Then `timed_out` is thrown. */
  waitMs?: number | undefined
}

export type GenerateOptions = StartOptions &
  WaitOptions & {
    /** Called when it was started and charged. */
    onStart?: ((generation: Generation) => void) | undefined
  }

/** A result file. */
export type ResultFile = {
  url: string
  thumbnailUrl: string | null
  contentType: string
  bytes: number
  /** Pixels; `null` for audio. */
  width: number | null
  height: number | null
  /** In ms; `null` for images. */
  durationMs: number | null
  /** Downloads it. */
  blob(options?: Abortable): Promise<Blob>
  /** Downloads it as a stream; a lost connection is not repeated. */
  stream(options?: Abortable): Promise<ReadableStream<Uint8Array>>
}

/** A generation that ended with a result. */
export type Result = {
  generation: Generation
  files: ResultFile[]
  /** The text, of image understanding. */
  answer: string | null
  /** What it cost in the end. */
  credits: number
}

/** Filters of a history (`GET …/history` in the API’s reference). */
export type HistoryFilter = Abortable & {
  kind: Kind
  search?: string | undefined
  status?: Generation['status'] | undefined
  tags?: readonly string[] | undefined
  onlyFavorites?: boolean | undefined
  /** Days such as `2026-01-31`, both included. */
  dateStart?: string | undefined
  dateEnd?: string | undefined
  timeZone?: string | undefined
}

export type Client = ReturnType<typeof createClient>

type KindFacts = { create: string; history: string; type: string; typeField?: string }

/** How the API names the kinds. */
export const kinds: Readonly<Record<Kind, KindFacts>> = {
  image: {
    create: '/api/image-generation/create',
    history: '/api/image-generation/history',
    type: 'text-to-image',
    typeField: 'image_generation_type',
  },
  'image-editing': {
    create: '/api/image-editor/create',
    history: '/api/image-editor/history',
    type: 'image-editing',
  },
  video: {
    create: '/api/wan/createVideo',
    history: '/api/video-generation/history',
    type: 'text-to-video',
    typeField: 'video_generation_type',
  },
  audio: {
    create: '/api/wan/createAudio',
    history: '/api/audio-generation/history',
    type: 'video-to-audio',
    typeField: 'audio_generation_type',
  },
  speech: { create: '/api/speech/create', history: '/api/speech/history', type: 'text-to-speech' },
  music: { create: '/api/music/create', history: '/api/music/history', type: 'text-to-music' },
  'image-understanding': {
    create: '/api/image-understanding/create',
    history: '/api/image-understanding/history',
    type: 'image-understanding',
  },
  transcription: {
    create: '/api/transcription/create',
    history: '/api/transcription/history',
    type: 'speech-to-text',
  },
  text: {
    create: '/api/text/create',
    history: '/api/text/history',
    type: 'text-to-text',
  },
  '3d': { create: '/api/3d/create', history: '/api/3d/history', type: 'image-to-3d' },
}

/** A client of one studio with one API key. Throws `AtelierError` for options that cannot be. */
export function createClient(options: ClientOptions) {
  const http = createHttp(options)
  const events = createEvents(http)

  const get = (id: string, { signal }: Abortable = {}) =>
    http.json<Generation>('GET', `/api/generations/${encodeURIComponent(id)}`, { signal })

  const wait = async (id: string, options: WaitOptions = {}): Promise<Result> =>
    resultOf(http, await waitForEnd({ events, get }, id, options))

  const start = (request: Request & StartOptions) => startGeneration(http, request)

  return {
    /**
     * Uploads files, starts, waits and returns the files. Throws `AtelierError`; after the start
     * with the `generationId`, so that `wait` can go on.
     */
    async generate(request: Request & GenerateOptions): Promise<Result> {
      const started = await start(request)
      request.onStart?.(started)
      return wait(started.id, request)
    },
    /** Uploads files and starts a generation without waiting for it. */
    start,
    /** Waits until a generation has ended. Throws `GenerationFailedError` where it has failed. */
    wait,
    /** One generation as it is now. */
    get,
    /**
     * Cancels a generation, which is refunded. While `is_cancelling` it may still finish; throws
     * `too_late` when it runs or has ended.
     */
    cancel: (id: string, { signal }: Abortable = {}) =>
      http.json<Generation>('POST', `/api/generations/${encodeURIComponent(id)}/cancel`, {
        signal,
      }),
    /** What a generation would cost. Files count as given; they are not uploaded. */
    async quote({ kind, model, type, input, signal }: Request & Abortable): Promise<Price> {
      const generation_type = type ?? (model === undefined ? knownKind(kind).type : undefined)
      const body = { model, generation_type, input: withoutFiles(input) }
      return http.json('POST', '/api/generations/quote', { body, signal })
    },
    /** The studio’s models in the order of its pages. */
    async models({ kind, signal }: { kind?: Kind } & Abortable = {}): Promise<Model[]> {
      type Models = components['schemas']['Models']
      return (await http.json<Models>('GET', '/api/models', { query: { kind }, signal })).models
    },
    /** The account of the key with its credits. */
    account: ({ signal }: Abortable = {}) => http.json<Account>('GET', '/api/account', { signal }),
    /** Uploads a file, which is kept for a day, and returns an address for an input. */
    upload: (file: Blob, { signal }: Abortable = {}) => uploadFile(http, file, signal),
    /** The generations of a kind, newest first, read page by page. */
    history: (filter: HistoryFilter) => iterateHistory(http, filter),
  }
}

/** Whatever is repeated, it is charged once: each attempt has the same request id. */
async function startGeneration(http: Http, request: Request & StartOptions): Promise<Generation> {
  const { kind, model, type, maxCredits, requestId = newRequestId(), isPublic, parentId } = request
  const { signal } = request
  const { create, typeField } = knownKind(kind)
  if (maxCredits !== undefined && !(Number.isInteger(maxCredits) && maxCredits >= 0)) {
    throw invalidArgument('maxCredits', 'maxCredits must be a whole number from 0.')
  }
  const input = await withUploads(http, request.input, signal)
  const send = async (expected: number | undefined) => {
    const body = {
      ...input,
      ...(model !== undefined && { model }),
      ...(type !== undefined && typeField && { [typeField]: type }),
      ...(isPublic !== undefined && { is_public: isPublic }),
      ...(parentId !== undefined && { parent_id: parentId }),
      ...(expected !== undefined && { expected_credits: expected }),
      request_id: requestId,
    }
    type Created = components['schemas']['Created']
    return (await http.json<Created>('POST', create, { body, signal })).generation
  }
  if (maxCredits === undefined) return send(undefined)
  // The server charges exactly what is expected, or names the price and charges nothing.
  let expected = maxCredits
  for (;;) {
    try {
      return await send(expected)
    } catch (error) {
      if (!(error instanceof AtelierError) || error.code !== 'price_changed') throw error
      const { required = Number.POSITIVE_INFINITY, status } = error
      if (required > maxCredits) {
        const message = `It costs ${required} credits, more than maxCredits (${maxCredits}).`
        const details = { status, required, max: maxCredits }
        throw new AtelierError('above_max_credits', message, details)
      }
      expected = required
    }
  }
}

type WaitParts = { events: Events; get(id: string, options: Abortable): Promise<Generation> }

/** How often it is read: rarely while events arrive, which may still be missed. */
const pollMs = { withEvents: 30_000, withoutEvents: 2_000 }

async function waitForEnd(
  { events, get }: WaitParts,
  id: string,
  { signal, onProgress, waitMs = 3_600_000 }: WaitOptions,
): Promise<Generation> {
  const end = Date.now() + waitMs
  let pushed: Generation | null = null
  let wake = () => {}
  const unsubscribe = events.subscribe(id, (generation) => {
    pushed = generation
    wake()
  })
  let shown = ''
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const generation: Generation | null = pushed ?? (await readUnlessDown(get, id, signal))
      pushed = null
      if (generation) {
        const state = JSON.stringify([
          generation.status,
          generation.progress,
          generation.updated_at,
        ])
        if (state !== shown) onProgress?.(generation)
        shown = state
        if (generation.status === 'failed') throw new GenerationFailedError(generation)
        if (generation.status === 'completed' || generation.status === 'partial') return generation
      }
      const leftMs = end - Date.now()
      if (leftMs <= 0) {
        const message = 'It has not ended in time. It goes on; wait for it again.'
        throw new AtelierError('timed_out', message, { generationId: id })
      }
      const pauseMs = events.isOpen() ? pollMs.withEvents : pollMs.withoutEvents
      const pause = new AbortController()
      const ended = signal ? AbortSignal.any([signal, pause.signal]) : pause.signal
      const slept = sleep(Math.min(pauseMs, leftMs), ended)
      try {
        await Promise.race([woken, slept])
      } finally {
        slept.catch(() => undefined)
        pause.abort()
      }
    }
  } finally {
    unsubscribe()
  }
}

/** Nothing while the server cannot be reached: what was started goes on. */
async function readUnlessDown(get: WaitParts['get'], id: string, signal?: AbortSignal) {
  try {
    return await get(id, { signal })
  } catch (error) {
    if (!(error instanceof AtelierError)) throw error
    const isDown =
      error.status === 0
        ? error.code === 'connection_failed' || error.code === 'timed_out'
        : error.status === 429 || error.status >= 500
    if (isDown) return null
    throw new AtelierError(error.code, error.message, {
      status: error.status,
      generationId: id,
      cause: error,
    })
  }
}

function resultOf(http: Http, generation: Generation): Result {
  return {
    generation,
    files: generation.images.map((media) => {
      const open = <Body>(signal: AbortSignal | undefined, read: (r: Response) => Promise<Body>) =>
        // The studio may name another address of its own; the key is sent to baseUrl alone.
        http.send('GET', new URL(media.url).pathname, { signal, isLong: true }, read)
      return {
        url: media.url,
        thumbnailUrl: media.thumbnail_url,
        contentType: media.content_type,
        bytes: media.bytes,
        width: media.width,
        height: media.height,
        durationMs: media.duration_ms,
        blob: ({ signal } = {}) => open(signal, (response) => response.blob()),
        stream: ({ signal } = {}) =>
          open(signal, async (response) => response.body ?? new ReadableStream<Uint8Array>()),
      }
    }),
    answer: generation.answer,
    credits: generation.credits_charged - generation.credits_refunded,
  }
}

async function* iterateHistory(http: Http, { kind, signal, ...filter }: HistoryFilter) {
  type Page = { data: { generation: Generation }[]; totalPages: number }
  // New ones move the others to later pages while these are read.
  const seen = new Set<string>()
  for (let page = 1; ; page++) {
    const query = { ...filter, page, pageSize: 50 }
    const path = knownKind(kind).history
    const { data, totalPages } = await http.json<Page>('GET', path, { query, signal })
    for (const { generation } of data) {
      if (seen.has(generation.id)) continue
      seen.add(generation.id)
      yield generation
    }
    if (page >= totalPages || data.length === 0) return
  }
}

function withoutFiles(input: Request['input']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => !hasFile(value)))
}

function hasFile(value: InputValue): boolean {
  if (value instanceof Blob) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFile)
}

function knownKind(kind: Kind): KindFacts {
  const facts = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (facts) return facts
  const message = `kind must be one of ${Object.keys(kinds).join(', ')}.`
  throw invalidArgument('kind', message)
}

/** `crypto.randomUUID` exists on pages served by https alone. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
