import { buffer } from 'node:stream/consumers'
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
  Resource,
} from '@modelcontextprotocol/server'
import { openMedia } from '#core/downloads/open-media.ts'
import { acquireStream } from '#core/events/stream-room.ts'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { listNewest, readNewestCursor } from '#core/generations/list-newest.ts'
import { readGeneration } from '#core/generations/read-generation.ts'
import { presentGeneration } from '#core/generations/routes/present-generation.ts'
import { bodyOf } from '#core/http/errors.ts'
import { readMediaAddress } from '#core/media/media-address-rules.ts'
import { Refused } from '#core/refused.ts'
import type { McpCaller } from './tool-call.ts'

/** How many generations one page of resources has. */
const pageSize = 50

/** Larger files are downloaded instead: base64 and its text stay in memory, here and at the client. */
export const maxResourceBytes = 8 * 1024 ** 2

/** Longer addresses are none of ours, and not repeated in an error. */
const maxUri = 1_000

const answerScheme = 'atelier:'

/** A JSON-RPC error with its code. */
export class ResourceError extends Error {
  readonly code: number
  readonly data: object | undefined
  constructor(code: number, message: string, data?: object) {
    super(message)
    this.code = code
    this.data = data
  }
}

const invalidParams = -32_602
const internalError = -32_603

/** Returns the resource of a generation's answer in words. */
function answerUri(id: string): string {
  return `${answerScheme}//generations/${id}/answer`
}

/** Lists the files and answers of the account's newest results. Throws for a cursor that is none. */
export async function listResources(
  { context, account, reader }: McpCaller,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const after = cursor === undefined ? {} : readNewestCursor(cursor)
  if (!after) throw unknownCursor()
  const page = { accountId: account.id, after, hasResult: true, limit: pageSize }
  const { generations, next } = await listNewest(context, page)
  const resources = generations.flatMap((one) => presentResources(presentGeneration(one, reader)))
  return { resources, ...(next !== null && { nextCursor: next }) }
}

/** Returns the error for a cursor that is not one of ours. */
export function unknownCursor(): ResourceError {
  return new ResourceError(invalidParams, 'Unknown cursor: leave it out to begin at the first page')
}

function presentResources(generation: GenerationView): Resource[] {
  const { id, images, answer, prompt, model_name: title, completed_at, created_at } = generation
  const shared = {
    title,
    ...(prompt && { description: prompt.slice(0, 200) }),
    annotations: { lastModified: completed_at ?? created_at },
  }
  const files = images.map(({ url, content_type: mimeType, bytes: size }) => ({
    ...{ uri: url, name: url.split('/').at(-1) ?? url, mimeType, size },
    ...shared,
  }))
  if (answer === null) return files
  const size = Buffer.byteLength(answer)
  const text = { uri: answerUri(id), name: `${id}.txt`, mimeType: 'text/plain', size, ...shared }
  return [...files, text]
}

/** Returns the link to an answer in words, for the result of a tool. */
export function answerLink({ id, answer }: Pick<GenerationView, 'id' | 'answer'>) {
  if (answer === null) return []
  return [
    {
      type: 'resource_link' as const,
      ...{ uri: answerUri(id), name: `${id}.txt`, mimeType: 'text/plain' },
    },
  ]
}

/** Returns how the addresses of resources are built. */
export function listTemplates({ reader }: McpCaller): ListResourceTemplatesResult {
  return {
    resourceTemplates: [
      {
        uriTemplate: `${reader.origin}/media/{account}/{file}/{name}`,
        name: 'file',
        title: 'A file of a result, or an upload',
        description: `The address that results have; read up to ${maxResourceBytes} bytes.`,
      },
      {
        uriTemplate: answerUri('{id}'),
        name: 'answer',
        title: 'The answer of image understanding, by the id of its generation',
        mimeType: 'text/plain',
      },
    ],
  }
}

/**
 * Reads a resource: a file of the account or of a public generation, or an answer of the account.
 * Throws `ResourceError`, for everything else as not found.
 */
export async function readResource(caller: McpCaller, uri: string): Promise<ReadResourceResult> {
  const { context, account, reader } = caller
  try {
    const release = acquireStream(account.id, 'tools')
    try {
      return { contents: [await readContents(caller, uri)] }
    } finally {
      release()
    }
  } catch (error) {
    if (error instanceof ResourceError) throw error
    const { code, error: message } = bodyOf(error, reader.language)
    if (code === 'not_found') throw notFound(uri)
    if (code === 'internal') context.log.error({ err: error }, 'resource could not be read')
    throw new ResourceError(internalError, message, { code })
  }
}

async function readContents(caller: McpCaller, uri: string) {
  const { context, account } = caller
  const url = uri.length <= maxUri && URL.canParse(uri) ? new URL(uri) : null
  if (url?.protocol === answerScheme) return readAnswer(caller, uri, url)
  const isOurs = url && caller.origins.some((origin) => new URL(origin).origin === url.origin)
  const place = isOurs ? readMediaAddress(url.pathname) : null
  if (!place) throw new Refused({ reason: 'not_found' })
  const media = await openMedia(context, { ...place, readerId: account.id, thumbnail: false })
  const bytes = await media.bytes()
  if (bytes > maxResourceBytes)
    throw new ResourceError(
      invalidParams,
      `The file has ${bytes} bytes; at most ${maxResourceBytes} are read. Download it from its address with the same bearer token.`,
      { uri, bytes, max_bytes: maxResourceBytes },
    )
  const blob = (await buffer(await media.open())).toString('base64')
  return { uri, mimeType: media.contentType, blob }
}

async function readAnswer({ context, account }: McpCaller, uri: string, url: URL) {
  const [, id = '', part, ...more] = url.pathname.split('/')
  if (url.host !== 'generations' || part !== 'answer' || more.length > 0)
    throw new Refused({ reason: 'not_found' })
  const { row } = await readGeneration(context, account.id, id)
  if (row.answer === null) throw new Refused({ reason: 'not_found' })
  return { uri, mimeType: 'text/plain', text: row.answer }
}

function notFound(uri: string): ResourceError {
  const shown = uri.length <= maxUri ? uri : `${uri.slice(0, 100)}…`
  return new ResourceError(invalidParams, `Resource not found: ${shown}`, { uri: shown })
}
