import { once } from 'node:events'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { EngineEnv } from './parts.ts'

/** Ends the connection without an answer. */
export function hangUp(c: Context<EngineEnv>): Response {
  c.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Answers nothing until the caller gives up. */
export async function hang(c: Context<EngineEnv>): Promise<Response> {
  const { socket } = c.env.incoming
  if (!socket.destroyed) await once(socket, 'close')
  return RESPONSE_ALREADY_SENT
}
