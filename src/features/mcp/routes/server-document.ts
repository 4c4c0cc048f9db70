import { Hono } from 'hono'
import { anyone } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { mcpPath, serverDocumentPath } from '../rules.ts'

/** The format of the document: https://modelcontextprotocol.io/registry/remote-servers */
const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** The longest title that the format allows. */
const maxTitle = 100

/** `server.json`, by which registries and programs learn where and how `/mcp` is reached. */
export function serverDocumentRoutes({ context }: ApiOptions) {
  return new Hono<Env>().get(serverDocumentPath, anyone, (c) => {
    const origin = c.get('origin')
    const title = context.settings.current().settings.studio_name.slice(0, maxTitle)
    return c.json({
      $schema: schema,
      name: `${reverseName(new URL(origin).hostname)}/atelier`,
      ...(title && { title }),
      description:
        'Makes images, videos, audio and answers about images with the models of a studio',
      version: context.version,
      websiteUrl: origin,
      remotes: [
        {
          type: 'streamable-http',
          url: origin + mcpPath,
          headers: [
            {
              name: 'Authorization',
              description: 'An API key of the studio; left out, the client is sent to sign in.',
              placeholder: 'Bearer atl_…',
              isRequired: false,
              isSecret: true,
            },
          ],
        },
      ],
    })
  })
}

/** The name space of a host, as registries verify it: its names in reverse. */
function reverseName(host: string): string {
  const plain = host.replaceAll(/[^a-zA-Z0-9.-]/g, '-')
  return plain.split('.').reverse().join('.')
}
