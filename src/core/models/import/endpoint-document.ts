import { asObject, type Json, resolve, type Schema } from './json-schema.ts'

/** The parts of a provider's document that matter: one endpoint, its input and its result. */
export type EndpointDocument = {
  /** What references in the schemas lead into. */
  root: Json
  /** `owner/alias[/path]`; at Replicate `owner/name[:version]`. */
  endpoint: string
  /** Whose form it has; absent: fal's. */
  provider?: string
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

/** How providers name an endpoint: `owner/name[/path]`. */
export const endpointPattern = /^\w[\w.-]*(\/\w[\w.-]*){1,6}$/

/** Whether a text can name an endpoint; the longest has 200 characters. */
export function isEndpoint(text: string): boolean {
  return text.length <= 200 && endpointPattern.test(text)
}

/** Inputs beyond this are no form. */
const maxProperties = 400

/** Says why a document cannot be used. */
export function unreadable(path: string, message: string): ReadDocument {
  return { problem: { path, message } }
}

/** Returns what is wrong with the schema of an input; `null`: nothing. */
export function checkInput({ properties }: Schema): string | null {
  const count = Object.keys(asObject(properties)).length
  if (count > maxProperties) return `more than ${maxProperties} inputs`
  return count === 0 ? 'has no properties' : null
}

/** Of several possible schemas, the first that is an object. */
export function objectAt(root: Json, schema: unknown): Schema | undefined {
  return resolve(root, schema).alternatives.find(
    ({ type, properties }) => type === 'object' || properties !== undefined,
  )
}
