import type { Medium } from '#core/models/rules/kinds.ts'
import { asObject, firstText } from '../http/as-object.ts'
import type { FailedAnswer } from '../http/call-json.ts'
import { codeOfStatus, codeOfWords, httpError, jobError, notFinished } from '../http/http-error.ts'
import { mediumOfAddress } from '../http/medium.ts'
import type { Asset, JobState, Output, ProviderError } from '../provider.ts'

const maxAssets = 16

/** What we read of a prediction. `flags`: which of its results may not be shown to all. */
export type Task = {
  status: string
  outputs: unknown[]
  flags: unknown[]
  error: string | null
  runMs: number | null
  endpoint: string
}

export function readTask(body: unknown, endpoint: string): Task {
  const { status, outputs, has_nsfw_contents: flags, error, timings } = asObject(body)
  const { inference } = asObject(timings)
  return {
    status: String(status),
    outputs: Array.isArray(outputs) ? outputs.slice(0, maxAssets) : [],
    flags: Array.isArray(flags) ? flags : [],
    error: firstText(error),
    runMs: typeof inference === 'number' && inference >= 0 ? Math.round(inference) : null,
    endpoint,
  }
}

const isOver = ({ status }: Task) => status === 'completed' || status === 'failed'

/** Unknown states count as running. */
export function stateOf(task: Task): JobState {
  if (isOver(task)) return { state: 'finished', runMs: task.runMs, logs: [] }
  if (task.status === 'created') return { state: 'queued', position: null, logs: [] }
  return { state: 'running', progress: null, logs: [] }
}

/** The files or the text of a prediction. Throws `ProviderError` for one that failed or is not over. */
export function outputOf(task: Task): Output {
  if (!isOver(task)) throw notFinished()
  if (task.status === 'failed') throw jobError(codeOfWords(task.error), task.error)
  const assets = task.outputs.flatMap((url, place): Asset[] => {
    if (!isAddress(url)) return []
    const medium = mediumOfAddress(url) ?? mediumOfEndpoint(task.endpoint)
    return [{ medium, url, width: null, height: null, flagged: task.flags[place] === true }]
  })
  const texts = task.outputs.filter((one) => typeof one === 'string' && !isAddress(one))
  return { assets, text: texts.length > 0 ? texts.join('') : null, seed: null, prompt: null }
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)
}

function mediumOfEndpoint(endpoint: string): Medium {
  if (/speech|tts|music|audio|voice/.test(endpoint)) return 'audio'
  return /video|i2v|t2v/.test(endpoint) ? 'video' : 'image'
}

/** Errors have the code of their status and a message. */
export function parseError({ status, body }: FailedAnswer): ProviderError {
  const message = firstText(asObject(body).message)
  return httpError(status, { message, code: codeOfStatus(status) })
}
