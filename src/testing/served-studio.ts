import { getRequestListener } from '@hono/node-server'
import { afterAll } from 'vitest'
import { listen } from '#main/listen.ts'
import type { ServiceContext } from '#services/context.ts'
import { testStudio } from './studio.ts'

/**
 * The whole server on a socket of loopback, for what only a real connection shows. `parts` may need
 * its address. `isOwnPublicUrl`: that address is also where browsers reach it.
 */
export async function servedStudio(
  parts: (url: string) => Partial<ServiceContext>,
  { isOwnPublicUrl = false } = {},
) {
  const listener = await listen(0, '127.0.0.1')
  afterAll(() => listener.close())
  const url = `http://127.0.0.1:${listener.port}`
  const studio = await testStudio({}, parts(url), {}, ...(isOwnPublicUrl ? [url] : []))
  await listener.handle(getRequestListener(studio.app.fetch))
  return { ...studio, url }
}
