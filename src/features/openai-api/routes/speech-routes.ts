import { Hono } from 'hono'
import { z } from 'zod'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { chooseModel } from '#core/client-apis/choose-model.ts'
import {
  ignoredNames,
  type ModelRequest,
  ownFields,
  refuseProblems,
} from '#core/client-apis/model-request.ts'
import { awaitResult } from '#core/client-apis/routes/follow-result.ts'
import { startRequest } from '#core/client-apis/routes/start-request.ts'
import { openMedia } from '#core/downloads/open-media.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { sendMedia } from '#core/http/send-media.ts'
import type { Model } from '#core/models/rules/model.ts'
import { Refused } from '#core/refused.ts'
import { readParameters } from './read-parameters.ts'

/** The parameters of OpenAI's API (docs/openai.md#speech). */
export const SpeechParameters = z.looseObject({
  input: z.string().min(1),
  model: z.string().min(1).max(200).optional(),
  voice: z.string().min(1).max(100).optional(),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).optional(),
  speed: z.number().min(0.25).max(4).optional(),
  instructions: z.string().max(10_000).optional(),
  stream_format: z.enum(['audio', 'sse']).optional(),
})

const known = Object.keys(SpeechParameters.shape)

/** `POST /v1/audio/speech`: answers with the file. */
export function speechRoutes(options: ApiOptions) {
  const { context } = options
  return new Hono<Env>().post('/v1/audio/speech', signedIn, async (c) => {
    const account = c.get('account')
    const { parameters } = await readParameters(options, c, {
      accountId: account.id,
      schema: SpeechParameters,
    })
    const { settings } = context.settings.current()
    const model = chooseModel(settings.openai_aliases, {
      kinds: ['speech'],
      name: parameters.model,
      allowed: await readAllowedModels(context, account.id),
    })
    const { id } = await startRequest(options, c, account, modelRequest(model, parameters))
    const { outputs } = await awaitResult(options, c, { accountId: account.id, id })
    const [file] = outputs.filter(({ content_type: type }) => type.startsWith('audio/'))
    if (!file) throw new Refused({ reason: 'not_found' })
    const asked = { accountId: account.id, id: file.id, readerId: account.id, thumbnail: false }
    return sendMedia(c, await openMedia(context, asked))
  })
}

function modelRequest(model: Model, given: z.infer<typeof SpeechParameters>): ModelRequest {
  const { input: text, voice, response_format: format, speed, stream_format: stream } = given
  const promptField = model.promptField ?? 'prompt'
  const has = (name: string) => Object.hasOwn(model.fields, name)
  const formatField = ['output_format', 'response_format'].find(has)
  refuseProblems([
    ...(stream === 'sse' ? [{ field: 'stream_format', problem: 'not_supported' as const }] : []),
    ...(speed !== undefined && speed !== 1 && !has('speed')
      ? [{ field: 'speed', problem: 'not_supported' as const }]
      : []),
    ...(format !== undefined && format !== 'mp3' && !formatField
      ? [{ field: 'response_format', problem: 'not_an_option' as const, options: ['mp3'] }]
      : []),
  ])
  return {
    model,
    files: [],
    ignored: ignoredNames(model, given, known),
    parameters: {
      [promptField]: 'input',
      ...(formatField && { [formatField]: 'response_format' }),
    },
    input: {
      ...ownFields(model, given, known),
      [promptField]: text,
      ...(voice && has('voice') && { voice: voiceOf(model, voice) }),
      ...(speed !== undefined && has('speed') && { speed }),
      ...(format && formatField && { [formatField]: format }),
    },
  }
}

/** OpenAI's voices; each stands for one of the model's, always the same. */
const openAiVoices = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
]

/** Returns the model's voice of this name, in any case, or the one that stands for OpenAI's. */
function voiceOf({ fields }: Model, asked: string): string {
  const control = fields.voice?.control
  const options = control?.kind === 'segments' ? control.options.map(String) : []
  const named = options.find((option) => option.toLowerCase() === asked.toLowerCase())
  const place = openAiVoices.indexOf(asked.toLowerCase())
  return named ?? (place >= 0 ? options[place % options.length] : undefined) ?? asked
}
