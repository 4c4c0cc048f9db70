import { encodeImages } from '#core/client-apis/encode-images.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import type { ApiOptions } from '#core/http/env.ts'

/** Presents an ended generation as an answer of `generateContent`; its id is the generation's. */
export async function presentContent({ context }: ApiOptions, found: GenerationWithMedia) {
  const { id, model, answer, price, refunded } = found.row
  const parts =
    answer !== null
      ? [{ text: answer }]
      : (await encodeImages(context, found)).map(({ content, contentType }) => ({
          inlineData: { mimeType: contentType, data: content.toString('base64') },
        }))
  return {
    candidates: [
      { content: { role: 'model' as const, parts }, finishReason: 'STOP' as const, index: 0 },
    ],
    // A studio counts credits, not tokens, which clients expect.
    usageMetadata: {
      promptTokenCount: 0,
      candidatesTokenCount: 0,
      totalTokenCount: 0,
      credits: price - refunded,
    },
    modelVersion: model,
    responseId: id,
  }
}
