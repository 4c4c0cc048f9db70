import { globSync } from 'node:fs'
import type { Operation as Described } from './admin-operation.ts'
import type { Operation } from './matrix-requests.ts'
import type { Make } from './matrix-resources.ts'

/** What a feature adds to the matrix of who may do what: its file `security-matrix.ts`. */
export type FeatureMatrix = {
  /** Lines as in matrix-table.ts, without the head. */
  table: string
  operations: Readonly<Record<string, Operation>>
  /** How its lists of records are made, by their addresses in the API. */
  recordLists?: Readonly<Record<string, Make>>
  /** Its paths that are missing to visitors, instead of asking them to sign in. */
  hidden?: readonly string[]
  /** Its tables of accounts in which others write, such as reports of their results. */
  writtenByOthers?: readonly string[]
  /** What the fuzzed requests may name. */
  fuzzed?: readonly Make[]
  /** What it adds to the operator's API, with its answers. */
  adminOperations?: readonly Described[]
}

const files = globSync('src/features/*/security-matrix.ts').toSorted()

export const featureMatrices = await Promise.all(
  files.map(async (file) => {
    const { matrix } = await import(new URL(`../../../${file}`, import.meta.url).href)
    return matrix as FeatureMatrix
  }),
)
