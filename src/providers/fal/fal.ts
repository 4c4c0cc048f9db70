import { type Provider, ProviderError } from '../provider.ts'
import { isAllowedFileAddress, jobAddress } from './addresses.ts'
import { call, connectionError } from './http.ts'
import { readImages, readState, readSubmitted } from './read-answer.ts'

const submitTimeout = 30_000
const askTimeout = 15_000
const downloadTimeout = 40_000

/** fal.ai's queue, or anything that speaks its protocol at `queueUrl` (reference/fal.md §1). */
export function createFal({ key, queueUrl }: { key: string; queueUrl: string }): Provider {
  return {
    async submit(endpoint, input) {
      const url = `${queueUrl}/${endpoint}`
      const { body } = await call({ method: 'POST', url, key, body: input, timeout: submitTimeout })
      return readSubmitted(endpoint, body)
    },

    async status(job) {
      const url = new URL(jobAddress(job, 'status', queueUrl))
      url.searchParams.set('logs', '1')
      return readState((await call({ method: 'GET', url: url.href, key, timeout: askTimeout })).body)
    },

    async result(job) {
      const url = jobAddress(job, 'result', queueUrl)
      return readImages((await call({ method: 'GET', url, key, timeout: askTimeout })).body)
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

    async download(url) {
      if (!isAllowedFileAddress(url, queueUrl)) {
        throw new ProviderError('unknown', 'The result lies on a host that is not allowed', {
          delivery: 'refused',
          retryable: false,
        })
      }
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(downloadTimeout) }).catch(
        (error: unknown) => {
          throw connectionError(error)
        },
      )
      if (response.ok && response.body) return response.body
      await response.body?.cancel()
      throw new ProviderError(
        response.status === 404 ? 'not_found' : 'unavailable',
        `The file answered ${response.status}`,
        {
          delivery: 'refused',
          retryable: true,
          httpStatus: response.status,
        },
      )
    },
  }
}
