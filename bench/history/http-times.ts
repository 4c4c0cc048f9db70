import { encodeRequest, openLine } from '../load/http-line.ts'

import { type Timing, time } from './timing.ts'

/**
 * Calls one after the other over one connection, each with the next query string. Throws when one
 * is not answered 200.
 */
export async function httpTimes(
  url: string,
  key: string,
  count: number,
  query: () => string,
): Promise<Timing> {
  const line = await openLine(url)
  const headers = { authorization: `Bearer ${key}` }
  const summary = await time(count, async () => {
    const address = `${url}/api/image-generation/history?${query()}`
    const { status, body } = await line.send(
      encodeRequest({ method: 'GET', url: address, headers }),
    )
    if (status !== 200) throw new Error(`${status} ${body}`)
  })
  line.close()
  return summary
}
