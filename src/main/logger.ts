import { mkdirSync } from 'node:fs'
import path from 'node:path'
import pino, { type Logger } from 'pino'
import { currentRequestId } from '#services/request-id.ts'
import type { Config } from './config.ts'

/**
 * Structured logs. In production they go to standard output, for whoever collects them; a demo on
 * somebody's terminal writes them to a file instead.
 */
export function createLogger(config: Config): { log: Logger; place: string } {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    mixin: () => ({ requestId: currentRequestId() }),
  }
  if (config.ATELIER_MODE === 'production')
    return { log: pino(options, open(1)), place: 'standard output' }

  mkdirSync(config.dataDir, { recursive: true })
  const file = path.join(config.dataDir, 'atelier.log')
  return { log: pino(options, open(file)), place: file }
}

/**
 * Type, message, code and stack with its causes, and nothing else: errors of libraries carry whole
 * requests.
 */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name: type, message } = error
  const code = 'code' in error ? { code: error.code } : {}
  return { type, message, ...code, stack: pino.stdSerializers.err(error).stack }
}

/** On a full disk lines wait for space: a studio that cannot write its log goes on. */
function open(dest: string | 1) {
  const destination = pino.destination({ dest, sync: dest !== 1 }).on('error', () => undefined)
  // What is fatal flushes, and that would wait for space for ever.
  if (dest !== 1) destination.flushSync = () => undefined
  return destination
}
