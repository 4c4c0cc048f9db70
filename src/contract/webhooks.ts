import { type Kind, kindFacts, kinds } from '#catalogue/kinds.ts'

export type WebhookPath = (typeof kindFacts)[Kind]['webhookPath']

/** Where the provider says that jobs have ended, each once (docs/spec/api.md#webhooks). */
export const webhookPaths: readonly WebhookPath[] = [
  ...new Set(kinds.map((kind) => kindFacts[kind].webhookPath)),
]

/** The kinds whose jobs report at this path. */
export function kindsAt(path: WebhookPath): Kind[] {
  return kinds.filter((kind) => kindFacts[kind].webhookPath === path)
}
