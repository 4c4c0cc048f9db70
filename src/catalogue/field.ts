import * as z from 'zod/mini'

/** How the form asks for a value. There is exactly one component for each `kind`; nothing else decides what is drawn. */
export type Control =
  | { kind: 'text'; lines: number; maxLength: number }
  | { kind: 'number'; min: number; max: number; step: number }
  | { kind: 'segments'; options: readonly (string | number)[] }
  | { kind: 'shape'; options: readonly string[] }
  | { kind: 'seed'; min: number; max: number }
  | { kind: 'switch' }

/** Where a field stands in the form: with the prompt, with the shape and count, or folded away. */
export type FieldGroup = 'prompt' | 'shape' | 'advanced'

/** One input of a model: how the form asks for it, which values are acceptable, and what it starts with. */
export type Field<Value = unknown> = {
  control: Control
  group: FieldGroup
  schema: z.ZodMiniType<Value, unknown>
  /** The form's first value; `undefined` means empty. A request without the field gets the same. */
  initially: Value
  /** The provider has no such input: the value is kept on the record and not sent, and the form says so. */
  ignored?: boolean
}

type TextOptions = { lines: number; required?: boolean; ignored?: boolean; initially?: string; group?: FieldGroup }

/** The longest prompt, negative prompt or question, in characters (specification, history §9). */
const maxPromptLength = 2000

const characters = (text: string) => [...text].length

/** A text of at most 2000 characters, trimmed. NUL and broken surrogates, which no database stores, are dropped. */
export function text({
  lines,
  required = false,
  ignored,
  initially = '',
  group = 'prompt',
}: TextOptions): Field<string> {
  const schema = z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.toWellFormed().replaceAll('\0', '').trim()),
    ),
    z.string().check(
      z.refine((value) => !required || value.length > 0, { error: 'required' }),
      z.refine((value) => characters(value) <= maxPromptLength, { error: 'too_long' }),
    ),
  )
  return {
    control: { kind: 'text', lines, maxLength: maxPromptLength },
    group,
    schema: required ? schema : z._default(schema, initially),
    initially,
    ...(ignored && { ignored }),
  }
}

type NumberOptions = { min: number; max: number; initially: number; step?: number; group?: FieldGroup }

/** A whole number between `min` and `max`, both included. */
export function wholeNumber({ min, max, initially, step = 1, group = 'advanced' }: NumberOptions): Field<number> {
  return {
    control: { kind: 'number', min, max, step },
    group,
    schema: z._default(z.int().check(z.gte(min), z.lte(max)), initially),
    initially,
  }
}

/** Any number between `min` and `max`; `step` is only what the form's slider moves by. */
export function decimal({ min, max, initially, step = 0.1, group = 'advanced' }: NumberOptions): Field<number> {
  return {
    control: { kind: 'number', min, max, step },
    group,
    schema: z._default(z.number().check(z.gte(min), z.lte(max)), initially),
    initially,
  }
}

/** How many results: 1 to `max`, as a row of buttons. */
export function count({ max }: { max: number }): Field<number> {
  return {
    control: { kind: 'segments', options: Array.from({ length: max }, (_, index) => index + 1) },
    group: 'shape',
    schema: z._default(z.int().check(z.gte(1), z.lte(max)), 1),
    initially: 1,
  }
}

/** The shape of the result, drawn as tiles. `options` are names whose pixels the model knows. */
export function shape<const Option extends string>(
  options: readonly Option[],
  initially: NoInfer<Option>,
): Field<Option> {
  return {
    control: { kind: 'shape', options },
    group: 'shape',
    schema: z._default(z.enum(options), initially),
    initially,
  }
}

/** A whole number, or nothing for a random one. The dice draws from 0 to 999999 (specification, creation §5). */
export function seed(): Field<number | undefined> {
  return {
    control: { kind: 'seed', min: 0, max: Number.MAX_SAFE_INTEGER },
    group: 'advanced',
    schema: z.pipe(
      z.transform((value: unknown) => (value === null || value === '' ? undefined : value)),
      z.optional(z.int().check(z.gte(0))),
    ),
    initially: undefined,
  }
}

/** Yes or no. */
export function toggle({ initially, group = 'advanced' }: { initially: boolean; group?: FieldGroup }): Field<boolean> {
  return { control: { kind: 'switch' }, group, schema: z._default(z.boolean(), initially), initially }
}
