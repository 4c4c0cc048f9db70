import type { WallSample } from '#web/landing/sample-form.ts'
import { m } from '#web/messages/compiled/messages.js'
import after from './landing/after.webp'
import before from './landing/before.webp'
import coast from './landing/coast.mp4'
import coastPoster from './landing/coast.webp'
import music from './landing/music.m4a'
import rain from './landing/rain.mp4'
import rainPoster from './landing/rain.webp'
import speech from './landing/speech.m4a'

/** What the start page shows beside images, made by `scripts/make-landing-media.mjs`. */
export const wallSamples: readonly WallSample[] = [
  {
    generationType: 'text-to-video',
    model: 'text-to-video',
    prompt: m.sample_rain,
    media: { kind: 'clip', src: rain, poster: rainPoster },
  },
  {
    generationType: 'image-editing',
    model: 'flux-pro-kontext',
    prompt: m.sample_night_edit,
    media: { kind: 'edit', before, after },
  },
  {
    generationType: 'text-to-video',
    model: 'text-to-video',
    prompt: m.sample_coast,
    media: { kind: 'clip', src: coast, poster: coastPoster },
  },
  {
    generationType: 'text-to-music',
    model: 'eleven-music',
    prompt: m.sample_lofi,
    media: { kind: 'sound', src: music },
  },
  {
    generationType: 'text-to-speech',
    model: 'eleven-v3',
    prompt: m.sample_story,
    media: { kind: 'sound', src: speech },
  },
]
