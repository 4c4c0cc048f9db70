import { Hono } from 'hono'
import { z } from 'zod'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { audioField, chooseModel } from '#core/client-apis/choose-model.ts'
import type { GivenFile } from '#core/client-apis/given-files.ts'
import {
  ignoredNames,
  type ModelRequest,
  ownFields,
  refuseProblems,
} from '#core/client-apis/model-request.ts'
import { awaitResult } from '#core/client-apis/routes/follow-result.ts'
import { startRequest } from '#core/client-apis/routes/start-request.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import type { Model } from '#core/models/rules/model.ts'
import { presentTranscription, transcriptionFormats } from './present-transcription.ts'
import { readParameters } from './read-parameters.ts'

/** The parameters of OpenAI's API (docs/openai.md#transcriptions). */
export const TranscriptionParameters = z.looseObject({
  model: z.string().min(1).max(200).optional(),
  language: z.string().min(1).max(20).optional(),
  response_format: z.enum(transcriptionFormats).optional(),
  timestamp_granularities: z.array(z.enum(['segment', 'word'])).optional(),
  prompt: z.string().max(10_000).optional(),
  temperature: z.number().min(0).max(1).optional(),
  chunking_strategy: z.unknown().optional(),
  include: z.array(z.string().max(100)).optional(),
  stream: z.boolean().optional(),
  user: z.string().max(1000).optional(),
})
type TranscriptionParameters = z.infer<typeof TranscriptionParameters>

const known = Object.keys(TranscriptionParameters.shape)

/** `POST /v1/audio/transcriptions`: answers with what is said in a file. */
export function transcriptionRoutes(options: ApiOptions) {
  const { context } = options
  return new Hono<Env>().post('/v1/audio/transcriptions', signedIn, async (c) => {
    const account = c.get('account')
    const { parameters, files } = await readParameters(options, c, {
      accountId: account.id,
      schema: TranscriptionParameters,
      files: ['file'],
      accept: 'audio',
    })
    const given = files.get('file') ?? []
    const [file] = given
    if (!file || given.length > 1)
      refuseProblems([
        { field: 'file', ...(file ? { problem: 'too_many', max: 1 } : { problem: 'required' }) },
      ])
    const { settings } = context.settings.current()
    const model = chooseModel(settings.openai_aliases, {
      kinds: ['transcription'],
      name: parameters.model,
      hasAudio: true,
      allowed: await readAllowedModels(context, account.id),
    })
    const { id } = await startRequest(
      options,
      c,
      account,
      modelRequest(model, parameters, file as GivenFile),
    )
    const found = await awaitResult(options, c, { accountId: account.id, id })
    const { response_format: format = 'json' } = parameters
    const { type, text } = presentTranscription(found, format)
    return c.body(text, 200, { 'content-type': type })
  })
}

/** Parameters of OpenAI's models that have no effect on others. */
const withoutEffect = ['prompt', 'temperature', 'chunking_strategy', 'include'] as const

function modelRequest(model: Model, given: TranscriptionParameters, file: GivenFile): ModelRequest {
  const { language, timestamp_granularities: granularities = [], stream } = given
  const has = (name: string) => Object.hasOwn(model.fields, name)
  refuseProblems([
    ...(stream ? [{ field: 'stream', problem: 'not_supported' as const }] : []),
    ...(granularities.includes('word')
      ? [
          {
            field: 'timestamp_granularities',
            problem: 'not_an_option' as const,
            options: ['segment'],
          },
        ]
      : []),
    ...(language && !has('language')
      ? [{ field: 'language', problem: 'not_supported' as const }]
      : []),
  ])
  const field = audioField(model) ?? 'audio_url'
  return {
    model,
    files: [file],
    ignored: [
      ...ignoredNames(model, given, known),
      ...withoutEffect.filter((name) => given[name] !== undefined && !has(name)),
    ],
    parameters: { [field]: 'file' },
    input: {
      ...ownFields(model, given, known),
      ...Object.fromEntries(
        withoutEffect.flatMap((name) =>
          given[name] !== undefined && has(name) ? [[name, given[name]]] : [],
        ),
      ),
      ...(language && { language: language.toLowerCase() }),
      [field]: file.address,
    },
  }
}
