import { imageSizes } from '../rules/image-sizes.ts'
import { defaultOf, groupOf, isBoolean, isNumber, isText, textsOf } from './input-texts.ts'
import { asList, asObject, type Schema } from './json-schema.ts'
import { addField, type Input, type Proposal, UnmappableInput } from './proposal.ts'
import { plainText } from './texts.ts'

const shapes = /^(image_size|aspect_ratio|size|ratio)$/

/** Yes or no. Without a default, no is not sent. */
export function proposeSwitch(proposal: Proposal, input: Input, schema: Schema): void {
  const initially = defaultOf(input, schema, isBoolean)
  const isSent = initially !== undefined || input.isRequired
  addField(
    proposal,
    input,
    {
      control: 'switch',
      default: initially ?? false,
      group: 'advanced',
      ...textsOf(input.path, schema),
    },
    isSent ? {} : { omit: [false] },
  )
}

/** The option of a choice that leaves the value to the provider. */
const unset = (options: string[]) => (options.includes('default') ? 'provider_default' : 'default')

/** One of several values; a single one is fixed. Without a default the provider's own is an option. */
export function proposeChoice(proposal: Proposal, input: Input, schema: Schema): void {
  const { path, isRequired } = input
  const values = asList(schema.enum).filter((value) => isText(value) || isNumber(value))
  const options = [...new Set(values.map((value) => (value === '' ? 'none' : String(value))))]
  const isNamed = (option: string) => option.length <= 120 && plainText(option) !== ''
  if (options.length === 0 || !options.every(isNamed))
    throw new UnmappableInput('its values cannot be options')
  if (options.length > 2_000) throw new UnmappableInput('it has too many values')
  const texts = { group: groupOf(path, isRequired), ...textsOf(path, schema) }
  const [only] = values
  if (
    options.length === 1 &&
    only !== undefined &&
    only !== '' &&
    (isRequired || schema.default === only)
  ) {
    addField(proposal, input, { control: 'fixed', value: only, ...texts })
    return
  }
  const given = input.hasDefaults ? defaultOption(path, schema, options) : undefined
  const free = unset(options)
  const isOpen = given === undefined && !isRequired
  const offered = isOpen ? [free, ...options] : options
  const first = given ?? (isOpen ? free : exampleOf(schema, options)) ?? options[0] ?? ''
  const mapped = values.filter((value) => isNumber(value) || value === '')
  addField(
    proposal,
    input,
    {
      control: isShape(path, options) && !isOpen ? 'shape' : 'choice',
      options: offered,
      default: first,
      ...texts,
      ...(isOpen && { option_labels: { [free]: { label: { en: 'Default', zh: '默认' } } } }),
    },
    {
      ...(mapped.length > 0 && {
        values: Object.fromEntries(
          mapped.map((value) => [value === '' ? 'none' : String(value), value]),
        ),
      }),
      ...(isOpen && { omit: [free] }),
    },
  )
}

/** A size in pixels as default is the named size with these pixels. */
function defaultOption(path: string[], schema: Schema, options: string[]): string | undefined {
  const { default: given } = schema
  const value = given === '' ? 'none' : isText(given) || isNumber(given) ? String(given) : undefined
  if (value !== undefined && options.includes(value)) return value
  const { width, height } = asObject(given)
  if (!isNumber(width) || !isNumber(height)) return undefined
  const exact = Object.entries(imageSizes).find(
    ([name, size]) => options.includes(name) && size.width === width && size.height === height,
  )
  const isSquare = width === height && path.length > 0
  return exact?.[0] ?? exampleOf(schema, options) ?? (isSquare ? squareOf(options) : options[0])
}

const squareOf = (options: string[]) =>
  options.find((option) => option === 'square_hd') ?? options[0]

function exampleOf(schema: Schema, options: string[]): string | undefined {
  return [schema.examples, schema.example]
    .flat()
    .find((one) => isText(one) && options.includes(one)) as string | undefined
}

function isShape(path: string[], options: string[]): boolean {
  const isForm = (option: string) =>
    /^(\d{1,3}:\d{1,3}|auto\w*)$/.test(option) || Object.hasOwn(imageSizes, option)
  return shapes.test(path.at(-1) ?? '') && options.length <= 16 && options.every(isForm)
}
