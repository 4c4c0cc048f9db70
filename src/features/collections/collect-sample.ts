import type { UseSample } from '#core/generations/record-sample.ts'
import { createCollection } from './change-collections.ts'
import { addItems } from './change-items.ts'
import { listCollections } from './collection-queries.ts'

/** The name of the demo's collection. */
export const sampleCollection = 'Landscapes (sample)'

/**
 * Puts some samples into a collection, each at once: the page may be opened before the last one is
 * made.
 */
export const collectSample: UseSample = async (context, { accountId, id, uses }) => {
  if (!uses.includes('collected')) return
  const [known] = await listCollections(context.database, {
    ...{ accountId, search: sampleCollection, limit: 1 },
  })
  if (known) await addItems(context, { accountId, id: known.id }, [id])
  else await createCollection(context, accountId, { name: sampleCollection, ids: [id] })
}
