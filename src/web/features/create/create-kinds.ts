import type { Kind } from '#catalogue/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'

type FormKind = {
  /** The text of the stage before the first generation. */
  invitation: { title: () => string; hint: () => string }
  /** The label of the button: the action, and its price. */
  submit: (values: { count: number; credits: string }) => string
  /** The unit of the base price: “One image”, “One video · 720p”. */
  unit: (size: string | undefined) => string
  /** The unit of the count: images, or edits of one. */
  quantity: () => string
}

/** The form's texts for each kind. */
export const formKinds: Record<Kind, FormKind> = {
  image: {
    invitation: { title: m.stage_idle_title, hint: m.idle_image_hint },
    submit: m.create_submit,
    unit: m.create_price_image,
    quantity: m.create_price_quantity,
  },
  'image-editing': {
    invitation: { title: m.idle_editing_title, hint: m.idle_editing_hint },
    submit: m.create_submit_edit,
    unit: m.create_price_edit,
    quantity: m.create_price_edits,
  },
  video: {
    invitation: { title: m.idle_video_title, hint: m.idle_video_hint },
    submit: m.create_submit_video,
    unit: (size) => (size ? m.create_price_video_at({ size }) : m.create_price_video()),
    quantity: m.create_price_quantity,
  },
  audio: {
    invitation: { title: m.idle_audio_title, hint: m.idle_audio_hint },
    submit: m.create_submit_audio,
    unit: m.create_price_audio,
    quantity: m.create_price_quantity,
  },
  'image-understanding': {
    invitation: { title: m.idle_understanding_title, hint: m.idle_understanding_hint },
    submit: m.create_submit_question,
    unit: m.create_price_question,
    quantity: m.create_price_quantity,
  },
}
