import { m } from '#web/messages/compiled/messages.js'
import coast from './coast.webp'
import dawn from './dawn.webp'
import night from './night.webp'
import storm from './storm.webp'

/** Pictures from the built-in engine, and the words they follow from. */
export const samples = [
  { src: coast, width: 1024, height: 576, prompt: m.sample_coast },
  { src: dawn, width: 768, height: 1024, prompt: m.sample_dawn },
  { src: night, width: 1024, height: 1024, prompt: m.sample_night },
  { src: storm, width: 1024, height: 768, prompt: m.sample_storm },
] as const
