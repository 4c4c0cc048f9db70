import { Readable } from 'node:stream'
import { z } from 'zod'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { type FormFields, readForm } from '#core/http/receive-body.ts'
import { fieldProblems, readBody } from '#core/http/validation.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { decodeDataUri } from '#core/media/uploads/data-uris.ts'
import { takeUpload } from '#core/media/uploads/take-upload.ts'
import { withUploadQuota } from '#core/media/uploads/upload-quota.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { Refused } from '#core/refused.ts'

/** A file of a request: ours, with its media, or the address that the client named. */
export type GivenFile = { address: string; media?: MediaRow }

/** The parameters of a request, and its files by their parameters. */
export type GivenParameters<Parameters> = {
  parameters: Parameters
  files: Map<string, GivenFile[]>
}

type Reading<Schema extends z.ZodObject> = {
  accountId: string
  schema: Schema
  /** Parameters that hold files. */
  files?: readonly string[]
}

/**
 * Reads the parameters of a request, as JSON or as a form, and stores its files as uploads of the
 * account. `null` and an empty text count as absent, and a text of digits is a whole number where one is
 * expected. Throws `Refused` naming the parameters, and
 * `HttpError`.
 */
export async function readParameters<Schema extends z.ZodObject>(
  options: ApiOptions,
  c: RequestContext,
  { accountId, schema, files: fileNames = [] }: Reading<Schema>,
): Promise<GivenParameters<z.infer<Schema>>> {
  const files: GivenParameters<unknown>['files'] = new Map()
  const add = (name: string, file: GivenFile) => files.set(name, [...(files.get(name) ?? []), file])
  const isForm = /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')
  if (isForm && fileNames.length > 0) {
    const fields = await withUploadQuota(options.context, accountId, () =>
      readForm(c, async (name, body) => {
        const parameter = plainName(name)
        if (!fileNames.includes(parameter)) throw refusedField(parameter, 'unknown_name')
        // Before the upload ends: the order of files is the order of the body.
        const place = { address: '' }
        add(parameter, place)
        Object.assign(place, await storeFile(options, accountId, parameter, body))
      }),
    )
    return { parameters: parse(schema, fromForm(fields)), files }
  }

  const { ...values }: Record<string, unknown> = await readBody(c, z.looseObject({}))
  for (const name of fileNames) {
    const given = [values[name] ?? []].flat()
    delete values[name]
    if (given.length > maxFiles)
      throw new Refused({
        reason: 'invalid_input',
        problems: [{ field: name, problem: 'too_many', max: maxFiles }],
      })
    for (const one of given) add(name, await readReference(options, accountId, name, one))
  }
  return { parameters: parse(schema, values), files }
}

/** The most images of one parameter, as in OpenAI's API. */
export const maxFiles = 16

const Reference = z.strictObject({
  image_url: z.string().max(20_971_520).optional(),
  file_id: z.string().optional(),
})

/**
 * Reads `{ image_url }`: an address, or a `data:` URL, whose file is stored. Throws `Refused` naming the
 * parameter.
 */
export async function readReference(
  options: ApiOptions,
  accountId: string,
  name: string,
  given: unknown,
): Promise<GivenFile> {
  const { data, success } = Reference.safeParse(given)
  if (!success) throw refusedField(name, 'wrong_type')
  if (data.file_id !== undefined) throw refusedField(`${name}.file_id`, 'not_supported')
  if (!data.image_url) throw refusedField(`${name}.image_url`, 'required')
  if (!data.image_url.startsWith('data:')) return { address: data.image_url }

  const content = decodeDataUri(data.image_url)
  if (!content) throw refusedField(`${name}.image_url`, 'wrong_file')
  const body = Readable.from([content])
  return withUploadQuota(options.context, accountId, () =>
    storeFile(options, accountId, name, body),
  )
}

async function storeFile(
  { context }: ApiOptions,
  accountId: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
): Promise<GivenFile> {
  try {
    const media = await takeUpload(context, { accountId, accept: 'image', body })
    const extension = media.storage_key.split('.').at(-1)
    return { media, address: mediaAddress(media, `1.${extension}`) }
  } catch (error) {
    throw error instanceof Refused ? withParameter(error, name) : error
  }
}

/** A refused file as a problem of its parameter. */
function withParameter(error: Refused, field: string): Refused {
  const { refusal } = error
  switch (refusal.reason) {
    case 'unsupported_file':
    case 'broken_file':
    case 'animated_image':
      return refusedField(field, 'wrong_file')
    case 'empty_file':
    case 'removed_file':
      return refusedField(field, refusal.reason)
    case 'file_too_large':
    case 'too_many_pixels':
      return new Refused({
        reason: 'invalid_input',
        problems: [{ field, problem: refusal.reason, max: refusal.max }],
      })
    default:
      return error
  }
}

export function refusedField(field: string, problem: FieldProblem['problem']): Refused {
  return new Refused({ reason: 'invalid_input', problems: [{ field, problem }] })
}

/** A parameter whose only accepted value changes nothing. */
export function unsupported(accepted: z.ZodType) {
  const error = { params: { problem: 'not_supported' } }
  return z
    .unknown()
    .refine((value) => accepted.safeParse(value).success, error)
    .optional()
}

function parse<Schema extends z.ZodObject>(
  schema: Schema,
  raw: Record<string, unknown>,
): z.infer<Schema> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const isWhole = (name: string) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return typeof property === 'object' && property.type === 'integer'
  }
  const given = Object.fromEntries(
    Object.entries(raw)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, isWhole(name) ? numberOf(value) : value]),
  )
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = fieldProblems(
    parsed.error,
    given,
    properties as Parameters<typeof fieldProblems>[2],
  )
  throw new Refused({ reason: 'invalid_input', problems })
}

/** Some clients send whole numbers as texts. */
export function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

/** Clients write the entries of a list as `image[]`. */
function plainName(name: string): string {
  return name.replace(/\[\d*\]$/, '')
}

/** The values of a form, numbers and switches as JSON would have them. */
function fromForm(fields: FormFields): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(([name, text]) => {
      if (texts.has(name)) return [name, text]
      if (text === 'true' || text === 'false') return [name, text === 'true']
      const isNumber = /^-?\d{1,15}(\.\d{1,15})?$/.test(text)
      return [name, isNumber ? Number(text) : text]
    }),
  )
}

/** Parameters whose values are texts, even if they look like numbers. */
const texts = new Set(['prompt', 'negative_prompt', 'model', 'seconds', 'user', 'seed'])
