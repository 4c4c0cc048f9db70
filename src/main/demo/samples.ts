import type { MediaRenderer } from '@atelier/demo-world/media-renderer'
import { makeMesh } from '@atelier/demo-world/mesh'
import { writeText } from '@atelier/demo-world/write-text'
import type { Transcript } from '#core/generations/rules/transcript.ts'
import { type ImageSize, pixelsOf } from '#core/models/rules/image-sizes.ts'

/** What else is done with a sample, if a feature knows how. */
type SampleUse = 'shared' | 'liked' | 'collected'

/**
 * The demo account's first images, newest first: something worth looking at in each shape and
 * with each model.
 */
const sampleImageScenes: readonly (Scene & { daysAgo: number; uses?: readonly SampleUse[] })[] = [
  {
    model: 'flux-dev',
    daysAgo: 0,
    seed: 41,
    image_size: 'landscape_16_9',
    prompt: 'First light over a misty mountain lake, calm, autumn',
    uses: ['shared', 'liked', 'collected'],
  },
  {
    model: 'flux-dev',
    daysAgo: 0,
    seed: 7,
    image_size: 'portrait_4_3',
    prompt: 'Peonies blooming in a dark room, soft window light',
    uses: ['shared'],
  },
  {
    model: 'janus-pro',
    daysAgo: 0,
    seed: 1203,
    image_size: 'square_hd',
    prompt: 'A quiet harbour at blue hour, lights on the water',
    uses: ['shared', 'collected'],
  },
  {
    model: 'flux-dev',
    daysAgo: 1,
    seed: 88,
    image_size: 'landscape_4_3',
    prompt: 'Aurora above a snowy forest, winter night',
    uses: ['shared', 'liked', 'collected'],
  },
  {
    model: 'flux-schnell',
    daysAgo: 1,
    seed: 512,
    image_size: 'landscape_16_9',
    prompt: '沙漠里的落日，温暖的橙色沙丘',
  },
  {
    model: 'flux-dev',
    daysAgo: 3,
    seed: 2024,
    image_size: 'portrait_16_9',
    prompt: 'Layers of canyon rock in late afternoon sun',
    uses: ['collected'],
  },
  {
    model: 'flux-dev',
    daysAgo: 3,
    seed: 99,
    image_size: 'square_hd',
    prompt: 'Two planets and a thin ring, deep space, violet and gold',
    uses: ['shared'],
  },
  {
    model: 'janus-pro',
    daysAgo: 6,
    seed: 31,
    image_size: 'landscape_4_3',
    prompt: 'Rolling green waves under a stormy sky',
  },
]

/** The result: the input files by field, the output files, or the answer. */
export type SampleResult = {
  files?: Record<string, Uint8Array>
  results?: Uint8Array[]
  answer?: string
  transcript?: Transcript
}

/**
 * A sample generation: its input, its model, and how the demo's renderer makes its result.
 */
export type SampleGeneration = {
  model: string
  uses?: readonly SampleUse[] | undefined
  daysAgo: number
  input: Record<string, unknown>
  make(renderer: MediaRenderer): Promise<SampleResult>
}

type Scene = { prompt: string; seed: number; image_size: ImageSize; model?: string }

const renderScene = (
  renderer: MediaRenderer,
  { image_size, model = 'flux-dev', ...scene }: Scene,
) => renderer.image({ ...scene, ...pixelsOf(image_size), model })

const harbour: Scene = {
  prompt: 'A fishing village by the sea at noon',
  seed: 77,
  image_size: 'landscape_4_3',
}
const valley: Scene = {
  prompt: 'A green valley under high clouds, summer',
  seed: 21,
  image_size: 'landscape_16_9',
}
const coast: Scene = {
  prompt: 'Waves rolling onto a rocky coast at dusk',
  seed: 314,
  image_size: 'landscape_16_9',
}
const rain: Scene = {
  prompt: 'Rain on a city street at night, neon lights',
  seed: 9,
  image_size: 'landscape_16_9',
}
const peonies: Scene = {
  prompt: 'Peonies in a vase, morning light',
  seed: 58,
  image_size: 'square_hd',
}

/** Five seconds on Wan 2.1. */
const videoFormat = { width: 832, height: 480, fps: 16, frames: 81 }

async function renderSceneVideo(
  renderer: MediaRenderer,
  scene: Scene,
  image?: Uint8Array,
): Promise<Uint8Array> {
  const images = image ? [image] : []
  return (
    await renderer.video({
      ...videoFormat,
      prompt: scene.prompt,
      seed: scene.seed,
      model: 'wan',
      images,
    })
  ).data
}

