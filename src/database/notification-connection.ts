import pg from 'pg'
import { type Connection, clientOptions } from './database.ts'

/** A connection that listens to one channel and is opened again whenever it breaks. */
export type Line = {
  /** Sends a payload to everybody on the channel. Throws when the line is down just now. */
  send(payload: string): Promise<void>
  /**
   * All messages sent until then have surely come, in ms since 1970 by PostgreSQL's clock. Stands
   * still while down.
   */
  receivedUntil(): number
  /**
   * PostgreSQL's clock, in ms since 1970: read at least every 15 s, and carried on by how long that
   * was ago.
   */
  now(): number
  close(): Promise<void>
}

type Options = {
  channel: string
  onMessage(payload: string): void
  /** It was down for a while and is open again: messages may have been missed. */
  onBack(): void
  onError(error: Error): void
}

const reconnectPause = 500
/**
 * A line whose other end vanished without a word says nothing for hours: it is tried this often, in
 * ms.
 */
const pulse = 15_000
const patience = 5_000

/** Opens a line. Throws when it cannot be opened the first time. */
export async function openNotificationConnection(
  connection: Connection,
  options: Options,
): Promise<Line> {
  let closed = false
  let { client, clock } = await connect()
  let receivedUntil = clock.now
  const timer = setInterval(() => void feelPulse(), pulse)

  async function connect() {
    const fresh = new pg.Client({ ...clientOptions(connection), query_timeout: patience })
    fresh.on('error', options.onError)
    fresh.on('notification', ({ payload }) => options.onMessage(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${options.channel}`)
      const clock = await readClock(fresh)
      // Only a line that stood is mended: a failed attempt ends too, and is repeated by whoever
      // made it.
      fresh.once('end', () => void reconnect())
      return { client: fresh, clock }
    } catch (error) {
      void fresh.end()
      throw error
    }
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, reconnectPause))
      try {
        const opened = await connect()
        client = opened.client
        if (closed) return await client.end()
        options.onBack()
        clock = opened.clock
        receivedUntil = clock.now
        return
      } catch (error) {
        options.onError(error as Error)
      }
    }
  }

  async function feelPulse(): Promise<void> {
    const felt = client
    try {
      const read = await readClock(felt)
      if (felt !== client) return
      clock = read
      receivedUntil = clock.now
    } catch {
      giveUp(felt)
    }
  }

  return {
    send: async (payload) => {
      const used = client
      await used
        .query('select pg_notify($1, $2)', [options.channel, payload])
        .catch((error: unknown) => {
          giveUp(used)
          throw error
        })
    },
    receivedUntil: () => receivedUntil,
    now: () => clock.now + performance.now() - clock.at,
    close: async () => {
      closed = true
      clearInterval(timer)
      await client.end()
    },
  }
}

/** Breaks the socket when a query hangs on it; that it ended is what opens the line again. */
function giveUp(client: pg.Client) {
  void client.end()
}

/**
 * PostgreSQL's time, in ms since 1970, and when that was by our stopwatch, which no clock change
 * moves.
 */
async function readClock(client: pg.Client): Promise<{ now: number; at: number }> {
  const before = performance.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return { now: rows[0]?.now.getTime() ?? 0, at: (before + performance.now()) / 2 }
}
