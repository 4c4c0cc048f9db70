import { describe, expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { Field } from '#core/models/rules/fields.ts'
import { filesOf } from '#core/models/rules/file-field.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { testProviders } from '#testing/context.ts'
import { type FileFor, neededInput, uploadedFiles } from '#testing/model-input.ts'
import { recordingProvider } from '#testing/recording-provider.ts'
import { testClient, testServer } from '#testing/server.ts'
import { parseDraft, serializeDraft } from '#web/create/start/draft.ts'
import { formQuery, startingPoint } from '#web/create/start/starting-point.ts'
import { searchOf } from '#web/lib/navigation/query.ts'
import { formAddress } from '../form-address.ts'
import { type Recipe, recipeOf, recipeWithOtherSeed } from './recipe.ts'
import { createBody } from './start-generation.ts'

const provider = await recordingProvider()
const studio = await testServer(
  {},
  { providers: testProviders(provider.url, { signsInputs: true }) },
)
const client = await testClient(studio, { credits: 100_000 })
const fileFor = await uploadedFiles(studio.context, client.account.id)

/** Every model that a form offers, in every state that has fields of its own. */
const cases = builtInModels
  .filter(({ hidden }) => !hidden)
  .flatMap((model) =>
    circumstances(model).map((given) => [nameOf(model, given), model, given] as const),
  )

describe.each(cases)('%s', (_, model, given) => {
  it('is requested again with the same input', async () => {
    const first = await start({ model, values: changedValues(model, given), isPublic: false })
    const again = await start(regenerated(first.view))
    expect(again.asked).toEqual(first.asked)
    expect(withoutAddresses(model, again.view.input)).toEqual(
      withoutAddresses(model, first.view.input),
    )
    expect(again.view).toMatchObject({ parent_id: first.view.id, is_public: false })
  })

  it('is requested again with all cleared fields still empty', async () => {
    const first = await start({ model, values: clearedValues(model, given), isPublic: true })
    const again = await start(regenerated(first.view))
    expect(again.asked).toEqual(first.asked)
    expect(again.view.input).toEqual({ ...again.view.input, ...onlyTexts(first.view.input, model) })
    expect('seed' in again.view.input).toBe('seed' in first.view.input)
    expect(again.view.is_public).toBe(true)
  })

  it('differs only in its seed where another one is requested', async () => {
    const first = await start({ model, values: changedValues(model, given), isPublic: false })
    const again = await start(orThrow(recipeWithOtherSeed(first.view)))
    const { seed, ...others } = again.asked.body
    const { seed: seedBefore, ...othersBefore } = first.asked.body
    expect(others).toEqual(othersBefore)
    expect(again.asked.endpoint).toBe(first.asked.endpoint)
    expect(seed === undefined).toBe(seedBefore === undefined)
    if (seed !== undefined) expect(seed).not.toBe(seedBefore)
    expect(again.view.parent_id).toBe(first.view.id)
  })
})

it('opens the record of a model that no form offers with its prompt, in the form of its type', async () => {
  const hidden = orThrow(builtInModels.find((model) => model.hidden))
  const first = await start({ model: hidden, values: changedValues(hidden, {}), isPublic: false })
  const { model, values } = regenerated(first.view)
  expect(model.generationType).toBe(hidden.generationType)
  expect(values.prompt).toBe(first.view.prompt)
  expect(recipeOf(first.view)).toBeUndefined()
})

/**
 * Sends what the form sends; returns the record as a history shows it, and the provider's request.
 */
async function start(recipe: Recipe) {
  const parsed = parseInput(recipe.model, recipe.values)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { path } = orThrow(createEndpoints.find(({ kind }) => kind === recipe.model.kind))
  const answer = await client.request('POST', path, createBody(recipe, parsed.input))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const { endpoint, body } = await provider.next()
  const view = (await client.request('GET', `/api/generations/${answer.body.id}`))
    .body as GenerationView
  return { view, asked: { endpoint, body: withoutSignatures(body) } }
}

/** The form's content from the address of a record's button, also after a reload. */
function regenerated(view: GenerationView): Recipe {
  const search = searchOf(formAddress(view).query)
  const query = formQuery(view.generation_type, search)
  const { draft } = startingPoint(view.generation_type, query, undefined)
  const stored = JSON.parse(JSON.stringify(serializeDraft(draft)))
  const { isPublic, ...draftAgain } = orThrow(parseDraft(view.generation_type, stored))
  return { ...draftAgain, isPublic: orThrow(isPublic) }
}

/** Each option that other fields depend on; for most models there is only one. */
function circumstances({ fields }: Model): Record<string, unknown>[] {
  const names = new Set(Object.values(fields).flatMap(({ when }) => (when ? [when.field] : [])))
  const [name] = [...names]
  const control = name === undefined ? undefined : fields[name]?.control
  return name !== undefined && control?.kind === 'segments'
    ? control.options.map((option) => ({ [name]: option }))
    : [{}]
}

function nameOf({ generationType, id }: Model, given: Record<string, unknown>): string {
  return [generationType, id, ...Object.values(given)].join(' ')
}

/**
 * Nothing as the form starts: every field has another value, every file field is filled; of two
 * masks one.
 */
function changedValues(model: Model, given: Record<string, unknown>) {
  const changed = Object.entries(model.fields).map(
    ([name, field]) => [name, otherValue(field, fileFor)] as const,
  )
  const oneMask = 'mask_video_url' in model.fields ? { mask_image_url: '' } : {}
  return { ...initialValues(model), ...Object.fromEntries(changed), ...oneMask, ...given }
}

/** The smallest accepted input, without texts where possible and without a seed. */
function clearedValues(model: Model, given: Record<string, unknown>) {
  const texts = Object.entries(model.fields).flatMap(([name, { control, initially }]) =>
    control.kind === 'text' && initially ? [[name, ''] as const] : [],
  )
  const cleared = {
    ...initialValues(model),
    ...Object.fromEntries(texts),
    ...given,
    seed: undefined,
  }
  return neededInput(model, fileFor, cleared)
}

function otherValue({ control, initially }: Field, file: FileFor): unknown {
  switch (control.kind) {
    case 'text':
      return 'A red kite, 雪 & 50 % + “more”?\n#second=line'
    case 'number':
      return control.max === initially ? control.min : control.max
    case 'segments':
    case 'shape':
      return control.options.findLast((option) => option !== initially) ?? initially
    case 'seed':
      return 4_294_967_295
    case 'switch':
      return !initially
    case 'file':
      return file(control.accept)
    case 'files':
      return Array.from({ length: Math.min(2, control.max) }, () => file(control.accept))
    case 'fixed':
      return control.value
  }
}

/** Every generation has its own addresses of the same files. */
function withoutAddresses({ fields }: Model, input: Record<string, unknown>) {
  const counted = Object.fromEntries(
    filesOf(fields, input).map(({ field }) => [field, [input[field]].flat().length]),
  )
  return { ...input, ...counted }
}

function onlyTexts(input: Record<string, unknown>, { fields }: Model) {
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => fields[name]?.control.kind === 'text'),
  )
}

/**
 * Files as the provider receives them: the address of the stored file, without the signature, which
 * is new each time.
 */
function withoutSignatures(body: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === 'string' && value.startsWith('http') ? value.split('?')[0] : value,
  )
}

function orThrow<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('There is none')
  return value
}
