import { runAlone as runAloneOn } from '#database/database.ts'
import type { ServiceContext } from '../context.ts'

/**
 * Does the work unless another process of this product does it just now. `false`: somebody does.
 */
export function runAlone(
  { database }: ServiceContext,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return runAloneOn(database, name, work)
}
