import type { FormAddress } from '#web/shared/form-address.ts'
import { gridAddress, maxInGrid } from './comparison-address.ts'

/** Several generations that were started at once are shown in one grid, where they fit into it. */
export function severalAddress(ids: readonly string[]): FormAddress | undefined {
  return ids.length <= maxInGrid ? gridAddress(ids) : undefined
}
