import { z } from 'zod'
import { refusedField } from '#core/client-apis/model-request.ts'
import type { GivenMessage } from '#core/client-apis/question-request.ts'

/** A message of a conversation; only the last one of a person is read further. */
export const Message = z.looseObject({
  role: z.string().max(50).optional(),
  content: z.unknown().optional(),
})

const Text = z.looseObject({ type: z.enum(['text', 'input_text']), text: z.string() })
const Image = z.looseObject({
  type: z.enum(['image_url', 'input_image']),
  image_url: z
    .union([z.string(), z.looseObject({ url: z.string() }).transform(({ url }) => url)])
    .refine((address) => address !== ''),
})

/**
 * Reads the last message of a person: its texts are one prompt. `name`: the parameter of the list.
 * Throws `Refused` naming its part that is no text and no image.
 */
export function readLastMessage(
  messages: readonly z.infer<typeof Message>[],
  name: string,
): GivenMessage {
  const index = messages.findLastIndex(({ role }) => role === 'user')
  const { content } = messages[index] ?? {}
  if (content === undefined || content === null || content === '')
    throw refusedField(name, 'required')
  const parameter = `${name}.${index}.content`
  if (typeof content === 'string') return { text: content, images: [], parameter }
  if (!Array.isArray(content)) throw refusedField(parameter, 'wrong_type')

  const texts: string[] = []
  const images: GivenMessage['images'] = []
  for (const [place, part] of content.entries()) {
    const text = Text.safeParse(part)
    const image = Image.safeParse(part)
    const partName = `${parameter}.${place}`
    if (text.success) texts.push(text.data.text)
    else if (image.success) images.push({ parameter: partName, address: image.data.image_url })
    else throw refusedField(partName, isKnownPart(part) ? 'wrong_type' : 'not_supported')
  }
  const text = texts.join('\n').trim()
  if (text === '') throw refusedField(parameter, 'required')
  return { text, images, parameter }
}

/** Whether a part says that it is a text or an image. */
function isKnownPart(part: unknown): boolean {
  const { type } = (part ?? {}) as { type?: unknown }
  return [...Text.shape.type.options, ...Image.shape.type.options].some((known) => known === type)
}
