import { callJson, type FailedAnswer, type JsonCall } from '../http/call-json.ts'
import { codeOfStatus, httpError } from '../http/http-error.ts'
import { multipartOf } from '../http/multipart.ts'
import { type InputFile, isJobId, ProviderError } from '../provider.ts'

const askTimeout = 5_000
const submitTimeout = 30_000
const uploadTimeout = 5 * 60_000

/** The ids of a server's jobs, in the order in which they run. */
export type Queue = { running: string[]; pending: string[] }

/** One ComfyUI server: the calls of its HTTP API. All throw `ProviderError`. */
export type ComfyServer = ReturnType<typeof createServer>

/** Opens a server by its address. */
export function createServer(url: string) {
  const call = (path: string, request: Partial<JsonCall> = {}) =>
    callJson(
      { method: 'GET', timeout: askTimeout, ...request, url: `${url}${path}`, headers: {} },
      parseError,
    )
  return {
    url,

    async queue(): Promise<Queue> {
      const { queue_running: running, queue_pending: pending } = asObject(
        (await call('/queue')).body,
      )
      return { running: idsOf(running), pending: idsOf(pending) }
    },

    /** Returns what the server recorded of an ended job; `null`: nothing. */
    async history(id: string): Promise<Record<string, unknown> | null> {
      const { body } = await call(`/history/${encodeURIComponent(id)}`)
      const entry = asObject(body)[id]
      return typeof entry === 'object' && entry !== null ? asObject(entry) : null
    },

    /** Queues a workflow and returns the job's id. */
    async submit(prompt: Record<string, unknown>, clientId: string): Promise<string> {
      const { body } = await call('/prompt', {
        method: 'POST',
        body: { prompt, client_id: clientId },
        timeout: submitTimeout,
      })
      const { prompt_id: id } = asObject(body)
      if (isJobId(id)) return id
      throw new ProviderError('unknown', 'The ComfyUI server answered without an id of the job', {
        delivery: 'unknown',
        retryable: false,
      })
    },

    /** Uploads an input file and returns the name by which nodes load it. */
    async upload(file: InputFile): Promise<string> {
      const parts = [
        { name: 'image', file },
        { name: 'overwrite', value: 'true' },
      ]
      const { body } = await call('/upload/image', {
        method: 'POST',
        multipart: multipartOf(parts),
        timeout: uploadTimeout,
      }).catch((error: unknown) => {
        throw error instanceof ProviderError ? asNotSubmitted(error) : error
      })
      const { name, subfolder } = asObject(body)
      return subfolder ? `${subfolder}/${name}` : String(name)
    },

    async remove(id: string): Promise<void> {
      await post('/queue', { delete: [id] })
    },

    /** Interrupts this job. Servers before 2025 interrupt whatever runs. */
    async interrupt(id: string): Promise<void> {
      await post('/interrupt', { prompt_id: id })
    },
  }

  async function post(path: string, body: unknown): Promise<void> {
    await call(path, { method: 'POST', body }).catch((error: unknown) => {
      // These answer without a body, which is no JSON.
      if (!(error instanceof ProviderError) || error.code !== 'unreadable') throw error
    })
  }
}

function asNotSubmitted({ code, message, httpStatus, words }: ProviderError): ProviderError {
  const details = { delivery: 'refused', retryable: true, httpStatus, words } as const
  return new ProviderError(code, message, details)
}

/** A queue's entry is `[number, id, workflow, …]`; a lower number runs earlier. */
function idsOf(entries: unknown): string[] {
  if (!Array.isArray(entries)) return []
  return entries
    .filter((entry): entry is [number, string] => Array.isArray(entry) && isJobId(entry[1]))
    .toSorted(([one], [other]) => one - other)
    .map(([, id]) => id)
}

/** An invalid workflow is refused at once, with the nodes that are wrong. */
function parseError({ status, body }: FailedAnswer): ProviderError {
  const { error, node_errors: nodes } = asObject(body)
  const { message } = asObject(error)
  const reasons = Object.values(asObject(nodes)).flatMap((node) => {
    const { class_type: type, errors } = asObject(node)
    const details = Array.isArray(errors) ? errors.map((one) => asObject(one).details) : []
    return [`${type}: ${details.join(', ')}`]
  })
  const words = [message, ...reasons].filter((text) => typeof text === 'string').join('; ')
  // It has no accounts: a proxy in front of it may answer so.
  return httpError(status, { message: words || null, code: codeOfStatus(status) })
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
