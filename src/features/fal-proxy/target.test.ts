import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HttpError } from '#core/http/errors.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { findAction, modelApplication, readTarget } from './routes/target.ts'

const emulator = 'http://127.0.0.1:9901/queue'

/** Returns the verb of a call, or the code it is refused with. */
function outcome(method: string, url: string | undefined): string {
  try {
    return findAction(method, readTarget(url, emulator)).verb
  } catch (error) {
    if (error instanceof HttpError) return error.code
    throw error
  }
}

const queue = 'https://queue.fal.run'
const [model] = builtInModels
if (!model) throw new Error('The catalogue is empty')
const [endpoint] = model.endpoints
const request = `${modelApplication(model)}/requests/0199f000-0000-7000-8000-000000000000`

describe('an x-fal-target-url', () => {
  it.each([
    ['POST', `${queue}/${endpoint}`, 'submit'],
    ['POST', `${queue}/${endpoint}?fal_webhook=https%3A%2F%2Fcaller.example%2Fhook`, 'submit'],
    ['POST', `${emulator}/${endpoint}`, 'submit'],
    ['GET', `${queue}/${request}/status?logs=1`, 'status'],
    ['GET', `${queue}/${request}/status/stream?logs=0`, 'stream'],
    ['GET', `${queue}/${request}`, 'result'],
    ['PUT', `${queue}/${request}/cancel`, 'cancel'],
  ])('%s %s is accepted', (method, url, verb) => {
    expect(outcome(method, url)).toBe(verb)
  })

  it.each([undefined, '', 'nonsense', '//queue.fal.run/x', 'https://', 'https://[::1'])(
    '%j is no address',
    (url) => {
      for (const method of ['GET', 'POST', 'PUT'])
        expect(outcome(method, url)).toBe('invalid_target')
    },
  )

  it.each([
    `http://queue.fal.run/${endpoint}`,
    `https://fal.run/${endpoint}`,
    `https://evil.example/${endpoint}`,
    `https://queue.fal.run.evil.example/${endpoint}`,
    `https://queue.fal.run@evil.example/${endpoint}`,
    `https://evil.example/#https://queue.fal.run/${endpoint}`,
    `https://user:word@queue.fal.run/${endpoint}`,
    `https://@queue.fal.run/${endpoint}`,
    `https://queue.fal.run:443/${endpoint}`,
    `https://queue.fal.run:8443/${endpoint}`,
    `https://queue.fal.run./${endpoint}`,
    `https://QUEUE.FAL.RUN/${endpoint}`,
    `HTTPS://queue.fal.run/${endpoint}`,
    `https:\\\\queue.fal.run\\${endpoint}`,
    ` https://queue.fal.run/${endpoint}`,
    `https://queue.fal.run/${endpoint}\r\nx-injected: 1`,
    `https://queue.fal.run/\t${endpoint}`,
    `https://queue.fal.run/x/../${endpoint}`,
    `https://queue.fal.run/x/%2e%2e/${endpoint}`,
    `https://queue.fal.run`,
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'http://127.0.0.1:9901/elsewhere/fal-ai/x',
    'http://169.254.169.254/latest/meta-data/',
  ])('%j is no address of the queue', (url) => {
    for (const method of ['GET', 'POST', 'PUT'])
      expect(outcome(method, url)).toBe('target_not_allowed')
  })

  it.each([
    ['GET', endpoint],
    ['PUT', endpoint],
    ['POST', `${endpoint}/`],
    ['POST', `${endpoint}/x`],
    ['POST', `/${endpoint}`],
    ['POST', endpoint.replace('/', '%2F')],
    ['POST', endpoint.toUpperCase()],
    ['POST', ''],
    ['POST', '%'],
    ['POST', `${request}/cancel`],
    ['POST', request],
    ['GET', `${request}/cancel`],
    ['PUT', `${request}/status`],
    ['PUT', request],
    ['DELETE', request],
    ['GET', `${request}/`],
    ['GET', `${request}/status/`],
    ['GET', `${request}/logs`],
    ['GET', 'fal-ai/somebody-elses/requests/1/status'],
    ['GET', 'fal-ai/requests/1/status'],
    ['GET', 'toString/requests/1'],
    ['GET', 'tokens/'],
  ])('%s %s is not allowed', (method, path) => {
    expect(outcome(method, `${queue}/${path}`)).toBe('target_not_allowed')
  })

  it('of the storage is answered as not supported', () => {
    const upload = 'https://rest.fal.ai/storage/upload/initiate-multipart?storage_type=fal-cdn-v3'
    expect(outcome('POST', upload)).toBe('uploads_not_allowed')
  })

  it('is refused or accepted, with any value', () => {
    const known = [
      endpoint,
      request,
      queue,
      emulator,
      '/status',
      '..',
      '%2F',
      '%00',
      '@',
      ':',
      '?',
      '#',
      '\\',
      '//',
    ]
    const piece = fc.oneof(fc.constantFrom(...known), fc.webPath(), fc.string({ unit: 'binary' }))
    const text = fc.oneof(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.webUrl(),
      fc.string(),
    )
    const answers = ['submit', 'status', 'stream', 'result', 'cancel']
    const refusals = ['invalid_target', 'target_not_allowed', 'uploads_not_allowed']
    fc.assert(
      fc.property(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH'), text, (method, url) => {
        for (const given of [url, `${queue}/${url}`]) {
          expect([...answers, ...refusals]).toContain(outcome(method, given))
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
