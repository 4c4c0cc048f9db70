import {
  checkInput,
  isEndpoint,
  objectAt,
  type ReadDocument,
  unreadable,
} from './endpoint-document.ts'
import { asObject, type Json, own, type Schema } from './json-schema.ts'
import { isReplicateModel, readReplicateModel } from './read-replicate-model.ts'
import { isWaveSpeedModel, readWaveSpeedModel } from './read-wavespeed-model.ts'
import { plainText } from './texts.ts'

/**
 * Finds the endpoint of a document, with the schemas of input and result: an OpenAPI document of
 * fal's queue, or a model as the API of Replicate or WaveSpeed answers it.
 */
export function readDocument(given: unknown): ReadDocument {
  const root = asObject(given)
  if (isReplicateModel(root)) return readReplicateModel(root)
  return isWaveSpeedModel(root) ? readWaveSpeedModel(root) : readQueueDocument(root)
}

function readQueueDocument(root: Json): ReadDocument {
  const paths = asObject(root.paths)
  const named = `/${String(metadataOf(root).endpointId)}`
  const candidates = Object.keys(paths).filter((path) => isSubmit(asObject(paths[path]).post))
  const posted = candidates.find((path) => path === named) ?? candidates[0]
  if (posted === undefined) return unreadable('paths', 'no request with a JSON body')
  const endpoint = readEndpoint(root, posted)
  if (!isEndpoint(endpoint)) return unreadable('paths', 'its endpoint is not owner/name[/path]')

  const input = objectAt(root, bodySchema(asObject(asObject(paths[posted]).post).requestBody))
  if (!input) return unreadable(`paths.${posted}`, 'the body of the request is not an object')
  const problem = checkInput(input)
  if (problem) return unreadable('input', problem)
  const output = resultSchema(root, paths) ?? {}
  const about = plainText(metadataOf(root).about)
  return { document: { root, endpoint, category: categoryOf(root), about, input, output } }
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
