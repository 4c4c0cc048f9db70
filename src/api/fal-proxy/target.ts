import { catalogue } from '#catalogue/catalogue.ts'
import type { Model } from '#catalogue/model.ts'
import { HttpRefused } from '../errors.ts'

/**
 * A question about one job. `application` is `owner/alias` (docs/providers/fal.md#endpoint-ids).
 */
export type JobAction = {
  verb: 'status' | 'stream' | 'result' | 'cancel'
  application: string
  id: string
}

/** A new job: the endpoint that is asked for, and whose it is. */
export type SubmitAction = { verb: 'submit'; model: Model; endpoint: string }

/** What a call of the provider's queue asks for. */
export type Action = SubmitAction | JobAction

/**
 * The path below a queue's own address, without the slash at its start, as it was sent; and its
 * query.
 */
export type Target = { path: string; query: URLSearchParams }

/** The address that the unmodified client knows. */
const falQueue = 'https://queue.fal.run'
const falStorage = 'https://rest.fal.ai/storage/'

/**
 * Reads `x-fal-target-url`. It must be an address of fal's queue, or of the one the operator
 * configured, in exactly the form that `new URL()` writes: no userinfo, port, upper case, `..` or
 * line break can hide in it. Throws `HttpRefused`.
 */
export function readTarget(given: string | undefined, queueUrl: string): Target {
  if (given === undefined || !URL.canParse(given) || new URL(given).href !== given)
    throw new HttpRefused('invalid_target')
  if (given.startsWith(falStorage)) throw new HttpRefused('uploads_not_allowed')

  const queue = [falQueue, queueUrl].find((base) => given.startsWith(`${base}/`))
  if (!queue) throw new HttpRefused('invalid_target')
  const { search, searchParams } = new URL(given)
  const end = given.length - search.length - new URL(given).hash.length
  return { path: given.slice(queue.length + 1, end), query: searchParams }
}

/**
 * `owner/alias`: what addresses of a submitted job begin with, and the same for every endpoint of a
 * model.
 */
export function applicationOf({ endpoints: [endpoint] }: Pick<Model, 'endpoints'>): string {
  return endpoint.split('/').slice(0, 2).join('/')
}

const requestPath = /^([^/]+\/[^/]+)\/requests\/([^/]+)(\/status|\/status\/stream|\/cancel)?$/
const verbs = {
  'GET /status': 'status',
  'GET /status/stream': 'stream',
  'GET ': 'result',
  'PUT /cancel': 'cancel',
} as const

/**
 * What a call means, by the catalogue alone: no other endpoint exists here. Throws `HttpRefused`
 * for all else.
 */
export function findAction(method: string, { path }: Target): Action {
  const model =
    method === 'POST' ? catalogue.find(({ endpoints }) => endpoints.includes(path)) : undefined
  if (model) return { verb: 'submit', model, endpoint: path }

  const [, application = '', id = '', rest = ''] = requestPath.exec(path) ?? []
  const verb = verbs[`${method} ${rest}` as keyof typeof verbs]
  const isOurs = catalogue.some((candidate) => applicationOf(candidate) === application)
  if (!verb || !isOurs) throw new HttpRefused('target_not_allowed')
  return { verb, application, id }
}
