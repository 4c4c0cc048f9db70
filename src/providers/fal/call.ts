import { callJson, type JsonCall } from '../http/call-json.ts'
import { parseError } from './parse-error.ts'

export type Call = Omit<JsonCall, 'headers'> & { key: string; headers?: Record<string, string> }

/**
 * Sends one call to fal, never repeated, with JSON in and out. Not through fal's own client, which
 * repeats a submit by itself (docs/providers/fal.md#submit). Throws `ProviderError`.
 */
export async function call({ key, headers, ...request }: Call): Promise<{
  status: number
  body: unknown
  header(name: string): string | null
}> {
  return callJson({ ...request, headers: { ...headers, authorization: `Key ${key}` } }, (answer) =>
    parseError({
      status: answer.status,
      body: answer.body,
      errorType: answer.header('x-fal-error-type'),
      retryable: answer.header('x-fal-retryable') ?? answer.header('x-fal-needs-retry'),
    }),
  )
}
