import { callJson, type FailedAnswer, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { codeOfStatus, httpError } from '../http/http-error.ts'
import { multipartOf } from '../http/multipart.ts'
import { maxPageBytes } from '../http/read-pages.ts'
import { maxJsonWithFiles } from '../http/send.ts'
import { noFileAddress, notSubmitted, uploadTimeout } from '../http/upload.ts'
import { type JobReference, type Provider, ProviderError } from '../provider.ts'
import { listModels } from './list-models.ts'
import { isOver, type Prediction, readOutput, readPrediction, readState } from './prediction.ts'
import { readWebhook } from './webhook.ts'

const askTimeout = 15_000
const submitTimeout = 30_000

export type ReplicateOptions = {
  /** The id of this instance in the registry. */
  id: string
  token: string
  url: string
  /** The secret that events are signed with; absent: jobs are only polled. */
  webhookSecret?: string | undefined
}

/**
 * Replicate's predictions. An endpoint is `owner/model`, or `owner/model:version`. Replicate deletes
 * outputs an hour after the end of a job.
 */
export function createReplicate({ id, token, url, webhookSecret }: ReplicateOptions): Provider {
  const call = (
    request: Pick<JsonCall, 'method' | 'body' | 'multipart' | 'maxBytes'> & { path: string },
    address = `${url}/v1${request.path}`,
  ) =>
    callJson(
      {
        timeout: request.multipart ? uploadTimeout : request.body ? submitTimeout : askTimeout,
        ...request,
        url: address,
        headers: { authorization: `Bearer ${token}` },
      },
      parseError,
    )
  const read = async ({ requestId }: JobReference): Promise<Prediction> => {
    const ask = { method: 'GET', path: pathOf(requestId), maxBytes: maxJsonWithFiles } as const
    return readPrediction((await call(ask)).body)
  }

  return {
    id,
    url,

    async submit(endpoint, input, { webhookUrl } = {}) {
      const [model = '', version] = endpoint.split(':')
      const events = webhookUrl && { webhook: webhookUrl, webhook_events_filter: ['completed'] }
      const { body } = await call({
        method: 'POST',
        path: version ? '/predictions' : `/models/${model}/predictions`,
        body: { ...(version && { version }), input, ...events },
      })
      const prediction = readPrediction(body)
      const job = { provider: id, endpoint, requestId: prediction.id, urls: {} }
      return { job, state: readState(prediction) }
    },

    status: async (job) => readState(await read(job)),
    result: async (job) => readOutput(await read(job)),

    async cancel({ requestId }) {
      try {
        const path = `${pathOf(requestId)}/cancel`
        const prediction = readPrediction((await call({ method: 'POST', path })).body)
        if (prediction.status === 'canceled' || prediction.status === 'aborted') return 'removed'
        return isOver(prediction) ? 'too_late' : 'requested'
      } catch (error) {
        if (error instanceof ProviderError && error.code === 'not_found') return 'not_found'
        throw error
      }
    },

    download: (address, limits) => {
      const isOwn = (one: string) =>
        URL.canParse(one) && new URL(one).origin === new URL(url).origin
      const isAllowed = (one: string) => isOwn(one) || isResultAddress(one)
      const headers = (one: string) => (isOwn(one) ? { authorization: `Bearer ${token}` } : {})
      return download(address, { isAllowed, headers }, limits)
    },

    async upload(file) {
      const multipart = multipartOf([{ name: 'content', file }])
      const { body } = await notSubmitted(call({ method: 'POST', path: '/files', multipart }))
      const { urls } = (body ?? {}) as { urls?: { get?: unknown } }
      if (typeof urls?.get === 'string') return urls.get
      throw noFileAddress()
    },

    // A version's own answer does not say whose it is.
    async readDocument(endpoint) {
      const [model = '', version] = endpoint.split(':')
      const path = `/models/${model}${version ? `/versions/${version}` : ''}`
      const { body } = await call({ method: 'GET', path })
      const [owner, name] = model.split('/')
      return version ? { owner, name, latest_version: body } : body
    },

    listEndpoints: () =>
      listModels(async (address) => {
        const request = { method: 'GET', path: '', maxBytes: maxPageBytes } as const
        return (await call(request, address)).body
      }, url),

    async probe() {
      await call({ method: 'GET', path: '/account' })
    },

    ...(webhookSecret && {
      readWebhook: async (body: Uint8Array, header: (name: string) => string | undefined) =>
        readWebhook({ body, header }, webhookSecret),
    }),
  }
}

function pathOf(requestId: string): string {
  return `/predictions/${encodeURIComponent(requestId)}`
}

/** Where Replicate keeps the files of results. */
function isResultAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  const isReplicates = hostname === 'replicate.delivery' || hostname.endsWith('.replicate.delivery')
  return protocol === 'https:' && port === '' && !username && !password && isReplicates
}

/** Errors are problem documents with `detail`; validation comes with the answer to the submit. */
function parseError({ status, body }: FailedAnswer): ProviderError {
  const { detail, title } = (body ?? {}) as { detail?: unknown; title?: unknown }
  const message = [detail, title].find((text) => typeof text === 'string') ?? null
  return httpError(status, { message, code: codeOfStatus(status) })
}
