import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One of fal's OpenAPI documents, with what it says of itself. */
export type FalDocument = {
  endpoint: string
  category: string
  document: {
    paths: Record<string, unknown>
    components: { schemas: Record<string, { required?: string[]; properties?: object }> }
  }
}

const folder = path.join(import.meta.dirname, '../../packages/fal-emulator/documents')

/** Returns every document in the emulator's `documents`. */
export function falDocuments(): FalDocument[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.map((name) => {
    const document = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
    const { endpointId, category } = document.info['x-fal-metadata']
    return { endpoint: endpointId, category, document }
  })
}

/** The name of the schema of an endpoint's request. */
export function inputSchemaOf({ document, endpoint }: FalDocument): string {
  const { post } = document.paths[`/${endpoint}`] as {
    post: { requestBody: { content: { 'application/json': { schema: { $ref: string } } } } }
  }
  return post.requestBody.content['application/json'].schema.$ref.split('/').at(-1) ?? ''
}
