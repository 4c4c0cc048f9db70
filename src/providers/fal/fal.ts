import { resultRetention } from '#core/generations/rules/timetable.ts'
import { download } from '../http/download.ts'
import { readUsage } from '../http/read-usage.ts'
import { maxJsonWithFiles } from '../http/send.ts'
import { type Provider, ProviderError } from '../provider.ts'
import { isAllowedFileAddress, jobAddress } from './addresses.ts'
import { call } from './call.ts'
import { fetchDocument } from './fetch-document.ts'
import { listEndpoints } from './list-endpoints.ts'
import { readOutput, readState, readSubmitted } from './read-answer.ts'
import { initiateUpload, upload } from './upload.ts'
import { readWebhook } from './webhook.ts'
import { createWebhookKeys } from './webhook-keys.ts'

const askTimeout = 15_000

export type FalOptions = {
  /** The id of this instance in the registry. */
  id: string
  key: string
  queueUrl: string
  /** Where files are uploaded, for the probe. */
  restUrl: string
  /** The keys that webhooks are signed with. */
  jwksUrl: string
  /** Our own user id at fal; with it, webhooks of fal's other customers are rejected. */
  userId?: string | undefined
  /** The timeout of a submit, in ms. */
  submitTimeout?: number
  /** Where the OpenAPI documents of endpoints are; without it none are read. */
  openApiUrl?: string | undefined
  /** Where endpoints and their prices are listed; without it they are not. */
  platformUrl?: string | undefined
}

/** fal.ai's queue, or anything that speaks its protocol at `queueUrl` (docs/providers/fal.md). */
export function createFal({
  id,
  key,
  queueUrl,
  restUrl,
  jwksUrl,
  userId,
  submitTimeout = 30_000,
  openApiUrl,
  platformUrl,
}: FalOptions): Provider & Required<Pick<Provider, 'upload' | 'readWebhook'>> {
  const keys = createWebhookKeys(jwksUrl)
  return {
    id,
    url: queueUrl,

    async submit(endpoint, input, { webhookUrl, startWithin } = {}) {
      const url = new URL(`${queueUrl}/${endpoint}`)
      if (webhookUrl) url.searchParams.set('fal_webhook', webhookUrl)
      const headers = { ...leftovers, ...(startWithin && startWithinHeader(startWithin)) }
      const { body } = await call({
        method: 'POST',
        url: url.href,
        key,
        body: input,
        headers,
        timeout: submitTimeout,
      })
      return readSubmitted({ provider: id, endpoint }, body)
    },

    readWebhook: (body, header) => readWebhook({ body, header }, { keys, userId }),

    // While an account is locked, this is rejected like a submit, and it costs nothing
    // (docs/providers/fal.md#errors).
    async probe() {
      await initiateUpload({ key, restUrl }, { contentType: 'text/plain', fileName: 'probe.txt' })
    },

    upload: (file) => upload({ key, restUrl }, file),

    ...(openApiUrl && { readDocument: (endpoint) => fetchDocument(openApiUrl, endpoint) }),

    ...(platformUrl && { listEndpoints: () => listEndpoints({ key, platformUrl }) }),

    async status(job) {
      const url = new URL(jobAddress(job, 'status', queueUrl))
      const ask = async () =>
        readState((await call({ method: 'GET', url: url.href, key, timeout: askTimeout })).body)
      url.searchParams.set('logs', '1')
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof ProviderError) || error.code !== 'too_large') throw error
        // A job whose logs never end is still a job.
        url.searchParams.delete('logs')
        return ask()
      }
    },

    async result(job) {
      const url = jobAddress(job, 'result', queueUrl)
      const ask = { method: 'GET', url, key, timeout: askTimeout } as const
      const { body, header } = await call({ ...ask, maxBytes: maxJsonWithFiles })
      const units = header('x-fal-billable-units')
      return { ...readOutput(body), ...readUsage({ units: units === null ? null : Number(units) }) }
    },

    async cancel(job) {
      const url = jobAddress(job, 'cancel', queueUrl)
      try {
        const { status } = await call({ method: 'PUT', url, key, timeout: askTimeout })
        return status === 202 ? 'requested' : 'removed'
      } catch (error) {
        if (error instanceof ProviderError && error.httpStatus === 400) return 'too_late'
        if (error instanceof ProviderError && error.code === 'not_found') return 'not_found'
        throw error
      }
    },

    download: (url, limits) =>
      download(url, { isAllowed: (address) => isAllowedFileAddress(address, queueUrl) }, limits),
  }
}

/**
 * Results are copied at once; while our storage is unavailable they are kept at the provider
 * (docs/providers/fal.md#result-files).
 */
const leftovers = {
  'x-fal-object-lifecycle-preference': JSON.stringify({
    expiration_duration_seconds: resultRetention / 1_000,
  }),
}

/**
 * After this time the provider does not start the job, and bills nothing
 * (docs/providers/fal.md#submit); it accepts whole seconds above 1.
 */
function startWithinHeader(ms: number) {
  return { 'x-fal-request-timeout': String(Math.max(2, Math.ceil(ms / 1_000))) }
}
