import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import pino, { type Logger } from 'pino'
import { currentRequestId } from '#platform/telemetry/request-id.ts'
import { currentTraceparent } from '#platform/telemetry/tracing.ts'
import type { Config } from './config.ts'
import { version } from './version.ts'

/**
 * The log, where it is in words, and where another thread may write lines: standard output or a
 * file.
 */
export type ServerLog = { log: Logger; place: string; destination: 1 | string }

/**
 * Creates the structured log. In production it is written to standard output; a demo in a terminal
 * writes a file instead.
 */
export function createLogger(config: Config): ServerLog {
  const options = {
    level: config.LOG_LEVEL,
    base: { hostname: hostname(), pid: process.pid, role: config.ATELIER_ROLE, version },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    mixin: () => ({ requestId: currentRequestId(), traceId: traceIdOf(currentTraceparent()) }),
  }
  if (config.ATELIER_MODE === 'production')
    return { log: pino(options, open(1)), place: 'standard output', destination: 1 }

  mkdirSync(config.dataDir, { recursive: true })
  const file = path.join(config.dataDir, 'atelier.log')
  return { log: pino(options, open(file)), place: file, destination: file }
}

/** The id of its trace, by which the line is found from a span. */
function traceIdOf(traceparent: string | null): string | undefined {
  return traceparent?.split('-')[1]
}

/**
 * Logs type, message, code and stack of an error with its causes only: errors of libraries contain
 * whole requests.
 */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name: type, message } = error
  const code = 'code' in error ? { code: error.code } : {}
  return { type, message, ...code, stack: pino.stdSerializers.err(error).stack }
}

/** On a full disk, lines wait for space and the process continues. */
function open(dest: string | 1) {
  const destination = pino.destination({ dest, sync: dest !== 1 }).on('error', () => undefined)
  // A fatal line would flush, and so wait for space for ever.
  if (dest !== 1) destination.flushSync = () => undefined
  return destination
}
