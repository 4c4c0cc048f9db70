import { z } from 'zod'
import { type GivenFile, maxFiles, readAddress, storeFile } from '#core/client-apis/given-files.ts'
import { numberOf, refusedField } from '#core/client-apis/model-request.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { type FormFields, readForm } from '#core/http/receive-body.ts'
import { fieldProblems, readBody } from '#core/http/validation.ts'
import { withUploadQuota } from '#core/media/uploads/upload-quota.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import type { AllParts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'

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
  /** What files they hold; images by default. */
  accept?: Accept
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
  { accountId, schema, files: fileNames = [], accept = 'image' }: Reading<Schema>,
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
        Object.assign(place, await storeFile(options.context, accountId, parameter, body, accept))
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
    for (const one of given) add(name, await readReference(options.context, accountId, name, one))
  }
  return { parameters: parse(schema, values), files }
}

/** A parameter whose only accepted value changes nothing. */
export function unsupported(accepted: z.ZodType) {
  const error = { params: { problem: 'not_supported' } }
  return z
    .unknown()
    .refine((value) => accepted.safeParse(value).success, error)
    .optional()
}

const Reference = z.strictObject({
  image_url: z.string().max(20_971_520).optional(),
  file_id: z.string().optional(),
})

/** Reads `{ image_url }`: an address, or a `data:` URL. Throws `Refused` naming the parameter. */
export async function readReference(
  context: AllParts,
  accountId: string,
  name: string,
  given: unknown,
): Promise<GivenFile> {
  const { data, success } = Reference.safeParse(given)
  if (!success) throw refusedField(name, 'wrong_type')
  if (data.file_id !== undefined) throw refusedField(`${name}.file_id`, 'not_supported')
  if (!data.image_url) throw refusedField(`${name}.image_url`, 'required')
  return readAddress(context, accountId, name, data.image_url)
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

/** Clients write the entries of a list as `image[]`. */
function plainName(name: string): string {
  return name.replace(/\[\d*\]$/, '')
}

/** The values of a form, numbers and switches as JSON would have them. */
function fromForm(fields: FormFields): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [given, text] of fields) {
    const name = plainName(given)
    const value = fromText(name, text)
    const before = Object.hasOwn(values, name) ? values[name] : []
    if (name === given) values[name] = value
    else values[name] = [...(Array.isArray(before) ? before : []), value]
  }
  return values
}

function fromText(name: string, text: string): unknown {
  if (texts.has(name)) return text
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
}

/** Parameters whose values are texts, even if they look like numbers. */
const texts = new Set(['prompt', 'negative_prompt', 'model', 'seconds', 'user', 'seed'])
