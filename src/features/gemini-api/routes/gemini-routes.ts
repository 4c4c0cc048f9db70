import { Hono } from 'hono'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { answersInText, chooseModel, conversationKinds } from '#core/client-apis/choose-model.ts'
import { imageRequest } from '#core/client-apis/image-request.ts'
import { sizeForRatio } from '#core/client-apis/image-size.ts'
import type { ModelRequest } from '#core/client-apis/model-request.ts'
import { questionRequest, readMessageImages } from '#core/client-apis/question-request.ts'
import { awaitResult } from '#core/client-apis/routes/follow-result.ts'
import { startRequest } from '#core/client-apis/routes/start-request.ts'
import { streamResult } from '#core/client-apis/routes/stream-result.ts'
import { anyone, signedIn } from '#core/http/access.ts'
import type {
  ApiOptions,
  Env,
  FeatureBase,
  FeatureDocumentation,
  RequestContext,
} from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { readBody } from '#core/http/validation.ts'
import { geminiPaths } from './document.ts'
import { geminiModelRoutes } from './model-routes.ts'
import { GenerateParameters, knownOfConfig } from './parameters.ts'
import { presentContent } from './present-content.ts'
import { readContents } from './read-contents.ts'
import { presentError, refuseAsGemini } from './refuse-as-gemini.ts'

const base = '/gemini'

/**
 * `/gemini`: `generateContent` of Gemini's API, for its unmodified clients (docs/gemini.md). A request
 * is a create call: charged, recorded and limited like any other.
 */
export function routes(options: ApiOptions) {
  return new Hono<Env>()
    .post(`${base}/:version/models/:call`, signedIn, async (c) => {
      const { model, method } = readCall(c.req.param('version'), c.req.param('call'))
      const account = c.get('account')
      const asked = await readRequest(options, c, { account, name: model })
      const begin = () => startRequest(options, c, account, asked)
      if (method === 'streamGenerateContent' && c.req.query('alt') === 'sse') {
        const events = {
          ended: async (found: Parameters<typeof presentContent>[1]) => [
            { data: await presentContent(options, found) },
          ],
          failed: (error: unknown, id: string) => [
            { data: presentError(error, id, c.get('language')) },
          ],
        }
        return streamResult(options, c, { accountId: account.id, begin, events })
      }
      const { id } = await begin()
      const found = await awaitResult(options, c, { accountId: account.id, id })
      const content = await presentContent(options, found)
      return c.json(method === 'generateContent' ? content : [content], 200)
    })
    .route('/', geminiModelRoutes(options))
    .all(`${base}/*`, anyone, () => {
      throw new HttpError('not_found')
    })
}

/** `/gemini`, which pages of other origins may use with a key. */
export const bases: readonly FeatureBase[] = [
  {
    path: `${base}/*`,
    isForOrigins: true,
    readKey: (c) => c.req.header('x-goog-api-key') ?? c.req.query('key'),
    createErrorHandler: refuseAsGemini,
  },
]

/** Its JSON contains files. */
export const withDataUris = [`${base}/*`]

export const documentation: FeatureDocumentation = {
  group: 'Gemini clients',
  paths: /^\/gemini\//,
  operations: geminiPaths,
}

const versions = ['v1', 'v1beta']
const methods = ['generateContent', 'streamGenerateContent']

/** Reads `MODEL:generateContent`. Throws 404 for another method or version. */
function readCall(version: string, call: string): { model: string; method: string } {
  const end = call.lastIndexOf(':')
  const [model, method] = [call.slice(0, Math.max(0, end)), call.slice(end + 1)]
  if (!versions.includes(version) || !methods.includes(method)) throw new HttpError('not_found')
  return { model, method }
}

async function readRequest(
  { context }: ApiOptions,
  c: RequestContext,
  { account, name }: { account: AccountRow; name: string },
): Promise<ModelRequest> {
  const { contents, generationConfig: config = {} } = await readBody(c, GenerateParameters)
  const message = readContents(contents)
  const { parameter, text } = message
  const model = chooseModel(context.settings.current().settings.gemini_aliases, {
    kinds: conversationKinds(config.responseModalities?.includes('IMAGE')),
    name,
    hasImage: message.images.length > 0,
    imageName: parameter,
    allowed: await readAllowedModels(context, account.id),
  })
  const images = await readMessageImages(context, account.id, message)
  if (answersInText(model.kind))
    return questionRequest(model, { parameters: config, known: knownOfConfig, message, images })

  const { aspectRatio: ratio, imageSize: scale } = config.imageConfig ?? {}
  const size = sizeForRatio({ ratio, scale })
  return imageRequest(model, {
    parameters: { ...config, prompt: text, ...(size && { size }) },
    known: [...knownOfConfig, 'prompt', 'size'],
    images,
    names: { prompt: parameter, size: 'generationConfig.imageConfig', image: parameter },
  })
}
