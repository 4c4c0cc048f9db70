import type { Model } from '#core/models/rules/model.ts'
import type { AllParts } from '#core/parts.ts'
import { type GivenFile, maxFiles, readAddress } from './given-files.ts'
import { imageInput } from './image-request.ts'
import { ignoredNames, type ModelRequest, ownFields, refuseProblems } from './model-request.ts'

/** What a person says in a conversation: a text, and the addresses of images (`data:` URLs, too). */
export type GivenMessage = {
  /** The parameter that holds it. */
  parameter: string
  text: string
  images: { parameter: string; address: string }[]
}

/** Reads the images of a message. Throws `Refused` naming their part, or the message for more than 16. */
export async function readMessageImages(
  context: AllParts,
  accountId: string,
  { parameter, images }: GivenMessage,
): Promise<GivenFile[]> {
  if (images.length > maxFiles)
    refuseProblems([{ field: parameter, problem: 'too_many', max: maxFiles }])
  const files: GivenFile[] = []
  for (const image of images)
    files.push(await readAddress(context, accountId, image.parameter, image.address))
  return files
}

type Question = {
  /** All that the client sent; the model's own fields are among it. */
  parameters: Record<string, unknown>
  /** The parameters of the operation. */
  known: readonly string[]
  message: GivenMessage
  images: readonly GivenFile[]
}

/** Returns the request of a model that answers with a text. Throws `Refused`. */
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
