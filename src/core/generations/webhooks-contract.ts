import { type Kind, kindFacts, kinds } from '#core/models/rules/kinds.ts'

export type WebhookPath = (typeof kindFacts)[Kind]['webhookPath']

/** The paths at which the provider reports ended jobs (docs/spec/api.md#webhooks). */
export const webhookPaths: readonly WebhookPath[] = [
  ...new Set(kinds.map((kind) => kindFacts[kind].webhookPath)),
]

/** The path of the webhooks of any other provider than fal, whose addresses are the specification's. */
export const otherWebhookPath = '/api/webhooks/{provider}'

/** Returns the path at which a provider reports the end of jobs of this kind. */
export function webhookPathOf(provider: string, kind: Kind): string {
  return provider === 'fal'
    ? kindFacts[kind].webhookPath
    : otherWebhookPath.replace('{provider}', provider)
}

/** Whether a path is one at which providers report. */
export function isWebhookPath(path: string): boolean {
  return (
    webhookPaths.some((known) => known === path) ||
    path.startsWith(otherWebhookPath.replace('{provider}', ''))
  )
}

/** The kinds whose jobs are reported at this path. */
export function kindsAt(path: WebhookPath): Kind[] {
  return kinds.filter((kind) => kindFacts[kind].webhookPath === path)
}
