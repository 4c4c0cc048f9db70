import { featureMatrices } from './feature-matrices.ts'
import type { Make } from './matrix-resources.ts'

const makes: Readonly<Record<string, Make>> = Object.assign(
  {},
  ...featureMatrices.map(({ recordLists }) => recordLists),
)

/** How a list of records with this address is made, with one record. */
export function makeRecordList(path: string): Make {
  const make = makes[path]
  if (!make) throw new Error(`No matrix says how ${path} is made`)
  return make
}
