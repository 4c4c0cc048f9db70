import { type AllowedModels, isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import { HttpError } from '#core/http/errors.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'

/**
 * A request about one job. `application` is `owner/alias` (docs/providers/fal.md#endpoint-ids).
 */
export type JobAction = {
  verb: 'status' | 'stream' | 'result' | 'cancel'
  application: string
  id: string
}

/** A new job: its endpoint and its model. */
export type SubmitAction = { verb: 'submit'; model: Model; endpoint: string }

/** The request of a call to the provider's queue. */
export type Action = SubmitAction | JobAction

/**
 * The path below a queue's own address, without the leading slash, as sent; and its query.
 */
export type Target = { path: string; query: URLSearchParams }

/** The address in the unmodified client. */
const falQueue = 'https://queue.fal.run'
const falStorage = 'https://rest.fal.ai/storage/'

/**
 * Parses `x-fal-target-url`. It must be an address of fal's queue, or of the configured one, in
 * exactly the form that `new URL()` writes, so that no userinfo, port, upper case, `..` or line
 * break can hide in it. Throws `HttpError`: `invalid_target` where it is no address, and
 * `target_not_allowed` for every other one.
 */
export function readTarget(given: string | undefined, queueUrl: string): Target {
  if (given === undefined || !URL.canParse(given)) throw new HttpError('invalid_target')
  if (new URL(given).href !== given) throw new HttpError('target_not_allowed')
  if (given.startsWith(falStorage)) throw new HttpError('uploads_not_allowed')

  const queue = [falQueue, queueUrl].find((base) => given.startsWith(`${base}/`))
  if (!queue) throw new HttpError('target_not_allowed')
  const { search, searchParams } = new URL(given)
  const end = given.length - search.length - new URL(given).hash.length
  return { path: given.slice(queue.length + 1, end), query: searchParams }
}

/**
 * Returns `owner/alias`: the start of the addresses of a submitted job, and the same for every
 * endpoint of a model.
 */
export function modelApplication({ endpoints: [endpoint] }: Pick<Model, 'endpoints'>): string {
  return endpoint.split('/').slice(0, 2).join('/')
}

/** Only fal's models have addresses in its protocol. */
function falModels(): Model[] {
  return listModels().filter(({ provider }) => provider === 'fal')
}

const requestPath = /^([^/]+\/[^/]+)\/requests\/([^/]+)(\/status|\/status\/stream|\/cancel)?$/
const verbs = {
  'GET /status': 'status',
  'GET /status/stream': 'stream',
  'GET ': 'result',
  'PUT /cancel': 'cancel',
} as const

/**
 * Returns the meaning of a call, by the catalogue alone: no other endpoint exists here. Of models
 * with the same endpoint it is the first that `allowed` names, or else the first, which the charge
 * then refuses. Throws `HttpError` for any other.
 */
export function findAction(
  method: string,
  { path }: Target,
  allowed: AllowedModels = null,
): Action {
  const having =
    method === 'POST' ? falModels().filter(({ endpoints }) => endpoints.includes(path)) : []
  const model = having.find(({ id }) => isModelAllowed(allowed, id)) ?? having[0]
  if (model) return { verb: 'submit', model, endpoint: path }

  const [, application = '', id = '', rest = ''] = requestPath.exec(path) ?? []
  const verb = verbs[`${method} ${rest}` as keyof typeof verbs]
  const isOurs = falModels().some((candidate) => modelApplication(candidate) === application)
  if (!verb || !isOurs) throw new HttpError('target_not_allowed')
  return { verb, application, id }
}
