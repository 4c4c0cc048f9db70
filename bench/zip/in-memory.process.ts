import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { writeZip } from '#services/downloads/write-zip.ts'
import type { InMemoryOrder } from './in-memory.ts'

const [{ files, bytes }] = (await once(process, 'message')) as [InMemoryOrder]

/**
 * The naive way, on bare node:http, as libraries do it that take every file whole and give the
 * archive whole.
 */
async function sendBuffered(response: ServerResponse) {
  const contents = []
  for (const name of files)
    contents.push({ name, madeAt: new Date(), bytes, body: [await readFile(name)] })
  const pieces = []
  for await (const piece of writeZip(Readable.from(contents))) pieces.push(piece)
  const zip = Buffer.concat(pieces)
  response.setHeader('content-length', zip.length)
  response.end(zip)
}

const server = createServer((_request, response) => sendBuffered(response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
process.once('disconnect', () => process.exit())
