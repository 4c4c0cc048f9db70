import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { AllParts } from '#core/parts.ts'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { fileDirectory } from '../after-file.ts'
import { readMoney, testAccount, testContext, testProviders } from '../context.ts'
import { driveToEnd } from '../drive.ts'
import { storedFilesOf, testFileHost } from '../files.ts'
import { finishedJob } from '../finished-generations.ts'

/** A host of result files, storage and a context of the test file’s own. */
export async function collectWorld() {
  const host = await testFileHost()
  const directory = await fileDirectory('collect')
  const storage = createLocalStorage({
    directory,
    baseUrl: 'http://localhost:3000',
    secret: 'test',
  })
  const base = await testContext({ providers: testProviders(host.url), storage })
  const png = await sharp({
    create: { width: 900, height: 300, channels: 3, background: '#2a6' },
  })
    .png()
    .toBuffer()

  /** A provider whose jobs have ended with a given output, and an account that they belong to. */
  async function world(overrides: Partial<AllParts> = {}) {
    const context = { ...base, ...overrides }
    const account = await testAccount(context, { credits: 500 })
    const start = (kind: Kind, output: object, requested = 1) =>
      finishedJob(context, host, { accountId: account.id, kind, output, requested })
    const end = async (id: string) => {
      const row = await driveToEnd(context, id)
      await context.background.idle()
      return row
    }
    return { context, account, start, end, money: () => readMoney(context, account.id) }
  }

  /** Every file on the disk that belongs to a generation. */
  return {
    host,
    directory,
    storage,
    base,
    png,
    world,
    filesOf: storedFilesOf.bind(null, directory),
  }
}

export const mediaOf = ({ database }: AllParts, id: string) =>
  database
    .selectFrom('media')
    .selectAll()
    .where('generation_id', '=', id)
    .orderBy('position')
    .execute()

/** Without it the product makes no posters. */
export const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex')

export const alertsOf = ({ database }: AllParts, id: string) =>
  database.selectFrom('alert').select(['reason', 'note']).where('generation_id', '=', id).execute()
