import type { Kind } from '#catalogue/kind.ts'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { type FormAddress, formAddress } from '../../work/addresses/form-address.ts'

const labels: Record<Kind, () => string> = {
  image: m.history_again_video,
  video: m.history_again_video,
  'image-editing': m.history_again_image_editing,
  audio: m.history_again_video,
  'image-understanding': m.history_again_understanding,
}

/** Where a record is made again, filled in as it was, and what its kind calls that (specification, history §2). */
export function againOf(generation: GenerationView): FormAddress & { label: string } {
  return { ...formAddress(generation), label: labels[generation.kind]() }
}
