import { v7 as uuid } from 'uuid'
import { createKey } from '#core/accounts/api-keys.ts'
import { findOrCreateAccount } from '#core/accounts/create-account.ts'
import { insertSession } from '#core/accounts/queries/sessions.ts'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import { endGeneration } from '#core/generations/queries/end-generation.ts'
import { chargeAndInsert } from '#core/generations/queries/start-generation.ts'
import { deleteGenerations } from '#core/history/delete-generations.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import { oneChunk } from '#core/media/stored-files.ts'
import { createPresignedUpload } from '#core/media/uploads/presigned-upload.ts'
import { saveModel } from '#core/models/change-model.ts'
import { builtInModels, builtIns } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { AllParts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import { testUpload } from '../files.ts'

/** Makes something of an account's and answers its id, of a file its address. */
export type Make = (context: AllParts, accountId: string) => Promise<string>

/** The first model of a kind that starts from a file; of images, the one that needs none. */
export function modelFor(kind: Kind): Model {
  const models = builtInModels.filter((model) => model.kind === kind)
  const needy = models.find(({ fields }) =>
    Object.values(fields).some(
      ({ control, schema }) => control.kind === 'file' && !schema().safeParse(undefined).success,
    ),
  )
  const model =
    kind === 'image' ? models.find(({ id }) => id === 'flux-schnell') : (needy ?? models[0])
  if (!model) throw new Error(`Nothing makes ${kind}`)
  return model
}

/** Charged, and waiting for a worker that comes in an hour. */
export const waiting =
  (kind: Kind): Make =>
  ({ database }, accountId) =>
    database.transaction().execute(async (transaction) => {
      const id = await charged(transaction, accountId, kind)
      const later = new Date(Date.now() + 3_600_000)
      await transaction
        .updateTable('job')
        .set({ next_step_at: later })
        .where('generation_id', '=', id)
        .execute()
      return id
    })

/** Charged, failed, and not given back. */
export const failed =
  (kind: Kind): Make =>
  ({ database }, accountId) =>
    database.transaction().execute(async (transaction) => {
      const id = await charged(transaction, accountId, kind)
      const failure = { code: 'provider_error', message: null } as const
      await endGeneration(transaction, {
        id,
        accountId,
        leaseToken: null,
        status: 'failed',
        refund: 0,
        failure,
      })
      return id
    })

/** Done, with one file that is in storage. */
export const finished =
  (kind: Kind): Make =>
  async (context, accountId) =>
    (await finish(context, accountId, kind)).id

export const deleted =
  (kind: Kind): Make =>
  async (context, accountId) => {
    const id = await failed(kind)(context, accountId)
    await deleteGenerations(context, { accountId, kind, ids: [id] })
    return id
  }

/** A result file of a private generation, or of one that everybody may see. */
export const file =
  (isPublic: boolean): Make =>
  async (context, accountId) => {
    const { id, mediaId } = await finish(context, accountId, 'image')
    if (isPublic)
      await context.database
        .updateTable('generation')
        .set({ is_public: true })
        .where('id', '=', id)
        .execute()
    return mediaAddress({ id: mediaId, account_id: accountId }, '0.png')
  }

export const image: Make = async (context, accountId) =>
  (await testUpload(context, accountId, 'photo.jpg', 'image/jpeg')).address
export const video: Make = async (context, accountId) =>
  (await testUpload(context, accountId, 'clip-silent.mp4', 'video/mp4')).address

export const audio: Make = async (context, accountId) =>
  (await testUpload(context, accountId, 'sound.wav', 'audio/wav')).address

export const key: Make = async (context, accountId) =>
  (await createKey(context, { accountId, name: 'one', scopes: ['read'] })).row.id

export const session: Make = async ({ database }, accountId) => {
  const id = uuid()
  await insertSession(database, { id, accountId, tokenHash: hashToken(newToken(accountId)) })
  return id
}

export const promised: Make = async (context, accountId) =>
  (await createPresignedUpload(context, { accountId, contentType: 'image/png', bytes: undefined }))
    .id

export const account: Make = async (_context, accountId) => accountId

/** A finished generation with a file. */
export async function finish({ database, storage }: AllParts, accountId: string, kind: Kind) {
  const mediaId = uuid()
  const key = `results/${mediaId}/0.png`
  const bytes = Buffer.from('a picture, nearly')
  await storage.write(key, oneChunk(bytes), { maxBytes: bytes.length, contentType: 'image/png' })
  const media = {
    id: mediaId,
    position: 0,
    storage_key: key,
    content_type: kind === 'video' ? 'video/mp4' : 'image/png',
    bytes: bytes.length,
  }
  const unknown = { sha256: mediaId, width: null, height: null, thumbnail_key: null }
  return database.transaction().execute(async (transaction) => {
    const id = await charged(transaction, accountId, kind)
    const files = [{ ...media, ...unknown }]
    await endGeneration(transaction, {
      id,
      accountId,
      leaseToken: null,
      status: 'completed',
      refund: 0,
      media: files,
    })
    return { id, mediaId }
  })
}

async function charged(transaction: Database, accountId: string, kind: Kind): Promise<string> {
  const id = uuid()
  const { id: model, generationType } = modelFor(kind)
  const outcome = await chargeAndInsert(transaction, {
    id,
    account_id: accountId,
    request_id: id,
    kind,
    generation_type: generationType,
    providers: ['fal'],
    model,
    price: 10,
    requested: 1,
    is_public: false,
    is_sample: false,
    input: { prompt: 'a fox' },
    deadline: 3_600_000,
  })
  if (!outcome.charged) throw new Error(`Not charged: ${outcome.reason}`)
  return id
}

/** A definition of a model that the release does not have. */
export function modelDefinition(id: string) {
  const { definition } = builtIns.find(({ model }) => model.id === 'flux-schnell') ?? {}
  return { ...(definition as { generation_type: string }), id }
}

/** A model of the studio, of no account. */
export const model: Make = async (context) => {
  const definition = modelDefinition(`model-${uuid()}`)
  await saveModel(context, { actor: 'x', reason: 'x' }, definition)
  return definition.id
}

/** An account that waits for approval: another one than who asks. */
export const waitingAccount: Make = async (context) => {
  const admission = { identityHashes: [], pass: null, isWaiting: true }
  const wanted = { email: `${uuid()}@example.com`, name: null }
  return (await findOrCreateAccount(context, wanted, admission)).account.id
}

/** A file is made with its address; an id alone is of none. */
export function fileAddress(id: string): string {
  return id.startsWith('/') ? id : mediaAddress({ id, account_id: id }, '0.png')
}
