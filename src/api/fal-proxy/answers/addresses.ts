import type { Model } from '#catalogue/model.ts'
import { applicationOf } from '../target.ts'

/** Where our own queue lies, for programs that follow the addresses in an answer. */
export const queuePath = '/api/wan/fal/queue'

/** The addresses of one job on our own site, in fal's words (docs/providers/fal.md#submit). */
export function addressesOf(id: string, model: Pick<Model, 'endpoints'>, origin: string) {
  const request = `${origin}${queuePath}/${applicationOf(model)}/requests/${id}`
  return { response_url: request, status_url: `${request}/status`, cancel_url: `${request}/cancel` }
}
