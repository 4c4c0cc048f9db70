import type { Job } from '../jobs/job.ts'
import { audioFile } from './audio-file.ts'
import { findIssue, followReference } from './check-schema.ts'
import type { Endpoint, RenderContext } from './endpoints.ts'
import { imageAnswer, renderImages } from './image-answer.ts'
import type { InputSchema } from './input-schema.ts'
import { sizeOf } from './text-to-image.ts'
import { renderVideo } from './video-endpoint.ts'

type Json = Record<string, unknown>

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** An endpoint of one of fal's OpenAPI documents: it validates by the document, and answers in its form. */
export function documentedEndpoint(given: unknown): Endpoint {
  const document = asObject(given)
  const paths = asObject(document.paths)
  const id = readEndpointId(document)
  const input = followReference(
    document,
    schemaIn(asObject(asObject(paths[`/${id}`]).post).requestBody),
  )
  const result = asObject(asObject(paths[`/${id}/requests/{request_id}`]).get)
  const output = followReference(document, schemaIn(asObject(result.responses)['200']))
  return {
    id,
    schema: inputSchema(document, input),
    make: (job, values, context) => makeResult(document, output, { job, values, context }),
  }
}

/** The id of the endpoint that a document describes. Throws where it names none. */
export function readEndpointId(document: unknown): string {
  const { info } = asObject(document)
  const { endpointId } = asObject(asObject(info)['x-fal-metadata'])
  if (typeof endpointId !== 'string') throw new Error('A document does not name its endpoint')
  return endpointId
}

function schemaIn(body: unknown): unknown {
  return asObject(asObject(asObject(body).content)['application/json']).schema
}

function inputSchema(document: Json, input: Json): InputSchema {
  const required = Array.isArray(input.required) ? input.required : []
  return Object.fromEntries(
    Object.entries(asObject(input.properties)).map(([name, node]) => {
      const initially = followReference(document, node).default ?? undefined
      return [
        name,
        {
          ...(initially !== undefined && { initially }),
          optional: !required.includes(name),
          check: (value: unknown) => findIssue(document, node, value),
        },
      ]
    }),
  )
}

type Work = { job: Job; values: Json; context: RenderContext }

/** Every required part of the result, and its main file. */
async function makeResult(document: Json, output: Json, work: Work): Promise<Json> {
  const answer: Json = {}
  const required = Array.isArray(output.required) ? output.required : []
  for (const [name, node] of Object.entries(asObject(output.properties))) {
    const schema = followReference(document, node)
    const medium = /image/.test(name)
      ? 'image'
      : /video/.test(name)
        ? 'video'
        : /audio/.test(name)
          ? 'audio'
          : null
    const isList = schema.type === 'array'
    const file = medium && isFile(document, isList ? schema.items : node)
    if (file && medium === 'image') Object.assign(answer, await makeImages(name, isList, work))
    else if (file) {
      const one = medium === 'video' ? await makeVideo(work) : await makeAudio(work)
      answer[name] = isList ? [one] : one
    } else if (required.includes(name)) answer[name] = placeholder(schema, work.job)
  }
  return answer
}

function isFile(document: Json, node: unknown): boolean {
  const schema = followReference(document, node)
  const several = Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
  return several.some((one) => 'url' in asObject(followReference(document, one).properties))
}

const textOf = ({ values }: Work) =>
  String(values.prompt ?? values.text ?? values.lyrics ?? 'A result')

async function makeImages(name: string, isList: boolean, work: Work): Promise<Json> {
  const { job, values, context } = work
  const count = isList && Number.isInteger(values.num_images) ? Number(values.num_images) : 1
  const size = sizeOf((values.image_size ?? 'square_hd') as string)
  const input = {
    prompt: textOf(work),
    num_images: Math.min(8, count),
    output_format: 'jpeg' as const,
  }
  const made = await renderImages(job, input, context, async (order, isBlack) => ({
    ...size,
    data: isBlack ? new Uint8Array() : await context.image({ ...order, ...size }),
  }))
  const answer = imageAnswer(made, input.prompt)
  return isList ? { ...answer, [name]: made.images } : { [name]: made.images[0] ?? null }
}

async function makeVideo(work: Work) {
  const { job, context } = work
  const seconds = Math.min(
    10,
    Math.max(1, Number.parseFloat(String(work.values.duration ?? 4)) || 4),
  )
  const request = { input: { prompt: textOf(work) }, seconds, fps: 16, shown: [], images: [] }
  const { file } = await renderVideo(job, request, context)
  return job.faults.includes('empty') ? null : file
}

function makeAudio(work: Work) {
  const { job, context } = work
  const style = /tts|speech|voice/.test(job.endpoint) ? ('speech' as const) : ('music' as const)
  return audioFile(job, context, { prompt: textOf(work), seed: job.seed, seconds: 6, style })
}

/** A part of a result that is not its file. */
function placeholder({ type }: Json, { seed }: Job): unknown {
  if (type === 'integer' || type === 'number') return seed
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : ''
}
