import { type Kind, kindFacts, kinds } from '#catalogue/kinds.ts'

export type WebhookPath = (typeof kindFacts)[Kind]['webhookPath']

/** The paths at which the provider reports ended jobs (docs/spec/api.md#webhooks). */
export const webhookPaths: readonly WebhookPath[] = [
  ...new Set(kinds.map((kind) => kindFacts[kind].webhookPath)),
]

/** The kinds whose jobs are reported at this path. */
export function kindsAt(path: WebhookPath): Kind[] {
  return kinds.filter((kind) => kindFacts[kind].webhookPath === path)
}
