import { answersInText } from '#core/client-apis/choose-model.ts'
import type { Conversion } from '#core/client-apis/encode-images.ts'
import type { StreamEvent, StreamEvents } from '#core/client-apis/routes/stream-result.ts'
import type { ApiOptions } from '#core/http/env.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { Language } from '#platform/languages/languages.ts'
import { presentCall, presentMessage, presentResponse, presentStarted } from './present-response.ts'
import { presentStreamFailure } from './refuse-as-openai.ts'
import { readPreview } from './stream-images.ts'

type ResponseStream = { conversion: Conversion; partialImages: number; language: Language }

/**
 * OpenAI's events of a response: an image with small ones before it where its provider has them, or
 * the text of an answer at once.
 */
export function responseEvents(
  options: ApiOptions,
  { id: model, kind }: Model,
  { conversion, partialImages, language }: ResponseStream,
): StreamEvents {
  let response = presentStarted('', model, new Date())
  let generationId = ''
  let number = 0
  let sent = 0
  const create = (type: string, data: object): StreamEvent => ({
    event: type,
    data: { type, sequence_number: number++, ...data },
  })
  const ofCall = (name: string, place: number, more: object = {}) => {
    const item_id = presentCall(generationId, place).id
    const of = { output_index: place, item_id, ...more }
    return create(`response.image_generation_call.${name}`, of)
  }
  const begin = (place: number) => [
    create('response.output_item.added', {
      output_index: place,
      item: presentCall(generationId, place),
    }),
    ofCall('in_progress', place),
    ofCall('generating', place),
  ]

  function endText(text: string): StreamEvent[] {
    const item = presentMessage(generationId, text)
    const [part] = item.content
    const of = { item_id: item.id, output_index: 0, content_index: 0 }
    const waiting = { ...item, status: 'in_progress', content: [] }
    return [
      create('response.output_item.added', { output_index: 0, item: waiting }),
      create('response.content_part.added', { ...of, part: { ...part, text: '' } }),
      create('response.output_text.delta', { ...of, delta: text, logprobs: [] }),
      create('response.output_text.done', { ...of, text, logprobs: [] }),
      create('response.content_part.done', { ...of, part }),
    ]
  }

  return {
    started(id) {
      generationId = id
      response = { ...response, id: `resp_${id}` }
      const events = [
        create('response.created', { response }),
        create('response.in_progress', { response }),
      ]
      return answersInText(kind) ? events : [...events, ...begin(0)]
    },
    preview(preview) {
      if (sent >= partialImages) return []
      const { b64_json: partial_image_b64 } = readPreview(preview)
      const partial = { partial_image_b64, partial_image_index: sent++, output_format: 'webp' }
      return [ofCall('partial_image', 0, partial)]
    },
    async ended(found) {
      const ended = await presentResponse(options, found, language, conversion)
      const { answer } = found.row
      const items = ended.output.flatMap((item, place) => [
        ...(answer !== null
          ? endText(answer)
          : [...(place > 0 ? begin(place) : []), ofCall('completed', place)]),
        create('response.output_item.done', { output_index: place, item }),
      ])
      return [...items, create('response.completed', { response: ended })]
    },
    failed(reason) {
      const { code, message } = presentStreamFailure(reason, generationId, language)
      const error = { code: code ?? 'server_error', message }
      return [create('response.failed', { response: { ...response, status: 'failed', error } })]
    },
  }
}
