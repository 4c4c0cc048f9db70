import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { checkAddress, type ForeignFiles, UnreachableAddress } from './check-address.ts'

type Sent = {
  headers: Record<string, string>
  /** Sent by POST; without one, GET. */
  body?: string | Buffer
  /** Aborts the call, including its answer's body. */
  signal: AbortSignal
  /** The maximum time until an answer begins, in ms; absent: that of `signal`. */
  answerTime?: number
}

/**
 * Sends a request to an address that a person entered: the connection goes to the very IP address
 * that was checked. No redirect is followed, no cookie sent. Throws `Unreachable`, or the network
 * error. The answer's body must be read or destroyed.
 */
export async function requestForeign(
  url: URL,
  options: ForeignFiles,
  { headers, body, signal, answerTime }: Sent,
): Promise<IncomingMessage> {
  const { address, family } = await checkAddress(url, options)
  const lookup: LookupFunction = (_host, { all }, found) =>
    all ? found(null, [{ address, family }]) : found(null, address, family)
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    const asking = request(url, {
      ...{ method: body === undefined ? 'GET' : 'POST', lookup, signal, agent: false },
      headers: { ...headers, 'user-agent': 'Atelier' },
    })
    const giveUp = () => asking.destroy(new UnreachableAddress('it does not answer'))
    const timer = answerTime === undefined ? undefined : setTimeout(giveUp, answerTime)
    asking.on('response', (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    asking.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    asking.end(body)
  })
}
