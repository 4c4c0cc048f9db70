import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { AudioOfVideo } from '#core/generations/queries/mixes.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { smallImage } from '#core/media/inspect-file.ts'
import { findInputs } from '#core/media/queries/media.ts'
import { oneChunk, readSmall } from '#core/media/stored-files.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import type { Medium } from '#core/models/rules/kinds.ts'
import type { SignClaim } from '#core/parsers/parser-tasks.ts'
import type { Parts } from '#core/parts.ts'
import type { FileToMark, IngredientFile, MarkedFile } from './mark-file.ts'
import { ingredientTitles } from './rules/manifest.ts'
import {
  type DigitalSource,
  digitalSourceOf,
  generator,
  type Mark,
  type MarkState,
} from './rules/mark.ts'

/** What marking touches. */
export type MarkContext = Parts<
  'database' | 'storage' | 'parsers' | 'settings' | 'signing' | 'version' | 'log' | 'meter'
>

/** The generation whose result is marked. */
export type MarkedGeneration = Pick<
  GenerationRow,
  | 'id'
  | 'account_id'
  | 'model'
  | 'generation_type'
  | 'model_version'
  | 'created_at'
  | 'provider_job'
> & {
  /**
   * Where it came from, if that is known: nothing is marked with `null`, no model made any of it.
   * Absent: what its inputs say.
   */
  source?: DigitalSource | null
  /** What it was made from; absent: the recorded input files of the generation. */
  sources?: readonly Input[]
}

/**
 * A body to store, and how it was marked. `receivedSha256`: of what came, where the mark has changed
 * it. `close` deletes what it is read from.
 */
export type MarkedBody = {
  body: AsyncIterable<Uint8Array>
  state: MarkState | null
  source: DigitalSource | null
  receivedSha256: string | null
  close(): Promise<void>
}

/** Whether the studio marks its results. */
export function marksResults({ settings }: Parts<'settings'>): boolean {
  return settings.current().settings.mark_results
}

/** How a result is to be marked. `order`: `null`, it cannot be now. */
export type MarkPlan = { source: DigitalSource; order: MarkOrder | null }

/** What `markFile` needs besides the file, and who signs. */
export type MarkOrder = { mark: Omit<FileToMark, 'file' | 'contentType'>; sign: SignClaim }

/** Plans the mark of a result; `null`: it gets none. Throws what the database throws. */
export async function planMark(
  context: MarkContext,
  generation: MarkedGeneration,
  medium: Medium,
): Promise<MarkPlan | null> {
  if (!marksResults(context) || generation.source === null) return null
  const inputs = generation.sources ?? (await readInputs(context, generation))
  const source = generation.source ?? sourceOf(inputs)
  const mark = toMark(context, { ...generation, made_at: generation.created_at }, source)
  try {
    const { algorithm: alg, reserveSize, signClaim } = await context.signing.current()
    const ingredients = await readIngredients(context, inputs, medium)
    const signer = { alg, reserveSize }
    return {
      source,
      order: { mark: { mark, kind: 'made', xmp: null, ingredients, signer }, sign: signClaim },
    }
  } catch (error) {
    reportFailedMark(context, generation.id, error)
    return { source, order: null }
  }
}

/**
 * Marks a result before it is stored. Throws what `body` and the database throw; a result that cannot
 * be marked now is stored as it came, with the state `failed`.
 */
