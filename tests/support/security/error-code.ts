type ErrorOfProtocol = { code: string; details?: { reason?: string }[] }

/** An error as the API answers it, or in the format of OpenAI, Google or Replicate. */
export type ErrorAnswer = { code?: string; error?: ErrorOfProtocol | string }

/** Returns our code of a refusal, or the word that a protocol has for it. */
export function errorCodeOf({ code, error }: ErrorAnswer): string | undefined {
  if (code !== undefined || typeof error === 'string') return code ?? String(error)
  return error?.details?.[0]?.reason ?? error?.code
}
