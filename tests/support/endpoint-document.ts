/** The input of an endpoint in an OpenAPI document: the schemas of its properties. */
export type DocumentParts = {
  endpoint?: string
  category?: string
  properties: Record<string, unknown>
  required?: string[]
  output?: Record<string, unknown>
  schemas?: Record<string, unknown>
}

const file = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] }

/** Returns an OpenAPI document as fal publishes them, of an endpoint with these inputs. */
export function endpointDocument({
  endpoint = 'fal-ai/example/text-to-image',
  category = 'text-to-image',
  properties,
  required = ['prompt'],
  output = { images: { type: 'array', items: { $ref: '#/components/schemas/File' } } },
  schemas = {},
}: DocumentParts) {
  const answer = (schema: object) => ({ content: { 'application/json': { schema } } })
  const reference = (name: string) => answer({ $ref: `#/components/schemas/${name}` })
  return {
    openapi: '3.0.4',
    info: { title: endpoint, 'x-fal-metadata': { endpointId: endpoint, category } },
    components: {
      schemas: {
        Input: { type: 'object', properties, required },
        Output: { type: 'object', properties: output },
        File: file,
        ...schemas,
      },
    },
    paths: {
      [`/${endpoint}`]: { post: { requestBody: { required: true, ...reference('Input') } } },
      [`/${endpoint}/requests/{request_id}`]: { get: { responses: { 200: reference('Output') } } },
    },
  }
}
