import type { Findings } from '../checks/violation.ts'

/** `generationId`: the generation that a request of `/v1` started, also where that has failed. */
export type Answer = { status: number; body: Record<string, unknown>; generationId?: string }
/** No answer: the process was killed, or we closed the connection. */
export type Lost = { lost: string }

export type Request = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  /** The operation, for the table of answers. */
  what: string
  key?: string
  body?: unknown
  headers?: Record<string, string>
  hangUpAfter?: number
}

export type Http = {
  send(request: Request): Promise<Answer | Lost>
  /** Answers by operation and status. */
  counts: Map<string, number>
  /** Counts an answer that came another way. */
  count(what: string, outcome: string): void
  /** Looks at what an event stream sent, as at any answer. */
  inspect(what: string, text: string): void
}

const patience = 20_000
const providersOwnWords =
  /User is locked|Exhausted balance|insufficient credit to run|fal\.ai\/dashboard|Top up your balance/i
const stackTrace = /\bat [\w.<>]+ \(?(file:|\/|node:)|node_modules\/|\.ts:\d+:\d+/

/** Sends requests and looks at every answer, whatever it was for. */
export function createHttp(findings: Findings): Http {
  const counts = new Map<string, number>()
  const count = (what: string, outcome: string) => {
    const key = `${what}\t${outcome}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const inspect = (what: string, text: string) => {
    const words = providersOwnWords.exec(text)?.[0]
    findings.note(
      'no answer carries the provider’s own words',
      1,
      words ? [{ detail: `${what}: "${words}"` }] : [],
    )
    const trace = stackTrace.exec(text)?.[0]
    findings.note(
      'no answer carries a stack trace',
      1,
      trace ? [{ detail: `${what}: "${trace}"` }] : [],
    )
  }
  const send = async ({
    method,
    url,
    what,
    key,
    body: sent,
    headers,
    hangUpAfter,
  }: Request): Promise<Answer | Lost> => {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...headers,
        },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
        signal: AbortSignal.timeout(hangUpAfter ?? patience),
      })
      const text = await response.text()
      const { status } = response
      const body: Answer['body'] = { ...parse(text), ...priceOf(response) }
      count(what, [status, body.code ?? ''].join(' ').trim())
      inspect(what, text)
      const generationId = response.headers.get('x-generation-id')
      // The end of a generation that /v1 waited for is no fault of the product's.
      const isFault = status >= 500 && status !== 503 && generationId === null
      findings.note(
        'no answer is a server error but 503',
        1,
        isFault ? [{ detail: `${what}: ${status} ${text.slice(0, 300)}` }] : [],
      )
      return { status, body, ...(generationId !== null && { generationId }) }
    } catch (error) {
      const lost = hangUpAfter === undefined ? reasonOf(error) : 'hung up'
      count(what, hangUpAfter === undefined ? 'connection lost' : 'hung up')
      return { lost }
    }
  }
  return { send, counts, count, inspect }
}

/** What `/v1` charged: its bodies are OpenAI's and have no price. */
function priceOf({ headers }: Response): { credits_charged?: number } {
  const price = headers.get('x-credits-charged')
  return price === null ? {} : { credits_charged: Number(price) }
}

/** Reads an answer; an error of `/v1` has its code where others have it. */
function parse(text: string): Record<string, unknown> {
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    return typeof body.error === 'object' ? { ...body, ...body.error } : body
  } catch {
    return {}
  }
}

function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return cause?.code ?? name ?? String(error)
}
