import { formPath } from '#web/lib/creator-paths.ts'
import { m } from '#web/messages/compiled/messages.js'

export type FormPage = {
  generationType: string
  /** The model that the address itself chooses. */
  model?: string
  description: () => string
}

/**
 * The page of every form: what it makes and one sentence about it (docs/spec/creation.md#pages).
 */
export const formPages: Readonly<Record<string, FormPage>> = {
  '/creator/ai-image-editor': { generationType: 'image-editing', description: m.page_image_editor },
  ...editor('flux-pro-kontext', m.page_flux_pro_kontext),
  ...editor('nano-banana-edit', m.page_nano_banana_edit),
  ...editor('qwen-image-edit', m.page_qwen_image_edit),
  '/creator/video': { generationType: 'text-to-video', description: m.page_video },
  ...form('first-to-last-frame', m.page_first_to_last_frame),
  ...form('vace', m.page_vace),
  ...form('text-to-video', m.page_text_to_video),
  ...form('text-to-video-pro', m.page_text_to_video_pro),
  ...form('wan-v2-2-5b', m.page_wan_5b),
  ...form('wan-v2-2-a14b', m.page_wan_a14b),
  ...form('image-to-video', m.page_image_to_video),
  ...form('image-to-video-pro', m.page_image_to_video_pro),
  '/creator/image': { generationType: 'text-to-image', description: m.page_image },
  ...form('text-to-image', m.create_text_to_image_description),
  ...form('image-to-image', m.page_image_to_image),
  ...form('image-understanding', m.page_image_understanding),
  ...form('video-to-audio', m.page_video_to_audio),
}

/**
 * The creator page that a path of a development build means: `/dev/create/image/…` and
 * `/dev/create/video/…` are the forms of those types (docs/spec/creation.md#pages). Any other path
 * is itself.
 */
export function creatorPathOf(path: string): string {
  const [, medium, generationType] = /^\/dev\/create\/(image|video)(?:\/([^/]+))?$/.exec(path) ?? []
  if (!medium) return path
  const meant = generationType ? formPath({ generationType }) : `/creator/${medium}`
  const isOfMedium = sections[medium]?.some((section) => `${meant}/`.startsWith(`${section}/`))
  return isOfMedium && meant in formPages ? meant : path
}

const sections: Readonly<Record<string, readonly string[]>> = {
  image: ['/creator/image'],
  video: ['/creator/video', '/creator/image-to-video'],
}

function form(generationType: string, description: () => string): Record<string, FormPage> {
  return { [formPath({ generationType })]: { generationType, description } }
}

function editor(model: string, description: () => string): Record<string, FormPage> {
  return {
    [formPath({ generationType: 'image-editing', model })]: {
      generationType: 'image-editing',
      model,
      description,
    },
  }
}
