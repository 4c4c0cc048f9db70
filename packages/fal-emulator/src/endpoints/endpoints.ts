import { applicationOf } from '../jobs/job.ts'
import type { Endpoint } from './endpoint.ts'
import { editingEndpoints } from './images/editing.ts'
import { textToImageEndpoints } from './images/text-to-image.ts'
import { moondream } from './others/moondream.ts'
import { thinkSound } from './others/thinksound.ts'
import { vaceEndpoints } from './video/vace.ts'
import { wan21Endpoints } from './video/wan-2-1.ts'
import { wan22Endpoints } from './video/wan-2-2.ts'

/** Every endpoint the engine speaks for; bounds and defaults are the provider's. */
export const endpoints: readonly Endpoint[] = [
  ...textToImageEndpoints,
  ...editingEndpoints,
  ...wan21Endpoints,
  ...vaceEndpoints,
  ...wan22Endpoints,
  thinkSound,
  moondream,
]

/** Is there anything below this `owner/alias`? */
export function isKnownApplication(application: string): boolean {
  return endpoints.some(({ id }) => applicationOf(id) === application)
}
