import { afterEach, expect } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { testAccount } from '../context.ts'
import { listeningServer } from '../server.ts'
import { signedAddressTests } from './signed-uploads.ts'
import { fileTests } from './upload-files.ts'
import { leftOf } from './upload-helpers.ts'
import { sendingTests } from './upload-sending.ts'

export type Body = Record<string, unknown> & {
  data: Record<string, unknown> & { video_url: string }
  imageUrl: string
}

type Person = { account: { id: string }; headers: Record<string, string> }

export type UploadEnvironment = Awaited<ReturnType<typeof openEnvironment>>

/** What bringing files over HTTP must do, whatever the storage; over real sockets. */
export async function uploadSuite(open: (url: string) => Storage): Promise<void> {
  const environment = await openEnvironment(open)
  fileTests(environment)
  sendingTests(environment)
  signedAddressTests(environment)
}

/** A server over a storage whose failures the tests decide, and people who bring files. */
async function openEnvironment(open: (url: string) => Storage) {
  const written: string[] = []
  const trouble: Partial<Storage> = {}
  const { url, context } = await listeningServer((base) => {
    const storage = noting(open(base), written)
    return {
      storage: new Proxy(storage, {
        get: (_, name) => Reflect.get({ ...storage, ...trouble }, name),
      }),
    }
  })
  afterEach(() => {
    delete trouble.write
    delete trouble.read
  })
  const person = async () => {
    const account = await testAccount(context)
    return {
      account,
      headers: { authorization: `Bearer ${await createApiKey(context, account.id, 'test')}` },
    }
  }
  const bring = async (
    path: string,
    who: Person,
    parts: FormData,
    more: Record<string, string> = {},
  ) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { ...who.headers, ...more },
      body: parts,
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
  }
  const kept = ({ account }: Person) =>
    context.database.selectFrom('media').selectAll().where('account_id', '=', account.id).execute()
  const fetched = async (who: Person, address: string) => {
    const answer = await fetch(address, { headers: who.headers })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  /** Nothing of it is recorded, and once swept nothing of it is stored. */
  const expectNothingLeft = async (who: Person, before: number) => {
    expect(await kept(who)).toEqual([])
    await expect.poll(() => leftOf(context, written.slice(before))).toEqual([])
  }
  return { url, context, written, trouble, person, bring, kept, fetched, expectNothingLeft }
}

function noting(storage: Storage, written: string[]): Storage {
  return {
    ...storage,
    write: (key, body, options) => {
      // Thumbnails follow on their own, also of what an earlier test kept.
      if (!key.endsWith('.webp')) written.push(key)
      return storage.write(key, body, options)
    },
  }
}
