import { ProviderError } from '../provider.ts'

/** A connection of 100 kB/s transfers the largest input in this time, in ms. */
export const uploadTimeout = 9 * 60_000

/** Whatever happens to an upload, no job was submitted. */
export async function notSubmitted<Result>(call: Promise<Result>): Promise<Result> {
  return call.catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    const { code, message, words, httpStatus, retryable } = error
    throw new ProviderError(code, message, { delivery: 'refused', retryable, httpStatus, words })
  })
}

/** The error of an upload that succeeded, but whose answer does not say where the file is. */
export function noFileAddress(): ProviderError {
  return new ProviderError('unknown', 'The provider gave no address of the file', {
    delivery: 'refused',
    retryable: true,
  })
}
