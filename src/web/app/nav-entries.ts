import { type Kind, kindFacts, kinds } from '#core/models/rules/kinds.ts'
import { historyOrder, kindTexts } from '#web/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { Section } from '#web/shared/nav-sections.ts'
import { WandSparkles } from '#web/ui/icons/basic-icons.ts'
import {
  Clapperboard,
  History,
  Image,
  ImagePlay,
  ScanEye,
  Type,
} from '#web/ui/icons/navigation-icons.ts'

const furtherForms: Partial<Record<Kind, Section['children']>> = {
  audio: [{ path: '/creator/audio-to-audio', label: m.nav_audio_to_audio, isNew: true }],
  '3d': [{ path: '/creator/text-to-3d', label: m.nav_text_to_3d, isNew: true }],
}

/** All forms, in the order of the side panel (docs/spec/creation.md#pages). */
export const creatorSections: readonly Section[] = [
  {
    path: '/creator/ai-image-editor',
    label: m.nav_image_editor,
    icon: WandSparkles,
    isNew: true,
    children: [
      { path: '/creator/ai-image-editor/flux-pro-kontext', label: m.nav_flux_pro_kontext },
      { path: '/creator/ai-image-editor/nano-banana-edit', label: m.nav_nano_banana_edit },
      { path: '/creator/ai-image-editor/qwen-image-edit', label: m.nav_qwen_image_edit },
    ],
  },
  {
    path: '/creator/video',
    label: m.nav_video,
    icon: Clapperboard,
    children: [
      { path: '/creator/video/first-to-last-frame', label: m.nav_first_to_last_frame },
      { path: '/creator/video/vace', label: m.nav_vace },
    ],
  },
  {
    path: '/creator/video/text-to-video',
    label: m.nav_text_to_video,
    icon: Type,
    children: [
      { path: '/creator/video/text-to-video-pro', label: m.nav_text_to_video_pro },
      { path: '/creator/video/wan-v2-2-5b', label: m.nav_wan_5b, isNew: true },
      { path: '/creator/video/wan-v2-2-a14b', label: m.nav_wan_a14b, isNew: true },
    ],
  },
  {
    path: '/creator/image-to-video/image-to-video',
    label: m.nav_image_to_video,
    icon: ImagePlay,
    children: [
      { path: '/creator/image-to-video/image-to-video-pro', label: m.nav_image_to_video_pro },
    ],
  },
  {
    path: '/creator/image',
    label: m.nav_image,
    icon: Image,
    children: [
      {
        path: '/creator/image/text-to-image',
        label: m.nav_text_to_image,
      },
      { path: '/creator/image/image-to-image', label: m.nav_image_to_image },
    ],
  },
  {
    path: '/creator/image-understanding',
    label: m.nav_image_understanding,
    icon: ScanEye,
    children: [
      { path: '/creator/image-understanding/history', label: m.nav_image_understanding_history },
    ],
  },
  ...kinds
    .filter((kind) => kind === 'text' || /^(audio|transcript|mesh)$/.test(kindFacts[kind].display))
    .map((kind): Section => {
      const { icon, form } = kindTexts[kind]
      const path = kindFacts[kind].formPath
      return { path, label: form.title, icon, isNew: true, children: furtherForms[kind] ?? [] }
    }),
]

/** The history, below them. */
export const historySection: Section = {
  path: '/creator/history',
  label: m.nav_history,
  icon: History,
  children: historyOrder.map((kind) => ({
    path: `/creator/history/${kind}`,
    label: kindTexts[kind].name,
  })),
}
