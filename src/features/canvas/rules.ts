import { maxResultBytes } from '#core/generations/rules/result-files.ts'

const mebibyte = 1024 ** 2

/** The largest document and the largest file, a side, in pixels. */
export const maxSide = 8_192
/** How many documents an account may have. */
export const maxDocuments = 200
export const maxDocumentName = 200
/** The JSON of a document's layers, in bytes. */
export const maxDocumentBytes = 1_000_000
/** A file of pixels, in bytes. */
export const maxFileBytes = 64 * mebibyte
/** An exported image, in bytes: the largest result. */
export const maxExportBytes = maxResultBytes.image
/** The files of an account together, in bytes. */
export const maxAccountBytes = 2 * 1024 * mebibyte
/** How many files one account may send at once, in one process. */
export const maxFilesAtOnce = 10

export const maxLayers = 200
export const maxLayerName = 200

/** Makes a name of a text: one line of at most `max` UTF-16 units, without control characters. */
export function plainName(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  // Half of a surrogate pair, where it was cut, is no character.
  return line
    .slice(0, max)
    .replace(/\p{Cs}$/u, '')
    .trim()
}
/** How many groups may contain one another. */
export const maxGroupDepth = 8
export const maxTiles = 1_024
export const maxTextLength = 5_000
export const maxPoints = 1_000

/** So many versions of a document are kept, the newest ones. */
export const keptVersions = 20
/** A page of the list of documents. */
export const documentsPageSize = 50
/** A file that no version names is kept this long, in ms: a save that names it may follow. */
export const unnamedFileTime = 24 * 60 * 60_000

/** How a layer is mixed with what is below it: CSS blend modes. */
export const blendModes = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const

/** What the rules read of a layer. */
export type LayerFacts = {
  id: string
  kind: string
  parent: string | null
  visible?: boolean
  tiles?: readonly { file: string }[]
  source?: { generation_id: string; media_position: number } | undefined
}

/** What is wrong with the groups of a document; `index`: of the layer. */
export type LayerProblem = {
  index: number
  problem: 'repeated_id' | 'no_such_group' | 'own_ancestor' | 'too_deep'
}

/**
 * Returns the first layer that is not in its place: whose id another has, whose parent is no group of
 * the document, that is within itself, or that is in more than `maxGroupDepth` groups. `null`: none.
 */
export function findLayerProblem(layers: readonly LayerFacts[]): LayerProblem | null {
  const known = new Map<string, LayerFacts>()
  for (const [index, layer] of layers.entries()) {
    if (known.has(layer.id)) return { index, problem: 'repeated_id' }
    known.set(layer.id, layer)
  }
  for (const [index, layer] of layers.entries()) {
    const problem = problemOf(layer, known)
    if (problem) return { index, problem }
  }
  return null
}

function problemOf(
  layer: LayerFacts,
  known: ReadonlyMap<string, LayerFacts>,
): LayerProblem['problem'] | null {
  const above = new Set([layer.id])
  for (let at = layer; at.parent !== null; ) {
    const parent = known.get(at.parent)
    if (parent?.kind !== 'group') return at === layer ? 'no_such_group' : null
    if (above.has(parent.id)) return 'own_ancestor'
    above.add(parent.id)
    at = parent
  }
  return above.size - 1 > maxGroupDepth ? 'too_deep' : null
}

/** Returns the hashes of all files that a document names, each once, in order. */
export function filesOf(layers: readonly LayerFacts[], thumbnail?: string | null): string[] {
  const named = layers.flatMap(({ tiles = [] }) => tiles.map(({ file }) => file))
  return [...new Set(thumbnail ? [...named, thumbnail] : named)].toSorted()
}

/** Layers of these kinds are in what is exported. */
const paintedKinds: readonly string[] = ['image', 'drawing']

/** A result that layers come from; `position`: among those of its generation, from 1. */
export type LayerSource = { generationId: string; position: number }

/** Returns the results that the visible layers of a document come from, each once. */
export function sourcesOf(layers: readonly LayerFacts[]): LayerSource[] {
  const known = new Map(layers.map((layer) => [layer.id, layer]))
  const sources = new Map<string, LayerSource>()
  for (const { source, kind, ...layer } of layers) {
    if (!source || !paintedKinds.includes(kind) || !isShown(layer, known)) continue
    const { generation_id: generationId, media_position: position } = source
    sources.set(`${generationId} ${position}`, { generationId, position })
  }
  return [...sources.values()]
}

/** Whether it and all groups that it is in are visible. */
function isShown(
  { visible, parent }: Pick<LayerFacts, 'visible' | 'parent'>,
  known: ReadonlyMap<string, LayerFacts>,
): boolean {
  if (visible === false) return false
  const group = parent === null ? undefined : known.get(parent)
  return group === undefined || isShown(group, known)
}
