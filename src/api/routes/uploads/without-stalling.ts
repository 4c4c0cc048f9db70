import { uploadIdleTime } from '#domain/upload-rules.ts'
import { HttpRefused } from '../../middleware/errors.ts'

/**
 * A body as it arrives, `null` being empty. Throws `HttpRefused` `upload_stalled` when its sender
 * falls silent.
 */
export async function* withoutStalling(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await readInTime(reader)
    if (done) return
    yield value
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const stalled = Promise.withResolvers<never>()
  const timer = setTimeout(() => stalled.reject(new HttpRefused('upload_stalled')), uploadIdleTime)
  try {
    return await Promise.race([reader.read(), stalled.promise])
  } finally {
    clearTimeout(timer)
  }
}
