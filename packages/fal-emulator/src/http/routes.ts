import { Hono } from 'hono'
import { controlRoutes } from '../control/control-routes.ts'
import { answerOf, keyRefused } from '../faults/refuse-submit.ts'
import { initiateUpload, receiveUpload, serveUpload } from '../uploads/uploads.ts'
import type { EngineEnv, EngineParts } from './parts.ts'
import { queueRoutes } from './queue-routes.ts'
import { serveFile } from './serve-file.ts'

/**
 * fal's queue, storage and key set at one origin, the files, and for tests `/stats` (how many jobs
 * were submitted and how they stand) and `/control`.
 */
export function engineRoutes(engine: EngineParts): Hono<EngineEnv> {
  const app = new Hono<EngineEnv>()

  app.get('/stats', (c) => c.json(engine.queue.counts()))
  app.get('/.well-known/jwks.json', (c) => c.json(engine.keys.published))
  app.get('/files/:id/:name', (c) => serveFile(engine, c.req.param('id'), c.req.param('name')))
  app.get('/files/uploads/:id/:name', (c) => serveUpload(engine, c.req.param('id')))
  app.put('/storage/upload/sink/:token', (c) => receiveUpload(c, engine, c.req.param('token')))
  if (engine.control) app.route('/control', controlRoutes(engine))

  app.use(async (c, next) => {
    if (/^Key \S/.test(c.req.header('authorization') ?? '')) return next()
    return answerOf(keyRefused)
  })

  app.post('/storage/upload/initiate', (c) => initiateUpload(c, engine))
  app.route('/', queueRoutes(engine))
  app.notFound((c) => c.json({ detail: 'Not Found' }, 404))
  return app
}
