import type { Model } from '#core/models/rules/model.ts'
import type { GivenFile } from './given-files.ts'
import { imageInput } from './image-request.ts'
import { ignoredNames, type ModelRequest, ownFields } from './model-request.ts'

/** What a person says in a conversation: a text, and the addresses of images (`data:` URLs, too). */
export type GivenMessage = {
  /** The parameter that holds it. */
  parameter: string
  text: string
  images: { parameter: string; address: string }[]
}

type Question = {
  /** All that the client sent; the model's own fields are among it. */
  parameters: Record<string, unknown>
  /** The parameters of the operation. */
  known: readonly string[]
  message: GivenMessage
  images: readonly GivenFile[]
}

/** Returns the request of a model that answers questions about images. Throws `Refused`. */
export function questionRequest(
  model: Model,
  { parameters, known, message, images }: Question,
): ModelRequest {
  const promptField = model.promptField ?? 'prompt'
  const { text, parameter } = message
  const files = imageInput(model, images, parameter)
  return {
    model,
    files: images,
    ignored: ignoredNames(model, parameters, known),
    parameters: { ...files.parameters, [promptField]: parameter },
    input: { ...ownFields(model, parameters, known), ...files.input, [promptField]: text },
  }
}