export async function markBody(
  context: MarkContext,
  generation: MarkedGeneration,
  {
    body,
    contentType,
    medium,
  }: { body: AsyncIterable<Uint8Array>; contentType: string; medium: Medium },
): Promise<MarkedBody> {
  const plan = await planMark(context, generation, medium)
  if (!plan) {
    const close = async () => undefined
    return { body, state: null, source: null, receivedSha256: null, close }
  }
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-mark-'))
  const close = () => rm(directory, { recursive: true, force: true })
  try {
    const { source, order } = plan
    const from = path.join(directory, 'result')
    const to = path.join(directory, 'marked')
    const hash = createHash('sha256')
    const content = await spool(hashing(body, hash), from)
    const file = content ? { content } : { from, to }
    const original = () => (content ? oneChunk(content) : createReadStream(from))
    const marked =
      order &&
      (await tryToMark(context, generation.id, () =>
        context.parsers.run(
          'markFile',
          { ...order.mark, file, contentType },
          { accountId: generation.account_id, sign: order.sign },
        ),
      ))
    const state = marked?.state ?? 'failed'
    if (!isChanged(state)) return { body: original(), state, source, receivedSha256: null, close }
    const written = marked?.content ? oneChunk(marked.content) : createReadStream(to)
    return { body: written, state, source, receivedSha256: hash.digest('hex'), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whether a mark of this state has changed the file. */
export function isChanged(state: MarkState): boolean {
  return state === 'signed' || state === 'metadata'
}

async function* hashing(body: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

/** Collects a small body in memory, and answers it; writes a larger one to the disk. */
async function spool(body: AsyncIterable<Uint8Array>, to: string): Promise<Buffer | null> {
  const { content, whole } = await readSmall(body, smallImage)
  if (!content) await pipeline(whole, createWriteStream(to))
  return content
}

/** Reports how a file was marked; `null`: it could not be now. */
async function tryToMark(
  context: MarkContext,
  generation: string,
  mark: () => Promise<MarkedFile>,
): Promise<MarkedFile | null> {
  try {
    const marked = await mark()
    reportMark(context, generation, marked)
    return marked
  } catch (error) {
    reportFailedMark(context, generation, error)
    return null
  }
}

/** Counts and logs how a file was marked. */
export function reportMark({ log, meter }: MarkContext, generation: string, marked: MarkedFile) {
  if (marked.fault) log.warn({ generation, fault: marked.fault }, 'no manifest was written')
  meter.count('atelier_marks_total', { state: marked.state })
}

/** Counts and logs that a file could not be marked now. */
export function reportFailedMark({ log, meter }: MarkContext, generation: string, error: unknown) {
  log.error({ generation, err: error }, 'a result could not be marked yet')
  meter.count('atelier_marks_total', { state: 'failed' })
}

/**
 * Marks a video that was joined with generated audio, a composite of both. Answers the path of the
 * file to store, beside `from`.
 */
export async function markMix(
  context: MarkContext,
  audio: AudioOfVideo,
  from: string,
): Promise<{ state: MarkState | null; source: DigitalSource | null; path: string }> {
  if (!marksResults(context)) return { state: null, source: null, path: from }
  const to = `${from}-marked`
  const { video, generation_id: id } = audio
  const parts = [video, audio]
  const source = sourceOf(parts)
  const mark = toMark(context, { ...audio, id }, source)
  const marked = await tryToMark(context, id, async () =>
    signFile(context, audio.account_id, {
      ...{ file: { from, to }, contentType: 'video/mp4', kind: 'made', xmp: null },
      mark,
      ingredients: await readIngredients(context, parts, 'video'),
    }),
  )
  const state = marked?.state ?? 'failed'
  return { state, source, path: isChanged(state) ? to : from }
}

/** Marks and signs one file in a parser. */
export async function signFile(
  { parsers, signing }: Parts<'parsers' | 'signing'>,
  accountId: string,
  file: Omit<FileToMark, 'signer'>,
): Promise<MarkedFile> {
  const signer = await signing.current()
  const { algorithm: alg, reserveSize } = signer
  return parsers.run(
    'markFile',
    { ...file, signer: { alg, reserveSize } },
    { accountId, sign: (claim) => signer.signClaim(claim) },
  )
}

/** A stored file that a result was made from. */
export type Input = Pick<MediaRow, 'storage_key' | 'content_type' | 'bytes'>

/** The files that it was made from; none are looked for where its model takes none. */
async function readInputs(
  { database }: MarkContext,
  { id, account_id, model: name, generation_type, model_version }: MarkedGeneration,
): Promise<Input[]> {
  const model = findModel(name, generation_type, model_version)
  const takesFiles = Object.values(model?.fields ?? {}).some(
    ({ control: { kind } }) => kind === 'file' || kind === 'files',
  )
  return takesFiles || !model ? findInputs(database, [{ id, account_id }]) : []
}

/** A copy of a result has the file of the result; one of an upload has its own. */
function isResult({ storage_key }: Pick<Input, 'storage_key'>): boolean {
  return storage_key.startsWith('generations/')
}

/** Returns the medium of a content type. */
export function mediumOf(contentType: string): Medium {
  const [medium] = contentType.split('/')
  if (medium === 'model') return 'mesh'
  return medium === 'video' || medium === 'audio' ? medium : 'image'
}

/**
 * Describes the mark of a result. `made_at`: when its generation was created. What no provider made
 * was put together here.
 */
export function toMark(
  { settings, version }: Parts<'settings' | 'version'>,
  generation: Omit<MarkedGeneration, 'account_id' | 'created_at' | 'source' | 'sources'> & {
    made_at: Date
  },
  source: DigitalSource,
): Mark {
  const { id, model: name, generation_type, model_version, made_at, provider_job } = generation
  const model = findModel(name, generation_type, model_version)
  return {
    source,
    generation: id,
    generationType: generation_type,
    model: name,
    modelName: model?.name ?? name,
    provider: provider_job?.provider ?? model?.provider ?? generator,
    studio: settings.current().settings.studio_name,
    version,
    madeAt: made_at,
  }
}

/** What inputs say of the origin of what was made from them. */
function sourceOf(inputs: readonly Pick<Input, 'storage_key'>[]): DigitalSource {
  return digitalSourceOf(inputs.map((each) => ({ isResult: isResult(each) })))
}

/** The most that is read of inputs for their manifests, in bytes. */
const maxIngredients = 16 * 1024 * 1024

/**
 * Names what a result was made from. Results of this studio bring their manifests along; of what
 * people gave only the format is stated: a result may become public, its inputs may not.
 */
async function readIngredients(
  { storage }: MarkContext,
  inputs: readonly Input[],
  medium: Medium,
): Promise<IngredientFile[]> {
  const parent = inputs.find(({ content_type }) => mediumOf(content_type) === medium)
  let left = maxIngredients
  const ingredients: IngredientFile[] = []
  for (const [index, input] of inputs.entries()) {
    const isRead = isResult(input) && input.bytes <= left
    if (isRead) left -= input.bytes
    ingredients.push({
      label: `input-${index + 1}`,
      title: isResult(input) ? ingredientTitles.result : ingredientTitles.upload,
      format: input.content_type,
      relationship: input === parent ? 'parentOf' : 'inputTo',
      content: isRead ? await buffer(await storage.read(input.storage_key)) : null,
    })
  }
  return ingredients
}
