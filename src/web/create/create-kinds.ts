import type { Kind } from '#core/models/rules/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { OtherFieldTexts } from '#web/shared/field-texts.ts'
import type { StartMode } from './form/start-modes.ts'

type FormKind = {
  /** The text of the stage before the first generation. */
  invitation: { title: () => string; hint: () => string }
  /** The label of the button: the action, and its price. */
  submit: (values: { count: number; credits: string }) => string
  /** The unit of the base price: “One image”, “One video · 720p”. */
  unit: (size: string | undefined) => string
  /** The unit of the count: images, or edits of one. */
  quantity: () => string
  /** Example prompts, by what a generation starts from. */
  prompts: Partial<Record<StartMode | 'any', readonly (() => string)[]>>
  /** Other texts than the shared ones. */
  fields?: OtherFieldTexts
}

/** A form: its kind, and its generation type. */
export type FormOf = { kind: Kind; generationType: string }

/** The texts of a form: those of its type, and for the rest those of its kind. */
export function formTexts({ kind, generationType }: FormOf): FormKind {
  return { ...formKinds[kind], ...formTypes[generationType] }
}

/** The texts of types that differ from those of their kind. */
const formTypes: Readonly<Record<string, Partial<FormKind>>> = {
  'audio-to-audio': {
    invitation: { title: m.idle_remix_title, hint: m.idle_remix_hint },
    submit: m.create_submit_remix,
    unit: m.create_price_remix,
    prompts: { any: [m.example_remix_1, m.example_remix_2, m.example_remix_3] },
    fields: {
      prompt: { example: m.field_prompt_remix_example },
      strength: { hint: m.field_strength_remix_hint },
    },
  },
  'text-to-3d': {
    invitation: { title: m.idle_text_to_3d_title, hint: m.idle_text_to_3d_hint },
    prompts: { any: [m.example_3d_1, m.example_3d_2, m.example_3d_3] },
  },
  'lip-sync': {
    invitation: { title: m.idle_lip_sync_title, hint: m.idle_lip_sync_hint },
    prompts: {},
  },
}

/** The form's texts for each kind. */
const formKinds: Record<Kind, FormKind> = {
  image: {
    invitation: { title: m.stage_idle_title, hint: m.idle_image_hint },
    submit: m.create_submit,
    unit: m.create_price_image,
    quantity: m.create_price_quantity,
    prompts: {
      text: [m.sample_sea, m.sample_forest, m.sample_planet],
      image: [m.example_redraw_1, m.example_redraw_2, m.example_redraw_3],
    },
  },
  'image-editing': {
    invitation: { title: m.idle_editing_title, hint: m.idle_editing_hint },
    submit: m.create_submit_edit,
    unit: m.create_price_edit,
    quantity: m.create_price_edits,
    prompts: { any: [m.example_edit_1, m.example_edit_2, m.example_edit_3] },
    fields: { prompt: { example: m.field_prompt_edit_example } },
  },
  video: {
    invitation: { title: m.idle_video_title, hint: m.idle_video_hint },
    submit: m.create_submit_video,
    unit: (size) => (size ? m.create_price_video_at({ size }) : m.create_price_video()),
    quantity: m.create_price_quantity,
    prompts: {
      text: [m.example_video_text_1, m.example_video_text_2, m.example_video_text_3],
      image: [m.example_video_image_1, m.example_video_image_2, m.example_video_image_3],
      frames: [m.example_video_frames_1, m.example_video_frames_2, m.example_video_frames_3],
      video: [m.example_video_video_1, m.example_video_video_2, m.example_video_video_3],
    },
    fields: {
      prompt: { example: m.field_prompt_video_example },
      seed: { hint: m.field_seed_video_hint },
      enable_safety_checker: { hint: m.field_safety_video_hint },
    },
  },
  audio: {
    invitation: { title: m.idle_audio_title, hint: m.idle_audio_hint },
    submit: m.create_submit_audio,
    unit: m.create_price_audio,
    quantity: m.create_price_quantity,
    prompts: { any: [m.example_audio_1, m.example_audio_2, m.example_audio_3] },
    fields: { prompt: { example: m.field_prompt_audio_example } },
  },
  speech: {
    invitation: { title: m.idle_speech_title, hint: m.idle_speech_hint },
    submit: m.create_submit_speech,
    unit: m.create_price_speech,
    quantity: m.create_price_quantity,
    prompts: { any: [m.example_speech_1, m.example_speech_2, m.example_speech_3] },
  },
  music: {
    invitation: { title: m.idle_music_title, hint: m.idle_music_hint },
    submit: m.create_submit_music,
    unit: m.create_price_music,
    quantity: m.create_price_quantity,
    prompts: { any: [m.example_music_1, m.example_music_2, m.example_music_3] },
    fields: { prompt: { example: m.field_prompt_music_example } },
  },
  'image-understanding': {
    invitation: { title: m.idle_understanding_title, hint: m.idle_understanding_hint },
    submit: m.create_submit_question,
    unit: m.create_price_question,
    quantity: m.create_price_quantity,
    prompts: { any: [m.example_question_1, m.example_question_2, m.example_question_3] },
  },
  transcription: {
    invitation: { title: m.idle_transcription_title, hint: m.idle_transcription_hint },
    submit: m.create_submit_transcription,
    unit: m.create_price_transcription,
    quantity: m.create_price_quantity,
    prompts: {},
  },
  text: {
    invitation: { title: m.idle_text_title, hint: m.idle_text_hint },
    submit: m.create_submit_text,
    unit: m.create_price_text,
    quantity: m.create_price_quantity,
    prompts: { any: [m.example_text_1, m.example_text_2, m.example_text_3] },
    fields: { prompt: { example: m.field_prompt_text_example } },
  },
  '3d': {
    invitation: { title: m.idle_3d_title, hint: m.idle_3d_hint },
    submit: m.create_submit_3d,
    unit: m.create_price_3d,
    quantity: m.create_price_quantity,
    prompts: {},
    fields: { prompt: { example: m.field_prompt_3d_example } },
  },
}
