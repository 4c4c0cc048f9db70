import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from '../after-file.ts'

/**
 * What happens to a request on its way: `drop-answer` cuts the connection when the server has
 * answered; `cut-stream` after the first bytes of the answer; a function answers in its place.
 */
export type Fault = 'drop-answer' | 'cut-stream' | ((response: ServerResponse) => void) | undefined

/** A proxy on loopback in front of `target`, whose faults `faultOf` chooses; closed after the file. */
export async function faultyProxy(target: string, faultOf: (request: IncomingMessage) => Fault) {
  const server = createServer((incoming, response) => {
    const fault = faultOf(incoming)
    if (typeof fault === 'function') {
      incoming.resume()
      fault(response)
      return
    }
    const { method = 'GET', headers } = incoming
    const outgoing = request(target + incoming.url, { method, headers }, (answer) => {
      if (fault === 'drop-answer') {
        answer.resume().on('end', () => response.destroy())
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (fault === 'cut-stream') {
        answer.once('data', (bytes) => response.write(bytes, () => response.destroy()))
      } else answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(async () => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
