import sharp from 'sharp'
import { loadImage } from '../images/edit-image.ts'
import { smoothstep } from '../images/noise.ts'
import { renderBitmap, type Size } from '../images/render-image.ts'
import { sampleMark } from '../images/sample-mark.ts'
import { cameraFor, fixedCamera, sampleView } from './camera.ts'
import { mixPlanes, newPlanes, type Planes, planesOf } from './planes.ts'

export type VideoRequest = Size & {
  prompt: string
  seed: number
  model: string
  fps: number
  frames: number
  /**
   * Files of the images that it shows, one after another. Without any it shows an animated scene
   * from the prompt.
   */
  images: readonly Uint8Array[]
  /** Begin and end exactly with the first and the last image, without a move of the camera. */
  exact?: boolean
}

/**
 * The frames of a video, one at a time; each is only valid until the next. They depend on the
 * request alone.
 */
export async function videoFrames(request: VideoRequest): Promise<Iterable<Planes>> {
  const { width, height, prompt, seed, exact } = request
  const scenes = request.images.length > 0 ? await showImages(request) : await liveScene(request)
  const camera = exact ? fixedCamera : cameraFor(prompt, seed)
  const mark = await watermarkFor(width, height)
  return draw(
    request.frames,
    (moment, frame) => {
      sampleView(scenes(moment), camera(moment), frame)
      mark(frame)
    },
    newPlanes(width, height),
  )
}

function* draw(
  count: number,
  paint: (moment: number, frame: Planes) => void,
  frame: Planes,
): Generator<Planes> {
  for (let index = 0; index < count; index++) {
    paint(count === 1 ? 0 : index / (count - 1), frame)
    yield frame
  }
}

/** The scene before the camera at a moment, 0 to 1. */
type Scenes = (moment: number) => Planes

async function showImages({ images, width, height }: VideoRequest): Promise<Scenes> {
  const loaded = await Promise.all(images.map((file) => loadImage(file, { width, height })))
  return fading(loaded.map(planesOf), (share) => smoothstep(0.15, 0.85, share))
}

const views = 4
/** Soft scenes lose nothing at this share of the video's sides, and cost half. */
const sceneScale = 0.8

/** The same scene at a few moments, each fading into the next, so that moving parts flow. */
async function liveScene({
  prompt,
  seed,
  model,
  width,
  height,
  fps,
  frames,
}: VideoRequest): Promise<Scenes> {
  const size = { width: even(width * sceneScale), height: even(height * sceneScale) }
  const seconds = frames / fps
  const moments: Planes[] = []
  for (let view = 0; view < views; view++) {
    const time = (view / (views - 1)) * seconds
    moments.push(planesOf(await renderBitmap({ prompt, seed, model, ...size }, time)))
  }
  return fading(moments, (share) => share)
}

/** Each image fills its part of the time; `ease` shapes the transition from one to the next. */
function fading(stills: readonly Planes[], ease: (share: number) => number): Scenes {
  const [first] = stills
  if (!first) throw new Error('There is nothing to show')
  const mixed = newPlanes(first.width, first.height)
  return (moment) => {
    const place = moment * (stills.length - 1)
    const index = Math.min(Math.floor(place), stills.length - 1)
    const from = stills[index] ?? first
    mixPlanes(from, stills[index + 1] ?? from, ease(place - index), mixed)
    return mixed
  }
}

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)

/** Puts the "sample" mark on a frame. */
export type Watermark = (frame: Planes) => void

/**
 * The mark for videos of this size, in its corner wherever the camera points. It is grey, so
 * colours stay as they are.
 */
async function watermarkFor(width: number, height: number): Promise<Watermark> {
  const clear = sharp({
    create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
  const drawn = await clear
    .composite([sampleMark(width, height)])
    .raw()
    .toBuffer()
  const marked = Array.from({ length: width * height }, (_, at) => at).filter(
    (at) => (drawn[at * 4 + 3] ?? 0) > 0,
  )
  const strokes = marked.map((at) => ({
    at,
    light: 16 + ((drawn[at * 4] ?? 0) * 219) / 255,
    share: (drawn[at * 4 + 3] ?? 0) / 255,
  }))
  return ({ light: plane }) => {
    for (const { at, light, share } of strokes) {
      const under = plane[at] as number
      plane[at] = under + (light - under) * share
    }
  }
}
