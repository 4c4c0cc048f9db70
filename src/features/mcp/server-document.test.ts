import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { testContext } from '#testing/context.ts'
import { listeningServer, testServer } from '#testing/server.ts'

// server.schema.json is https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
const schema = JSON.parse(
  readFileSync(new URL('./server.schema.json', import.meta.url), 'utf8'),
) as object
const ajv = new Ajv({ strict: false, validateFormats: false })
const validate = ajv.compile(schema)
const path = '/.well-known/mcp/server.json'

it('server.json is as the registry’s schema says, and names the address of /mcp', async () => {
  const server = await listeningServer(() => ({}), { isOwnPublicUrl: true })
  const response = await fetch(server.url + path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('application/json')
  const document = (await response.json()) as Record<string, unknown>
  expect(validate(document), ajv.errorsText(validate.errors)).toBe(true)
  expect(document).toMatchObject({
    name: '1.0.0.127/atelier',
    title: 'Atelier',
    remotes: [{ type: 'streamable-http', url: `${server.url}/mcp` }],
  })
  expect(document).toMatchObject({ version: (await testContext()).version })
})

it.each([
  ['https://studio.example', 'example.studio/atelier'],
  ['https://a.studio.example:8443', 'example.studio.a/atelier'],
  ['http://[::1]:3000', '---1-/atelier'],
])('the name of the studio at %s is %s', async (address, name) => {
  const { app } = await testServer()
  const document = (await (await app.request(address + path)).json()) as Record<string, unknown>
  expect(validate(document), ajv.errorsText(validate.errors)).toBe(true)
  expect(document).toMatchObject({ name, remotes: [{ url: `${address}/mcp` }] })
})
