/**
 * PostgreSQL's states (SQLSTATE): stopping, crashed, starting; a slow statement; an idle
 * transaction ended; a read-only server, as after a failover; the connection broke; no resources
 * for connections, memory or disk; a shard of a cluster has moved.
 */
const states = /^(57P0[1-5]|57014|25P03|25P04|25006|08...|53...|58030|40001)$/

/** The system's error codes of sockets. */
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

/** The messages of `pg` and Kysely that have no code. */
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
  // A Citus coordinator that is killed while it waits for a worker.
  /^postmaster was shut down/,
  /database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/,
]

/**
 * Whether PostgreSQL is starting, stopping, unreachable or overloaded. Whether the last statement
 * was committed is unknown: a create is repeated under its request id.
 */
export function isDatabaseDown(error: unknown): boolean {
  const details = error as { code?: string; syscall?: string; message?: string; severity?: string }
  const { code = '', syscall, message = '' } = details
  // PostgreSQL ends or rejects a connection with these severities.
  if (details.severity === 'FATAL' || details.severity === 'PANIC') return true
  // A missing socket is ENOENT, but so is a missing file.
  const isSocketMissing = code === 'ENOENT' && syscall === 'connect'
  return (
    states.test(code) ||
    socketTroubles.has(code) ||
    isSocketMissing ||
    messages.some((text) => text.test(message))
  )
}