async function edit(renderer: MediaRenderer, scene: Scene, prompt: string): Promise<SampleResult> {
  const original = await renderScene(renderer, scene)
  const request = {
    prompt,
    seed: scene.seed,
    model: 'flux-pro-kontext',
    images: [original],
    strength: 0.55,
  }
  return { files: { image_url: original }, results: [(await renderer.edit(request)).data] }
}

async function ask(renderer: MediaRenderer, scene: Scene, question: string): Promise<SampleResult> {
  const image = await renderScene(renderer, scene)
  return { files: { image }, answer: await renderer.answer({ image, question }) }
}

const intoNight = 'Turn the day into a starry winter night'
const intoAutumn = 'Make it autumn: gold and copper, late sun'
const stormAtSea = 'A lighthouse keeper walks into a storm at night'
const bedtimeStory =
  'Once upon a time, in a village by the sea, there lived a clockmaker who was always late.'
const lofi = 'Warm lo-fi hip hop with a dusty piano, soft drums and rain in the background'
const whatColours = 'Which colours make the mood of this picture?'

const others: readonly SampleGeneration[] = [
  {
    model: 'image-to-video',
    uses: ['shared', 'collected'],
    daysAgo: 0,
    input: { prompt: coast.prompt, aspect_ratio: 'auto', seed: coast.seed },
    make: async (renderer) => {
      const image = await renderScene(renderer, coast)
      return {
        files: { image_url: image },
        results: [await renderSceneVideo(renderer, coast, image)],
      }
    },
  },
  {
    model: 'text-to-video',
    daysAgo: 2,
    input: { prompt: rain.prompt, seed: rain.seed },
    make: async (renderer) => ({ results: [await renderSceneVideo(renderer, rain)] }),
  },
  {
    model: 'flux-pro-kontext',
    daysAgo: 0,
    input: { prompt: intoNight, aspect_ratio: 'auto' },
    make: (renderer) => edit(renderer, harbour, intoNight),
  },
  {
    model: 'qwen-image-edit',
    daysAgo: 4,
    input: { prompt: intoAutumn, aspect_ratio: 'auto' },
    make: (renderer) => edit(renderer, valley, intoAutumn),
  },
  {
    model: 'thinksound',
    daysAgo: 1,
    input: { prompt: coast.prompt },
    make: async (renderer) => ({
      files: { video_url: await renderSceneVideo(renderer, coast) },
      results: [await renderer.audio({ prompt: coast.prompt, seed: coast.seed, seconds: 5 })],
    }),
  },
  {
    model: 'eleven-v3',
    daysAgo: 0,
    input: { text: bedtimeStory },
    make: async (renderer) => ({
      results: [
        await renderer.audio({ prompt: bedtimeStory, seed: 5, seconds: 6, style: 'speech' }),
      ],
    }),
  },
  {
    model: 'eleven-music',
    uses: ['shared'],
    daysAgo: 0,
    input: { prompt: lofi, music_length: '30', force_instrumental: true },
    make: async (renderer) => ({
      results: [await renderer.audio({ prompt: lofi, seed: 12, seconds: 30, style: 'music' })],
    }),
  },
  {
    model: 'gemini-2.5-flash',
    daysAgo: 0,
    input: { task: 'shots', prompt: stormAtSea },
    make: async () => ({
      answer: writeText({ instruction: 'You split an idea into shots.', prompt: stormAtSea }),
    }),
  },
  {
    model: 'whisper',
    daysAgo: 0,
    input: { language: 'en' },
    make: async (renderer) => ({
      files: {
        audio_url: await renderer.audio({
          ...{ prompt: bedtimeStory, seed: 5, seconds: 6, style: 'speech' },
        }),
      },
      answer: bedtimeStory,
      transcript: {
        language: 'en',
        segments: [{ start_ms: 0, end_ms: 6_000, text: bedtimeStory }],
      },
    }),
  },
  {
    model: 'trellis',
    daysAgo: 0,
    input: { seed: 11 },
    make: async (renderer) => ({
      files: { image_url: await renderScene(renderer, harbour) },
      results: [makeMesh({ prompt: harbour.prompt, seed: 11 })],
    }),
  },
  {
    model: 'moondream3-preview',
    daysAgo: 1,
    input: { question: whatColours },
    make: (renderer) => ask(renderer, peonies, whatColours),
  },
]

const sampleImages = sampleImageScenes.map(
  ({ daysAgo, model = 'flux-dev', uses, ...scene }): SampleGeneration => ({
    ...{ model, uses, daysAgo },
    input: scene,
    make: async (renderer) => ({ results: [await renderScene(renderer, { ...scene, model })] }),
  }),
)

/** The demo account's first records, in each history, the newest first. */
export const sampleGenerations = [...sampleImages, ...others].toSorted(
  (one, other) => one.daysAgo - other.daysAgo,
)
