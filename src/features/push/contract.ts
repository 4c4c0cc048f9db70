import { z } from 'zod'
import { languages } from '#platform/languages/languages.ts'
import { isBrowserKey } from './rules.ts'

/** A browser's key: the 65 bytes of an uncompressed point begin with 4, so the text with `B`. */
const browserKey = z
  .string()
  .regex(/^B[\w-]{86}$/, { error: 'must be 65 bytes in base64url', abort: true })
  .refine((text) => isBrowserKey(decodeBase64url(text)), 'must be a point of P-256')
  .meta({ description: 'The browser’s key: 65 bytes in base64url.' })

function decodeBase64url(text: string): Uint8Array {
  return z.util.base64urlToUint8Array(text)
}

/** `PUT /api/account/push`: what `PushSubscription.toJSON()` of a browser has, and a language. */
export const PutPush = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https?$/, error: 'must be a web address' })
      .max(1_000)
      .meta({ description: 'The address at the browser’s push service.' }),
    keys: z.strictObject({
      p256dh: browserKey,
      auth: z
        .string()
        .regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url')
        .meta({ description: 'Its secret: 16 bytes in base64url.' }),
    }),
    language: z.enum(languages).meta({ description: 'Of the messages.' }),
  })
  .meta({
    examples: [
      {
        endpoint: 'https://push.example.com/send/abc',
        keys: {
          p256dh:
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
        language: 'en',
      },
    ],
  })
export type PutPush = z.infer<typeof PutPush>

/** `GET /api/account/push`. */
export const PushView = z
  .strictObject({
    public_key: z.string().meta({
      description: 'The studio’s key for `PushManager.subscribe`, in base64url (RFC 8292).',
    }),
    is_subscribed: z.boolean().meta({ description: 'Whether this browser gets messages.' }),
  })
  .meta({
    id: 'Push',
    examples: [
      {
        public_key:
          'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
        is_subscribed: false,
      },
    ],
  })
export type PushView = z.infer<typeof PushView>
