import {
  configure,
  type FileEntry,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
} from '@zip.js/zip.js'
import { v7 as uuid } from 'uuid'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { oneChunk } from '#core/media/stored-files.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { AllParts } from '#core/parts.ts'
import { testAccount } from '../context.ts'

configure({ useWebWorkers: false })

export const madeAt = new Date('2026-11-20T09:08:07Z')

type Made = {
  kind?: Kind
  model?: string
  prompt?: string
  generationType?: string
  files: { content: Uint8Array; contentType: string }[]
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'audio/wav': 'wav',
}

/**
 * An account with an API key that has results. `url`: the address of the server.
 */
export async function collector(context: AllParts, url: string) {
  const account = await testAccount(context)
  const headers = {
    authorization: `Bearer ${await createApiKey(context, account.id, 'test')}`,
    'content-type': 'application/json',
  }
  let number = 0
  const make = async ({
    kind = 'image',
    model = 'flux-dev',
    generationType = 'test',
    prompt = '',
    files,
  }: Made) => {
    number += 1
    const id = uuid()
    await context.database
      .insertInto('generation')
      .values({
        ...finished,
        generation_type: generationType,
        input: JSON.stringify({ prompt }),
        id,
        account_id: account.id,
        request_id: id,
        kind,
        model,
        number,
        created_at: madeAt,
      })
      .execute()
    const keys = []
    for (const [position, { content, contentType }] of files.entries()) {
      const key = `generations/${id}/${position}.${extensions[contentType]}`
      const stored = await context.storage.write(key, oneChunk(content), {
        maxBytes: content.length,
        contentType,
      })
      const names = {
        id: uuid(),
        account_id: account.id,
        generation_id: id,
        position,
        storage_key: key,
      }
      await context.database
        .insertInto('media')
        .values({ ...names, role: 'output', content_type: contentType, ...stored })
        .execute()
      keys.push(key)
    }
    return { id, keys }
  }
  const request = (
    method: string,
    path: string,
    body?: unknown,
    own: Record<string, string> = {},
  ) =>
    fetch(url + path, {
      method,
      headers: { ...headers, ...own },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { account, headers, make, request }
}

const finished = {
  generation_type: 'test',
  price: 1,
  requested: 1,
  status: 'completed',
} as const

/** What an independent program finds in a zip, every CRC checked. */
export async function unzip(zip: Uint8Array) {
  const reader = new ZipReader(new Uint8ArrayReader(zip))
  const entries = await reader.getEntries()
  if (reader.warnings?.length)
    throw new Error(`Not well formed: ${JSON.stringify(reader.warnings)}`)
  const read = async (entry: FileEntry) =>
    Buffer.from(await entry.getData(new Uint8ArrayWriter(), { checkSignature: true }))
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.directory) throw new Error(`${entry.filename} is a folder`)
      return { name: entry.filename, madeAt: entry.lastModDate, content: await read(entry) }
    }),
  )
}
