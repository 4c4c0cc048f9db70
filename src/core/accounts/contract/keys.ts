import { z } from 'zod'
import { plainText } from '#core/texts/contract/plain-text.ts'

/**
 * What a key may do: read (`read`), or also create, change and delete (`create`, which includes
 * `read`).
 */
const keyScopes = ['read', 'create'] as const

/** How many keys an account may have at a time; revoked ones do not count. */
export const maxKeys = 50

/** `POST /api/account/keys`. */
export const CreateKey = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .regex(plainText)
      .meta({ description: 'By which its owner knows it again.' }),
    scopes: z
      .array(z.enum(keyScopes))
      .min(1)
      .max(keyScopes.length)
      .meta({ description: '`create` includes `read`.' }),
  })
  .meta({ examples: [{ name: 'my laptop', scopes: ['create'] }] })
export type CreateKey = z.infer<typeof CreateKey>

const keyExample = {
  id: '01a1fec2-8f0c-7c11-9d0a-3a5d6a5b8a10',
  name: 'my laptop',
  hint: 'atl_Ab3d…x9Yz',
  scopes: ['read', 'create'],
  created_at: '2026-11-21T09:05:00.000Z',
  last_used_at: null,
}

/** A key in the list of its owner, without the key itself. */
export const KeyView = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().meta({ description: 'Its beginning and its end: `atl_Ab3d…x9Yz`.' }),
    scopes: z.array(z.enum(keyScopes)),
    created_at: z.iso.datetime(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'To about a minute; null: never.' }),
  })
  .meta({ id: 'Key', examples: [keyExample] })
export type KeyView = z.infer<typeof KeyView>

/** The answer to the creation of a key: the only one that contains the key itself. */
export const NewKeyView = KeyView.extend({
  key: z.string().meta({ description: 'Shown this once.' }),
}).meta({
  id: 'NewKey',
  examples: [
    { ...keyExample, key: 'atl_Ab3dEfGhIjKlMnOpQrStUvWxYz0123456789_-AbCdEfGhIjKlMnOpQrStUvx9Yz' },
  ],
})
export type NewKeyView = z.infer<typeof NewKeyView>

/** `GET /api/account/keys`: the valid ones, newest first. */
export const KeyList = z.object({ keys: z.array(KeyView) })
export type KeyList = z.infer<typeof KeyList>
