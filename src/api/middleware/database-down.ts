/**
 * PostgreSQL's states (SQLSTATE): stopping, crashed, starting; a statement that took too long; a
 * silent transaction ended; a server that only reads, as after a failover; the connection broke; no
 * room for connections, memory or disk.
 */
const states = /^(57P0[1-5]|57014|25P03|25P04|25006|08...|53...|58030)$/

/** What the system says about a socket. */
const socketTroubles = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENETDOWN',
  ],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'],
])

/** What `pg` and Kysely say without a code. */
const messages = [
  /^Connection terminated/,
  /^Client (has encountered a connection error|was closed) and is not queryable/,
  /^timeout exceeded when trying to connect/,
  /^timeout expired/,
  /^Query read timeout/,
  /^Cannot use a pool after calling end on the pool/,
  /^driver has already been destroyed/,
  /^Postgres connection has been discarded/,
  /^Cannot call write after a stream was destroyed/,
  /database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/,
]

/**
 * PostgreSQL is starting, stopping, gone or overwhelmed, and will be back. Nobody can say whether
 * the very last statement was written: a create is asked again under its request id.
 */
export function isDatabaseDown(error: unknown): boolean {
  const details = error as { code?: string; syscall?: string; message?: string; severity?: string }
  const { code = '', syscall, message = '' } = details
  // With these words PostgreSQL ends or refuses a connection, whatever the reason.
  if (details.severity === 'FATAL' || details.severity === 'PANIC') return true
  // A socket that is not there is ENOENT, but so is a file.
  const isSocketMissing = code === 'ENOENT' && syscall === 'connect'
  return (
    states.test(code) ||
    socketTroubles.has(code) ||
    isSocketMissing ||
    messages.some((text) => text.test(message))
  )
}
