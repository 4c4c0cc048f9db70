import { asObject, firstText } from '../http/as-object.ts'
import type { FailedAnswer } from '../http/call-json.ts'
import { codeOfStatus, httpError, jobError, notFinished } from '../http/http-error.ts'
import { mediumOfAddress } from '../http/medium.ts'
import { readUsage } from '../http/read-usage.ts'
import type { JobState, Output, ProviderError, ProviderErrorCode } from '../provider.ts'

const maxAssets = 16

/** The `output` of a task, and what was counted. */
export type Task = Record<string, unknown> & { task_status: string; counted: unknown }

export function readTask(body: unknown): Task {
  const { output: given, usage: counted } = asObject(body)
  const output = asObject(given)
  return { ...output, task_status: String(output.task_status), counted }
}

const ended = new Set(['SUCCEEDED', 'FAILED', 'CANCELED'])

/** Unknown states count as running, but for `UNKNOWN`: it is of a task that they do not have. */
export function stateOf({ task_status: status }: Task): JobState {
  if (status === 'UNKNOWN') throw jobError('not_found', null)
  if (ended.has(status)) return { state: 'finished', runMs: null, logs: [] }
  if (status === 'PENDING' || status === 'SUSPENDED')
    return { state: 'queued', position: null, logs: [] }
  return { state: 'running', progress: null, logs: [] }
}

/** The files of a task. Throws `ProviderError` for one that failed or is not over. */
export function outputOf(task: Task): Output {
  if (stateOf(task).state !== 'finished') throw notFinished()
  if (task.task_status === 'CANCELED') throw jobError('cancelled', null)
  if (task.task_status === 'FAILED') throw failureOf(task)
  const results = listOf(task.results)
  const contents = listOf(task.choices).flatMap((choice) =>
    listOf(asObject(choice.message).content),
  )
  const addresses = [
    task.video_url,
    ...results.map((result) => result.url),
    ...contents.flatMap((content) => [content.image, content.video]),
  ]
  const assets = addresses.slice(0, maxAssets).flatMap((url) => {
    if (typeof url !== 'string' || !URL.canParse(url)) return []
    const medium = url === task.video_url ? 'video' : (mediumOfAddress(url) ?? 'image')
    return [{ medium, url, width: null, height: null, flagged: false }]
  })
  const { total_tokens: total, video_duration: seconds, duration } = asObject(task.counted)
  // A task with several results has succeeded where one of them has.
  const failed = results.find((result) => result.code !== undefined)
  if (assets.length === 0 && failed) throw failureOf(failed)
  return {
    assets,
    text: null,
    seed: null,
    prompt: firstText(task.actual_prompt, results[0]?.actual_prompt),
    ...readUsage({ tokens: total, seconds: seconds ?? duration }),
  }
}

function failureOf({ code, message }: Record<string, unknown>): ProviderError {
  return jobError(codeOfCode(String(code)) ?? 'unknown', firstText(message, code))
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

/** Errors are `{ code, message, request_id }`. */
export function parseError({ status, body }: FailedAnswer): ProviderError {
  const { code, message } = asObject(body)
  return httpError(status, {
    message: firstText(message, code),
    code: codeOfCode(String(code)) ?? codeOfStatus(status),
  })
}

function codeOfCode(code: string): ProviderErrorCode | null {
  if (/DataInspection|IPInfringement/.test(code)) return 'content_policy'
  if (/Arrearage/.test(code)) return 'provider_funds'
  return /^InvalidParameter/.test(code) ? 'invalid_input' : null
}
