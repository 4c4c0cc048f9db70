import { v7 as uuid } from 'uuid'
import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { CanvasContent, CreateCanvas, SaveCanvas } from './contract.ts'
import {
  type CanvasRow,
  type CanvasVersionRow,
  deleteCanvas as deleteRow,
  findCanvas,
  findContent,
  findVersion,
  insertCanvas,
  listCanvases,
  listVersions as listRows,
  type NewVersion,
  saveCanvas as saveRow,
  type WhichCanvas,
} from './queries.ts'
import {
  documentsPageSize,
  filesOf,
  findLayerProblem,
  keptVersions,
  type LayerProblem,
  maxDocumentBytes,
  maxDocuments,
  maxGroupDepth,
  unnamedFileTime,
} from './rules.ts'

type Context = Parts<'database'>

/**
 * Returns a page of the account's documents, the last saved first. `next`: the `after` of the next
 * page; `null`: there is none.
 */
export async function readPage(
  { database }: Context,
  accountId: string,
  after?: string,
): Promise<{ rows: CanvasRow[]; next: string | null }> {
  const read = { accountId, after: after ?? null, limit: documentsPageSize + 1 }
  const found = await listCanvases(database, read)
  const rows = found.slice(0, documentsPageSize)
  return { rows, next: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null }
}

/** Returns a document of the account without its layers. Throws `Refused` `not_found`. */
export async function requireCanvas({ database }: Context, which: WhichCanvas): Promise<CanvasRow> {
  return required(isId(which.id) ? await findCanvas(database, which) : undefined)
}

/** Returns a document of the account with its layers. Throws `Refused` `not_found`. */
export async function readCanvas({ database }: Context, which: WhichCanvas) {
  return required(isId(which.id) ? await findContent(database, which) : undefined)
}

/**
 * Saves a new document. Throws `Refused`: `canvas_too_large`, a code for layers out of place,
 * `canvas_file_missing`, `too_many_canvases`.
 */
export async function createCanvas(
  { database }: Context,
  accountId: string,
  { name, document, width, height }: CreateCanvas,
): Promise<CanvasRow> {
  const content = contentOf(document, { width, height, thumbnail: null })
  const row = { id: uuid(), account_id: accountId, name, thumbnail: null }
  return inserted(await insertCanvas(database, row, content, maxDocuments))
}

/**
 * Saves the version after `base_version`, if that is the saved one. Throws `Refused`: `not_found`,
 * `canvas_conflict` where another version is saved, and those of `createCanvas` for the content.
 */
export async function saveCanvas(
  { database }: Context,
  which: WhichCanvas,
  { base_version, name, document, width, height, ...given }: SaveCanvas,
): Promise<CanvasRow> {
  const thumbnail = given.thumbnail ?? null
  const content = contentOf(document, { width, height, thumbnail })
  const save = { baseVersion: base_version, name: name ?? null, thumbnail, content }
  const limits = { kept: keptVersions, unnamedTime: unnamedFileTime }
  const saved = isId(which.id) ? await saveRow(database, which, { ...save, ...limits }) : undefined
  const result = required(saved)
  if ('missing' in result)
    throw new Refused({ reason: 'canvas_file_missing', file: result.missing })
  const { isSaved, row } = result
  if (isSaved) return row
  const current = { current: row.version, saved_at: row.updated_at.toISOString() }
  throw new Refused({ reason: 'canvas_conflict', ...current })
}

/**
 * Saves a copy of a document as it is now, under a name. Throws `Refused`: `not_found`,
 * `too_many_canvases`.
 */
export async function copyCanvas(
  context: Context,
  which: WhichCanvas,
  name: string,
): Promise<CanvasRow> {
  const { document, width, height, thumbnail } = await readCanvas(context, which)
  const content = contentOf(document, { width, height, thumbnail })
  const row = { id: uuid(), account_id: which.accountId, name, thumbnail }
  return inserted(await insertCanvas(context.database, row, content, maxDocuments))
}

/** Deletes a document with its versions. Throws `Refused` `not_found`. */
export async function deleteCanvas({ database }: Context, which: WhichCanvas): Promise<void> {
  if (!isId(which.id) || !(await deleteRow(database, which)))
    throw new Refused({ reason: 'not_found' })
}

/** Returns the kept versions of a document, the newest first. Throws `Refused` `not_found`. */
export async function listVersions(context: Context, which: WhichCanvas) {
  await requireCanvas(context, which)
  return listRows(context.database, which)
}

/** Returns a kept version of a document. Throws `Refused` `not_found`, also for any other text. */
export async function readVersion(
  { database }: Context,
  which: WhichCanvas,
  version: string,
): Promise<CanvasVersionRow> {
  const isVersion = /^\d{1,15}$/.test(version) && isId(which.id)
  return required(isVersion ? await findVersion(database, which, Number(version)) : undefined)
}

function required<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Refused({ reason: 'not_found' })
  return found
}

function inserted(result: CanvasRow | { missing: string } | 'full'): CanvasRow {
  if (result === 'full') throw new Refused({ reason: 'too_many_canvases', max: maxDocuments })
  if ('missing' in result)
    throw new Refused({ reason: 'canvas_file_missing', file: result.missing })
  return result
}

type Measures = { width: number; height: number; thumbnail: string | null }

function contentOf(content: CanvasContent, { width, height, thumbnail }: Measures): NewVersion {
  const problem = findLayerProblem(content.layers)
  if (problem) throw refuseLayer(problem)
  const document = JSON.stringify(content)
  const bytes = Buffer.byteLength(document)
  if (bytes > maxDocumentBytes)
    throw new Refused({ reason: 'canvas_too_large', max: maxDocumentBytes })
  return { width, height, document, bytes, files: filesOf(content.layers, thumbnail) }
}

function refuseLayer({ index, problem }: LayerProblem): Refused {
  const field = `document.layers.${index}.${problem === 'repeated_id' ? 'id' : 'parent'}`
  const problems = {
    repeated_id: { reason: 'canvas_layer_repeated', field },
    no_such_group: { reason: 'canvas_group_missing', field },
    own_ancestor: { reason: 'canvas_group_in_itself', field },
    too_deep: { reason: 'canvas_groups_too_deep', field, max: maxGroupDepth },
  } as const
  return new Refused(problems[problem])
}
