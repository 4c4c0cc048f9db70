import { asObject, type Json, own, resolve, type Schema } from './json-schema.ts'
import { plainText } from './texts.ts'

/** The parts of a provider's document that matter: one endpoint, its input and its result. */
export type EndpointDocument = {
  /** `owner/alias[/path]`. */
  endpoint: string
  /** What the provider calls it, such as `text-to-image`; `null` where it does not say. */
  category: string | null
  /** What the provider says about the model, without markup; empty where it says nothing. */
  about: string
  input: Schema
  /** Without properties where the document does not describe it. */
  output: Schema
}

export type ReadDocument =
  | { document: EndpointDocument }
  | { problem: { path: string; message: string } }

/** Inputs beyond this are no form. */
const maxProperties = 400

/** Finds the endpoint of an OpenAPI document of fal's queue, with the schemas of input and result. */
export function readDocument(given: unknown): ReadDocument {
  const root = asObject(given)
  const paths = asObject(root.paths)
  const named = `/${String(metadataOf(root).endpointId)}`
  const candidates = Object.keys(paths).filter((path) => isSubmit(asObject(paths[path]).post))
  const posted = candidates.find((path) => path === named) ?? candidates[0]
  if (posted === undefined) return failure('paths', 'no request with a JSON body')
  const endpoint = readEndpoint(root, posted)
  if (!/^\w[\w.-]*(\/\w[\w.-]*){1,6}$/.test(endpoint) || endpoint.length > 200)
    return failure('paths', 'its endpoint is not owner/name[/path]')

  const input = objectAt(root, bodySchema(asObject(asObject(paths[posted]).post).requestBody))
  if (!input) return failure(`paths.${posted}`, 'the body of the request is not an object')
  if (Object.keys(asObject(input.properties)).length > maxProperties)
    return failure('input', `more than ${maxProperties} inputs`)
  if (Object.keys(asObject(input.properties)).length === 0)
    return failure('input', 'has no properties')
  const output = resultSchema(root, paths) ?? {}
  const about = plainText(metadataOf(root).about)
  return { document: { endpoint, category: categoryOf(root), about, input, output } }
}

function failure(path: string, message: string): ReadDocument {
  return { problem: { path, message } }
}

function isSubmit(operation: unknown): boolean {
  return bodySchema(asObject(operation).requestBody) !== undefined
}

function metadataOf(root: Json): Json {
  return asObject(asObject(root.info)['x-fal-metadata'])
}

function readEndpoint(root: Json, path: string): string {
  const named = metadataOf(root).endpointId
  return typeof named === 'string' && named !== '' ? named : path.replace(/^\/+|\/+$/g, '')
}

function categoryOf(root: Json): string | null {
  const { category } = metadataOf(root)
  return typeof category === 'string' && category !== '' ? category : null
}

function bodySchema(body: unknown): unknown {
  return asObject(asObject(asObject(body).content)['application/json']).schema
}

/** Of several possible bodies, the first that is an object. */
function objectAt(root: Json, schema: unknown): Schema | undefined {
  return resolve(root, schema).alternatives.find(
    ({ type, properties }) => type === 'object' || properties !== undefined,
  )
}

/** The result is what the address of a request answers; status and cancellation are others. */
function resultSchema(root: Json, paths: Json): Schema | undefined {
  const results = Object.entries(paths).filter(([path]) => /\/requests\/\{\w+\}$/.test(path))
  for (const [, item] of results) {
    const answer = asObject(own(asObject(asObject(asObject(item).get).responses), '200'))
    const found = objectAt(root, bodySchema(answer))
    if (found) return found
  }
  return undefined
}
