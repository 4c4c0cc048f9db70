import * as z from 'zod/mini'
import type { ControlImageKind } from './control-image-kinds.ts'
import { type Accept, type Control, type Field, once } from './fields.ts'

/** The longest accepted address, in characters. */
export const maxAddressLength = 2048

const webAddress = once(() => z.url({ protocol: /^https?$/ }))

/** An address of ours, `/media/<id>/<name>`, or one of the web. */
const isAddress = (value: string) =>
  value.startsWith('/media/') || webAddress().safeParse(value).success

const address = once(() =>
  z.string().check(
    z.refine((value) => value === '' || isAddress(value), { error: 'not_an_address' }),
    z.refine((value) => value.length <= maxAddressLength, {
      error: 'too_long',
      params: { max: maxAddressLength },
    }),
  ),
)

const trimmed = once(() =>
  z.pipe(
    z.string(),
    z.transform((value: string) => value.trim()),
  ),
)

/**
 * Whether a file is what a model starts from: no mask of another one, and no control image, which
 * guides the result alone.
 */
export const isStartFile = (control: Control): boolean =>
  control.kind === 'files' ||
  (control.kind === 'file' && control.maskOf === undefined && !control.controlImage)

type FileOptions = {
  required?: boolean
  maskOf?: string
  controlImage?: readonly ControlImageKind[]
}

/**
 * The address of a file; `''` means none. The file itself is validated before anything is charged.
 */
export function file(
  accept: Accept,
  { required = false, maskOf, controlImage }: FileOptions = {},
): Field<string> {
  const schema = once(() => {
    const given = z.pipe(
      trimmed(),
      address().check(z.refine((value) => !required || value !== '', { error: 'required' })),
    )
    return required ? given : z._default(given, '')
  })
  return {
    control: {
      ...{ kind: 'file', accept },
      ...(maskOf !== undefined && { maskOf }),
      ...(controlImage && { controlImage }),
    },
    group: 'inputs',
    schema,
    initially: '',
  }
}

/** From `min` to `max` addresses of files, in the order they matter. */
export function files(
  accept: Accept,
  { max, min = 0 }: { max: number; min?: number },
): Field<readonly string[]> {
  const schema = once(() => {
    const list = z.array(z.pipe(trimmed(), address())).check(
      z.refine((values) => values.length <= max, { error: 'too_many', params: { max } }),
      z.refine((values) => !values.includes(''), { error: 'not_an_address' }),
      z.refine((values) => values.length >= min, { error: 'required', params: { min } }),
    )
    if (min > 0) return list as unknown as z.ZodMiniType<readonly string[], unknown>
    return z._default(list, []) as unknown as z.ZodMiniType<readonly string[], unknown>
  })
  return {
    control: { kind: 'files', accept, max },
    group: 'inputs',
    schema,
    initially: [],
  }
}

/** One file that an input names: its field, its index in a list, and the required type. */
export type AskedFile = { field: string; index: number; address: string; accept: Accept }

/** Every file that an input names, in the order of the fields. */
export function filesOf(
  fields: Readonly<Record<string, Field>>,
  input: Record<string, unknown>,
): AskedFile[] {
  return Object.entries(fields).flatMap(([field, { control }]) => {
    if (control.kind !== 'file' && control.kind !== 'files') return []
    const addresses = [input[field] ?? []].flat().filter((value): value is string => Boolean(value))
    return addresses.map((address, index) => ({ field, index, address, accept: control.accept }))
  })
}

/** The same input with other addresses, given in the order of `filesOf`. */
export function withFiles(
  fields: Readonly<Record<string, Field>>,
  input: Record<string, unknown>,
  addresses: readonly string[],
): Record<string, unknown> {
  const replaced: Record<string, unknown> = {}
  for (const [position, { field, index }] of filesOf(fields, input).entries()) {
    const next = addresses[position]
    if (next === undefined) continue
    const isList = fields[field]?.control.kind === 'files'
    const list = (replaced[field] as string[] | undefined) ?? []
    replaced[field] = isList ? [...list.slice(0, index), next] : next
  }
  return { ...input, ...replaced }
}
