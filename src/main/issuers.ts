import { z } from 'zod'
import { address } from '#providers/provider-module.ts'

const Issuer = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/)
    .refine((id) => id !== 'google', 'google is that of GOOGLE_CLIENT_ID'),
  name: z.string().trim().min(1).max(40),
  issuer: address,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  scopes: z
    .string()
    .regex(/(^| )openid( |$)/, 'must contain openid')
    .optional(),
  domains: z.array(z.string().toLowerCase().regex(z.regexes.domain)).default([]),
  trusted: z.boolean().default(false),
  groups_claim: z.string().trim().min(1).max(200).nullable().default(null),
})
export type Issuer = z.infer<typeof Issuer>

const Issuers = z
  .array(Issuer)
  .max(10)
  .refine((all) => isDistinct(all.map(({ id }) => id)), 'two have the same id')
  .refine((all) => isDistinct(all.map(({ issuer }) => issuer)), 'two have the same issuer')

const isDistinct = (values: string[]) => new Set(values).size === values.length

const example =
  '[{"id": "acme", "name": "Acme", "issuer": "https://id.acme.example", "client_id": "…", "client_secret": "…"}]'

/** `OIDC_ISSUERS`: further identity providers, as JSON. Its problems never repeat a secret. */
export const issuers = z.string().transform((text, issues): Issuer[] => {
  const read = Issuers.safeParse(parseJson(text))
  if (read.success) return read.data
  for (const { path, message } of read.error.issues)
    issues.addIssue(`${path.join('.') || 'value'}: ${message}; must be JSON such as ${example}`)
  return z.NEVER
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
