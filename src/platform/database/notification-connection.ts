import pg from 'pg'
import { type Connection, clientOptions } from './database.ts'

/** A connection that listens to one channel and reconnects whenever it breaks. */
export type NotificationConnection = {
  /** Sends a payload to all listeners of the channel. Throws while the connection is down. */
  send(payload: string): Promise<void>
  /**
   * All messages sent until then were received, in ms since 1970 by PostgreSQL's clock. Does not
   * advance while the connection is down.
   */
  receivedUntil(): number
  /**
   * PostgreSQL's clock, in ms since 1970: read at least every 15 s, and advanced by the time since.
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
 * A connection whose other end vanished stays silent for hours: it is checked at this interval, in
 * ms.
 */
const checkInterval = 15_000
const queryTimeout = 5_000

/** Opens a connection. Throws when the first attempt fails. */
export async function openNotificationConnection(
  connection: Connection,
  options: Options,
): Promise<NotificationConnection> {
  let closed = false
  let { client, clock } = await connect()
  let receivedUntil = clock.now
  const timer = setInterval(() => void checkConnection(), checkInterval)

  async function connect() {
    const fresh = new pg.Client({ ...clientOptions(connection), query_timeout: queryTimeout })
    fresh.on('error', options.onError)
    fresh.on('notification', ({ payload }) => options.onMessage(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${options.channel}`)
      const clock = await readClock(fresh)
      // Only a connection that was established reconnects here: a failed attempt ends too, and its
      // caller retries it.
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

  async function checkConnection(): Promise<void> {
    const checked = client
    try {
      const read = await readClock(checked)
      if (checked !== client) return
      clock = read
      receivedUntil = clock.now
    } catch {
      destroyHangingClient(checked)
    }
  }

  return {
    send: async (payload) => {
      const used = client
      await used
        .query({
          name: 'notify',
          text: 'select pg_notify($1, $2)',
          values: [options.channel, payload],
        })
        .catch((error: unknown) => {
          destroyHangingClient(used)
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

/** Closes the socket when a query hangs; its end makes the connection reopen. */
function destroyHangingClient(client: pg.Client) {
  void client.end()
}

/**
 * PostgreSQL's time, in ms since 1970, and when it was read by a monotonic clock, which clock
 * changes do not affect.
 */
async function readClock(client: pg.Client): Promise<{ now: number; at: number }> {
  const before = performance.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return { now: rows[0]?.now.getTime() ?? 0, at: (before + performance.now()) / 2 }
}
