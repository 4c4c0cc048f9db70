import { v7 as uuid } from 'uuid'
import type { Model } from '#catalogue/model.ts'
import { backdate } from '#database/queries/generations.ts'
import { addCredits } from '#database/queries/ledger.ts'
import { settle } from '#database/queries/life/settle.ts'
import { chargeAndInsert } from '#database/queries/life/start.ts'
import type { ServiceContext } from '../context.ts'
import { storeFile } from '../media/files/store-file.ts'
import { oneChunk } from '../media/one-chunk.ts'
import { makeThumbnails } from '../media/thumbnails/make-thumbnails.ts'

export type Sample = {
  accountId: string
  model: Model
  input: Record<string, unknown>
  price: number
  daysAgo: number
  /** A JPEG and its size in pixels. */
  picture: Buffer
  width: number
  height: number
}

/**
 * Records a finished sample picture as if it had been made some days ago. It is paid for like any other work, from
 * credits given for it, so that the ledger adds up and the balance stays.
 */
export async function recordSample(context: ServiceContext, sample: Sample): Promise<void> {
  const { accountId, model, price } = sample
  const id = uuid()
  const storageKey = `generations/${id}/0.jpg`
  const stored = await storeFile(context, storageKey, oneChunk(sample.picture), {
    maxBytes: sample.picture.length,
    contentType: 'image/jpeg',
  })

  await context.database.transaction().execute(async (transaction) => {
    await addCredits(transaction, { accountId, credits: price, reason: 'grant', note: 'for a sample record' })
    await chargeAndInsert(transaction, {
      id,
      account_id: accountId,
      request_id: id,
      kind: model.kind,
      generation_type: model.generationType,
      model: model.id,
      input: sample.input,
      price,
      requested: 1,
      is_public: true,
      is_sample: true,
      deadline: 0,
    })
    await settle(transaction, {
      id,
      leaseToken: null,
      status: 'completed',
      refund: 0,
      media: [
        {
          id: uuid(),
          position: 0,
          storage_key: storageKey,
          content_type: 'image/jpeg',
          width: sample.width,
          height: sample.height,
          ...stored,
        },
      ],
    })
    await backdate(transaction, id, sample.daysAgo)
  })
  await makeThumbnails(context, id)
}
