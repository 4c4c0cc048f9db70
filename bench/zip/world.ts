import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#database/database.ts'
import { insertSession } from '#database/queries/sessions.ts'
import { hashToken, newToken } from '#services/sign-in/tokens.ts'
import { accountId, makeKeys, seedAccounts } from '../world/accounts.ts'
import { temporaryFolder } from '../world/folder.ts'
import { freshDatabase } from '../world/fresh-database.ts'
import { startProviderStub } from '../world/provider-stub.ts'
import type { Server } from '../world/server.ts'
import { startStudio } from '../world/studio.ts'
import type { Address } from './read-answer.ts'

export type ZipWorld = AsyncDisposable & {
  /** The process that serves. */
  pid: number
  /** Where the recorded files lie. */
  files: string[]
  /** The addresses of the files themselves. */
  singles: Address[]
  /** Prepares a zip of the first `count` files. */
  prepare(count: number): Promise<Address>
  /** Everything of the account as one zip. */
  whole: Address
}

/** The product as one process, and an account with `count` films of `bytes` bytes each. */
export async function zipWorld(
  server: Server,
  { count, bytes }: { count: number; bytes: number },
): Promise<ZipWorld> {
  const stack = new AsyncDisposableStack()
  const { url: databaseUrl, database } = stack.use(await freshDatabase(server))
  const provider = stack.use(await startProviderStub())
  const dataDir = temporaryFolder()
  await seedAccounts(database, 1)
  const [key = ''] = await makeKeys(database, 1)
  const ids = Array.from({ length: count }, () => randomUUID())
  const files = await makeFiles(path.join(dataDir, 'media'), ids, bytes)
  await recordFiles(database, ids, bytes)
  const environment = { DATA_DIR: dataDir }
  const studio = stack.use(
    await startStudio({ databaseUrl, roles: ['all'], providerUrl: provider.url, environment }),
  )

  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const prepare = async (some: number): Promise<Address> => {
    const body = JSON.stringify({ imageIds: ids.slice(0, some) })
    const answer = await fetch(`${studio.url}/api/video-generation/download`, {
      method: 'POST',
      headers,
      body,
    })
    if (!answer.ok) throw new Error(`Not prepared: ${answer.status}`)
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string }
    return { url: studio.url + downloadUrl, headers }
  }
  const whole = {
    url: `${studio.url}/api/account/export`,
    headers: { cookie: await signIn(database) },
  }
  const singles = ids.map((id) => ({ url: `${studio.url}/media/${id}/0.mp4`, headers }))
  return {
    pid: studio.pids[0] ?? 0,
    files,
    singles,
    prepare,
    whole,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function signIn(database: Database): Promise<string> {
  const token = newToken()
  const session = {
    id: randomUUID(),
    accountId: accountId(1),
    tokenHash: hashToken(token),
    userAgent: null,
  }
  await insertSession(database, { ...session, replaces: null })
  return `atelier_session=${token}`
}

const keyOf = (id: string) => `generations/${id}/0.mp4`

async function makeFiles(directory: string, ids: string[], bytes: number): Promise<string[]> {
  const content = randomBytes(bytes)
  const files = ids.map((id) => path.join(directory, keyOf(id)))
  for (const file of files) {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  return files
}

async function recordFiles(database: Database, ids: string[], bytes: number): Promise<void> {
  const owner = { account_id: accountId(1) }
  const made = ids.map((id, index) => ({
    ...film,
    ...owner,
    id,
    request_id: id,
    number: index + 1,
  }))
  await database.insertInto('generation').values(made).execute()
  const media = ids.map((id) => ({
    ...file,
    ...owner,
    id,
    generation_id: id,
    storage_key: keyOf(id),
    bytes,
  }))
  await database.insertInto('media').values(media).execute()
}

const film = {
  kind: 'video',
  generation_type: 'text-to-video',
  model: 'text-to-video',
  input: '{}',
  price: 1,
  requested: 1,
  status: 'completed',
  deadline: new Date(),
} as const

/** A thumbnail was tried: nobody draws one while it is measured. */
const file = {
  role: 'output',
  position: 0,
  content_type: 'video/mp4',
  sha256: 'x',
  thumbnail_tried_at: new Date(),
} as const
