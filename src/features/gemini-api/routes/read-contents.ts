import { z } from 'zod'
import { refusedField } from '#core/client-apis/model-request.ts'
import type { GivenMessage } from '#core/client-apis/question-request.ts'
import type { Content } from './parameters.ts'

type Contents = readonly z.infer<typeof Content>[]

const Text = z.looseObject({ text: z.string() })
const Bytes = z.looseObject({
  inlineData: z.looseObject({ mimeType: z.string().max(100), data: z.string() }),
})
const File = z.looseObject({ fileData: z.looseObject({ fileUri: z.string().min(1) }) })

/**
 * Reads the last message of a person: its texts are one prompt. Without images of its own it has the
 * last of the conversation, since Gemini's clients repeat the images that it is about. Throws `Refused`
 * naming its part that is no text and no image.
 */
export function readContents(contents: Contents): GivenMessage {
  const index = contents.findLastIndex(({ role = 'user' }) => role === 'user')
  const { parts } = contents[index] ?? {}
  if (!parts?.length) throw refusedField('contents', 'required')
  const parameter = `contents.${index}.parts`
  const texts: string[] = []
  const images: GivenMessage['images'] = []
  for (const [place, part] of parts.entries()) {
    const text = Text.safeParse(part)
    const address = addressOf(part)
    const partName = `${parameter}.${place}`
    if (text.success) texts.push(text.data.text)
    else if (address !== null) images.push({ parameter: partName, address })
    else throw refusedField(partName, 'not_supported')
  }
  const text = texts.join('\n').trim()
  if (text === '') throw refusedField(parameter, 'required')
  return { parameter, text, images: images.length > 0 ? images : lastImage(contents) }
}

/** The last image of a conversation, where it has one. */
function lastImage(contents: Contents): GivenMessage['images'] {
  for (const [index, { parts = [] }] of [...contents.entries()].toReversed())
    for (const [place, part] of [...parts.entries()].toReversed()) {
      const address = addressOf(part)
      if (address !== null) return [{ parameter: `contents.${index}.parts.${place}`, address }]
    }
  return []
}

/** The address of a part that is a file, a `data:` URL where it has the bytes; `null`: it is none. */
function addressOf(part: unknown): string | null {
  const bytes = Bytes.safeParse(part)
  if (bytes.success) {
    const { mimeType, data } = bytes.data.inlineData
    return `data:${mimeType};base64,${data}`
  }
  const file = File.safeParse(part)
  return file.success ? file.data.fileData.fileUri : null
}
