import { type Kind, kinds } from '#catalogue/kinds.ts'

/** Where the provider says that a job of a kind has ended (docs/spec/api.md#webhooks). */
export const webhookPaths = {
  video: '/api/wan/getResult',
  image: '/api/wan/getImageResult',
  'image-editing': '/api/wan/getImageResult',
  'image-understanding': '/api/wan/getImageResult',
  audio: '/api/wan/getAudioResult',
} as const satisfies Record<Kind, string>

export type WebhookPath = (typeof webhookPaths)[Kind]

/** The kinds whose jobs report at this path. */
export function kindsAt(path: WebhookPath): Kind[] {
  return kinds.filter((kind) => webhookPaths[kind] === path)
}
