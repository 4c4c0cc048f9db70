/** A secret that signs samples only. */
export const sampleSecret = 'whsec_pYkoE4Y3hf+MdwB2VjLy0AtQeCS6yK8C'

/** Where the sample is sent. */
const address = 'http://localhost:8000/'

/**
 * Returns commands for a terminal that send a message to a receiver on the own machine, signed as
 * the studio signs (docs/webhooks.md), at `now` (ms since 1970).
 */
export async function sampleCommands(id: string, now: number): Promise<string> {
  const timestamp = String(Math.floor(now / 1_000))
  const at = new Date(now).toISOString()
  const body = JSON.stringify({
    type: 'generation.completed',
    timestamp: at,
    data: {
      ...{ id, kind: 'image', generation_type: 'text-to-image', model: 'flux-dev' },
      ...{ status: 'completed', price: 30, refunded: 0, error_code: null },
      ...{ created_at: at, completed_at: at },
    },
  })
  return [
    `# ${sampleSecret}`,
    `curl ${address} \\`,
    "  -H 'content-type: application/json' \\",
    `  -H 'webhook-id: ${id}' \\`,
    `  -H 'webhook-timestamp: ${timestamp}' \\`,
    `  -H 'webhook-signature: ${await sign(`${id}.${timestamp}.${body}`)}' \\`,
    `  -d '${body}'`,
  ].join('\n')
}

async function sign(content: string): Promise<string> {
  const secret = Uint8Array.from(atob(sampleSecret.replace('whsec_', '')), (byte) =>
    byte.charCodeAt(0),
  )
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secret, hash, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
}
