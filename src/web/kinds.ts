import type { Kind } from '#core/models/rules/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { WandSparkles } from '#web/ui/icons/basic-icons.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import {
  AudioLines,
  Box,
  Captions,
  Clapperboard,
  Image,
  Mic,
  Music,
  ScanEye,
  TextLines,
} from '#web/ui/icons/navigation-icons.ts'

type KindTexts = {
  icon: IconComponent
  /** Its records, in a few words: “Videos”. */
  name: () => string
  /** The title of the page with its history. */
  records: () => string
  /** The page of its first form. */
  form: { title: () => string; description: () => string }
}

/**
 * The parts of each kind that several pages use, in the order of the histories
 * (docs/spec/history.md#pages); its plain facts are in `core/models/rules/kinds.ts`. The texts of one page
 * are with that page, so that no other loads them: `features/create/create-kinds.ts` and
 * `features/history/history-kinds.ts`.
 */
export const kindTexts: Record<Kind, KindTexts> = {
  video: {
    icon: Clapperboard,
    name: m.nav_history_video,
    records: m.history_video,
    form: { title: m.nav_text_to_video, description: m.page_text_to_video },
  },
  image: {
    icon: Image,
    name: m.nav_history_image,
    records: m.history_image,
    form: {
      title: m.create_text_to_image_title,
      description: m.create_text_to_image_description,
    },
  },
  'image-editing': {
    icon: WandSparkles,
    name: m.nav_history_image_editing,
    records: m.history_image_editing,
    form: { title: m.nav_image_editor, description: m.page_image_editor },
  },
  'image-understanding': {
    icon: ScanEye,
    name: m.nav_history_image_understanding,
    records: m.history_image_understanding,
    form: { title: m.nav_image_understanding, description: m.page_image_understanding },
  },
  audio: {
    icon: AudioLines,
    name: m.nav_history_audio,
    records: m.history_audio,
    form: { title: m.nav_video_to_audio, description: m.page_video_to_audio },
  },
  speech: {
    icon: Mic,
    name: m.nav_history_speech,
    records: m.history_speech,
    form: { title: m.nav_text_to_speech, description: m.page_text_to_speech },
  },
  music: {
    icon: Music,
    name: m.nav_history_music,
    records: m.history_music,
    form: { title: m.nav_text_to_music, description: m.page_text_to_music },
  },
  transcription: {
    icon: Captions,
    name: m.nav_history_transcription,
    records: m.history_transcription,
    form: { title: m.nav_speech_to_text, description: m.page_speech_to_text },
  },
  text: {
    icon: TextLines,
    name: m.nav_history_text,
    records: m.history_text,
    form: { title: m.nav_text, description: m.page_text },
  },
  '3d': {
    icon: Box,
    name: m.nav_history_3d,
    records: m.history_3d,
    form: { title: m.nav_image_to_3d, description: m.page_image_to_3d },
  },
}

/** The kinds in the order of their histories. */
export const historyOrder = Object.keys(kindTexts) as readonly Kind[]
