import { m } from '#web/messages/compiled/messages.js'

/** What a model is good at, in a few words, by its id. */
const strengths: Record<string, () => string> = {
  'flux-dev': m.create_model_flux_dev,
  'flux-schnell': m.create_model_flux_schnell,
  'janus-pro': m.create_model_janus_pro,
}

export function modelStrength(id: string): string | undefined {
  return strengths[id]?.()
}

/** The heading of a form and one sentence about it, by generation type. */
const headings: Record<string, { title: () => string; description: () => string }> = {
  'text-to-image': { title: m.create_text_to_image_title, description: m.create_text_to_image_description },
}

export function formHeading(generationType: string): { title: string; description: string } | undefined {
  const heading = headings[generationType]
  return heading && { title: heading.title(), description: heading.description() }
}
