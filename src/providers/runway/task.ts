import type { Medium } from '#core/models/rules/kinds.ts'
import { asObject, firstText } from '../http/as-object.ts'
import type { FailedAnswer } from '../http/call-json.ts'
import { codeOfStatus, httpError, jobError, notFinished } from '../http/http-error.ts'
import { mediumOfAddress } from '../http/medium.ts'
import type { JobState, Output, ProviderError, ProviderErrorCode } from '../provider.ts'

const maxAssets = 16

/** What we read of a task. `progress`: from 0 to 1. */
export type Task = {
  status: string
  progress: number | null
  output: unknown
  failure: string | null
  failureCode: string
}

export function readTask(body: unknown): Task {
  const { status, progress, output, failure, failureCode } = asObject(body)
  return {
    status: String(status),
    progress: typeof progress === 'number' ? progress : null,
    output,
    failure: firstText(failure),
    failureCode: firstText(failureCode) ?? '',
  }
}

const ended = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED'])

export function isOver({ status }: Task): boolean {
  return ended.has(status)
}

/** Unknown states count as running. */
export function stateOf(task: Task): JobState {
  if (isOver(task)) return { state: 'finished', runMs: null, logs: [] }
  if (task.status === 'PENDING' || task.status === 'THROTTLED')
    return { state: 'queued', position: null, logs: [] }
  const percent = task.progress === null ? null : Math.round(task.progress * 100)
  const isPercent = percent !== null && percent >= 0 && percent <= 100
  return { state: 'running', progress: isPercent ? percent : null, logs: [] }
}

/** The files of a task. Throws `ProviderError` for one that failed or is not over. */
export function outputOf(task: Task, endpoint: string): Output {
  if (!isOver(task)) throw notFinished()
  if (task.status === 'CANCELLED') throw jobError('cancelled', null)
  if (task.status === 'FAILED') throw jobError(codeOfFailure(task.failureCode), task.failure)
  const addresses = Array.isArray(task.output) ? task.output.slice(0, maxAssets) : []
  const assets = addresses.flatMap((url: unknown) => {
    if (typeof url !== 'string' || !URL.canParse(url)) return []
    const medium = mediumOfAddress(url) ?? mediumOfEndpoint(endpoint)
    return [{ medium, url, width: null, height: null, flagged: false }]
  })
  return { assets, text: null, seed: null, prompt: null }
}

function mediumOfEndpoint(endpoint: string): Medium {
  if (/speech|sound|voice|audio/.test(endpoint)) return 'audio'
  return endpoint.includes('video') || endpoint.includes('performance') ? 'video' : 'image'
}

function codeOfFailure(code: string): ProviderErrorCode {
  if (code.includes('SAFETY')) return 'content_policy'
  return code.startsWith('ASSET') ? 'invalid_input' : 'unknown'
}

/** Errors are `{ error }`, with `issues` of the fields where a request is invalid. */
export function parseError({ status, body }: FailedAnswer): ProviderError {
  const { error, issues } = asObject(body)
  const problems = (Array.isArray(issues) ? issues : []).map(asObject).map((issue) => {
    const { path, message } = issue
    return Array.isArray(path) ? `${path.join('.')}: ${message}` : String(message)
  })
  const message = firstText([firstText(error), ...problems].filter(Boolean).join('; '))
  const isFunds = status === 400 && /not (have )?enough credits/i.test(message ?? '')
  return httpError(status, { message, code: isFunds ? 'provider_funds' : codeOfStatus(status) })
}
