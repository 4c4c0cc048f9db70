import { asObject, firstText } from '../http/as-object.ts'
import type { FailedAnswer } from '../http/call-json.ts'
import { codeOfStatus, codeOfWords, httpError, jobError, notFinished } from '../http/http-error.ts'
import { mediumOfAddress } from '../http/medium.ts'
import { readUsage } from '../http/read-usage.ts'
import type { Asset, JobState, Output, ProviderError, ProviderErrorCode } from '../provider.ts'

const maxAssets = 16

/** Why an image or a text is withheld, of `finishReason` and `blockReason`. */
const isPolicy = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION|JAILBREAK|MODEL_ARMOR/

/** Reads the answer of `generateContent` or of `predict`. Throws `ProviderError` without a result. */
export function readAnswer(body: unknown): Output {
  const { candidates, predictions, promptFeedback, usageMetadata } = asObject(body)
  if (predictions !== undefined) return readPredictions(predictions)
  const [candidate] = listOf(candidates)
  const parts = listOf(asObject(candidate?.content).parts)
  // Drafts of a model that reasons are not its answer.
  const answered = parts.filter(({ thought }) => thought !== true)
  const assets = answered.flatMap(({ inlineData }) => assetOf(asObject(inlineData)))
  const texts = answered.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  const { blockReason, blockReasonMessage } = asObject(promptFeedback)
  const reason = firstText(blockReason, candidate?.finishReason) ?? ''
  if (assets.length === 0 && (texts.length === 0 || isPolicy.test(reason)) && reason !== 'STOP')
    throw withheld(reason, firstText(blockReasonMessage, candidate?.finishMessage, reason))
  const { totalTokenCount: tokens } = asObject(usageMetadata)
  const answer = outputOf(assets, texts.length > 0 ? texts.join('') : null)
  return { ...answer, ...readUsage({ tokens }) }
}

function readPredictions(value: unknown): Output {
  const predictions = listOf(value)
  const assets = predictions.flatMap(assetOf)
  const reason = firstText(...predictions.map(({ raiFilteredReason }) => raiFilteredReason))
  if (assets.length === 0 && reason) throw withheld('SAFETY', reason)
  return outputOf(assets, null)
}

/** The answer is the result: there is no job that could still have one. */
function withheld(reason: string, message: string | null): ProviderError {
  return httpError(200, { message, code: isPolicy.test(reason) ? 'content_policy' : 'unknown' })
}

/** `data` of Gemini, `bytesBase64Encoded` of Imagen; each with its `mimeType`. */
function assetOf({ data, bytesBase64Encoded: bytes, mimeType }: Record<string, unknown>): Asset[] {
  const base64 = data ?? bytes
  if (typeof base64 !== 'string' || base64 === '') return []
  const type = /^[a-z]+\/[\w.+-]+$/.test(String(mimeType)) ? mimeType : 'image/png'
  const url = `data:${type};base64,${base64}`
  const medium = mediumOfAddress(url) ?? 'image'
  return [{ medium, url, width: null, height: null, flagged: false }]
}

function outputOf(assets: Asset[], text: string | null): Output {
  const kept = assets.slice(0, maxAssets)
  return { assets: kept, text: kept.length === 0 ? text : null, seed: null, prompt: null }
}

/** A long-running operation. `error` and `response` are there when it is done. */
export type Operation = {
  name: unknown
  isDone: boolean
  error: Record<string, unknown> | null
  response: Record<string, unknown>
}

export function readOperation(body: unknown): Operation {
  const { name, done, error, response } = asObject(body)
  return {
    name,
    isDone: done === true,
    error: error ? asObject(error) : null,
    response: asObject(asObject(response).generateVideoResponse),
  }
}

export function operationState({ isDone }: Operation): JobState {
  if (isDone) return { state: 'finished', runMs: null, logs: [] }
  return { state: 'running', progress: null, logs: [] }
}

/** The videos of an operation. Throws `ProviderError` for one that failed or is not done. */
export function operationOutput({ isDone, error, response }: Operation): Output {
  if (!isDone) throw notFinished()
  if (error) {
    const words = firstText(error.message)
    throw jobError(error.code === 3 ? policyOr('invalid_input', words) : codeOfWords(words), words)
  }
  const assets = listOf(response.generatedSamples).flatMap(({ video }): Asset[] => {
    const { uri } = asObject(video)
    if (typeof uri !== 'string') return []
    return [{ medium: 'video', url: uri, width: null, height: null, flagged: false }]
  })
  const reasons = response.raiMediaFilteredReasons
  const reason = firstText(...(Array.isArray(reasons) ? reasons : []))
  if (assets.length === 0 && (reason || Number(response.raiMediaFilteredCount) > 0))
    throw jobError('content_policy', reason)
  return outputOf(assets, null)
}

function policyOr(code: ProviderErrorCode, words: string | null): ProviderErrorCode {
  const policy = codeOfWords(words)
  return policy === 'content_policy' ? policy : code
}

/** Errors are `{ error: { code, message, status, details: [{ reason }] } }`. */
export function parseError({ status, body }: FailedAnswer): ProviderError {
  const { message, status: name, details } = asObject(asObject(body).error)
  const reasons = listOf(details).map(({ reason }) => reason)
  return httpError(status, {
    message: firstText(message),
    code: codeOf(status, String(name), reasons),
  })
}

function codeOf(status: number, name: string, reasons: unknown[]): ProviderErrorCode {
  if (reasons.includes('API_KEY_INVALID')) return 'provider_auth'
  // The account's plan or country does not include the model.
  if (status === 400 && name === 'FAILED_PRECONDITION') return 'provider_funds'
  return codeOfStatus(status)
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(asObject) : []
}
