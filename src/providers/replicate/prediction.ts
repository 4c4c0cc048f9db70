import { isDataUrl } from '../http/data-url.ts'
import { codeOfWords, jobError, notFinished } from '../http/http-error.ts'
import { mediumOfAddress } from '../http/medium.ts'
import { readUsage } from '../http/read-usage.ts'
import {
  type Asset,
  isJobId,
  type JobLog,
  type JobState,
  type Output,
  ProviderError,
} from '../provider.ts'

/** What we read of a prediction. `output` is whatever the model returns. */
export type Prediction = {
  id: string
  status: string
  output: unknown
  error: string | null
  logs: string
  runMs: number | null
  /** Its output was deleted, an hour after its end. */
  isDeleted: boolean
}

const ended = new Set(['succeeded', 'failed', 'canceled', 'aborted'])
const maxAssets = 64
const maxLogLines = 1_000
const maxLogLine = 4_000
/** The largest number that the database's columns hold. */
const maxInteger = 2 ** 31 - 1

export function isOver({ status }: Pick<Prediction, 'status'>): boolean {
  return ended.has(status)
}

/** Reads a prediction. Throws `ProviderError` without an id: then a submit's outcome is unknown. */
export function readPrediction(body: unknown): Prediction {
  const { id, status, output, error, logs, metrics, data_removed: isRemoved } = asObject(body)
  if (!isJobId(id))
    throw new ProviderError('unknown', 'The provider answered without an id of the job', {
      delivery: 'unknown',
      retryable: false,
    })
  const { predict_time: seconds } = asObject(metrics)
  const isTime = typeof seconds === 'number' && seconds >= 0 && seconds * 1_000 <= maxInteger
  return {
    id,
    status: typeof status === 'string' ? status : 'processing',
    output,
    error: typeof error === 'string' ? error : null,
    logs: typeof logs === 'string' ? logs : '',
    runMs: isTime ? Math.round(seconds * 1_000) : null,
    isDeleted: isRemoved === true,
  }
}

/** A failed prediction is finished, too: its result says how. Unknown statuses count as running. */
export function readState(prediction: Prediction): JobState {
  const logs = logsOf(prediction)
  if (isOver(prediction)) return { state: 'finished', runMs: prediction.runMs, logs }
  if (prediction.status === 'starting') return { state: 'queued', position: null, logs }
  return { state: 'running', progress: progressOf(prediction), logs }
}

/** The output of a prediction. Throws `ProviderError` for one that failed or has none any more. */
export function readOutput(prediction: Prediction): Output {
  const { status, error, output, runMs, isDeleted } = prediction
  if (!isOver(prediction)) throw notFinished()
  if (status === 'canceled' || status === 'aborted') throw jobError('cancelled', null)
  if (status === 'failed') throw jobError(codeOfWords(error), error)
  if (isDeleted) throw jobError('not_found', 'The provider has deleted the result')

  const values = valuesOf(output)
  if (error !== null && values.every((value) => value == null))
    throw jobError(codeOfWords(error), error)
  const assets = values.flatMap(assetOf).slice(0, maxAssets)
  const texts = values.filter((value) => typeof value === 'string' && !isAddress(value))
  return {
    assets,
    text: assets.length === 0 && texts.length > 0 ? texts.join('') : null,
    seed: null,
    prompt: null,
    ...readUsage({ seconds: runMs === null ? null : runMs / 1_000 }),
  }
}

/** An output is a value, a list, or an object of them. */
function valuesOf(output: unknown): unknown[] {
  if (Array.isArray(output)) return output
  return typeof output === 'object' && output !== null ? Object.values(output).flat() : [output]
}

function assetOf(value: unknown): Asset[] {
  if (typeof value !== 'string' || !isAddress(value)) return []
  const medium = mediumOfAddress(value) ?? 'image'
  return [{ medium, url: value, width: null, height: null, flagged: false }]
}

function isAddress(value: unknown): boolean {
  if (typeof value !== 'string') return false
  return isDataUrl(value) || (/^https?:\/\//.test(value) && value.length <= 2_000)
}

function logsOf({ logs }: Prediction): JobLog[] {
  const lines = logs.split('\n').filter(Boolean).slice(-maxLogLines)
  return lines.map((message) => ({
    message: message.slice(0, maxLogLine).toWellFormed(),
    level: 'INFO',
    source: 'model',
    timestamp: '',
  }))
}

/** The newest percentage of a progress bar in the logs. */
function progressOf({ logs }: Prediction): number | null {
  const percent = [...logs.slice(-10_000).matchAll(/(\d{1,3})(?:\.\d+)?%/g)].at(-1)?.[1]
  return percent === undefined ? null : Math.min(100, Number(percent))
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
