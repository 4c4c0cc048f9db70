import birefnetV2 from '../definitions/birefnet-v2.json' with { type: 'json' }
import elevenMusic from '../definitions/eleven-music.json' with { type: 'json' }
import elevenV3 from '../definitions/eleven-v3.json' with { type: 'json' }
import esrgan from '../definitions/esrgan.json' with { type: 'json' }
import firstToLastFrame from '../definitions/first-to-last-frame.json' with { type: 'json' }
import fluxDev from '../definitions/flux-dev.json' with { type: 'json' }
import fluxProKontext from '../definitions/flux-pro-kontext.json' with { type: 'json' }
import fluxSchnell from '../definitions/flux-schnell.json' with { type: 'json' }
import gemini25Flash from '../definitions/gemini-2.5-flash.json' with { type: 'json' }
import imageToImage from '../definitions/image-to-image.json' with { type: 'json' }
import imageToVideo from '../definitions/image-to-video.json' with { type: 'json' }
import imageToVideoPro from '../definitions/image-to-video-pro.json' with { type: 'json' }
import janusPro from '../definitions/janus-pro.json' with { type: 'json' }
import moondream3 from '../definitions/moondream3-preview.json' with { type: 'json' }
import nanoBananaEdit from '../definitions/nano-banana-edit.json' with { type: 'json' }
import qwenImageEdit from '../definitions/qwen-image-edit.json' with { type: 'json' }
import sd35 from '../definitions/sd35.json' with { type: 'json' }
import stableAudio25 from '../definitions/stable-audio-25-audio-to-audio.json' with { type: 'json' }
import textToVideo from '../definitions/text-to-video.json' with { type: 'json' }
import textToVideoPro from '../definitions/text-to-video-pro.json' with { type: 'json' }
import thinksound from '../definitions/thinksound.json' with { type: 'json' }
import trellis from '../definitions/trellis.json' with { type: 'json' }
import { vace } from '../definitions/vace.ts'
import wan5b from '../definitions/wan-v2-2-5b.json' with { type: 'json' }
import wanA14b from '../definitions/wan-v2-2-a14b.json' with { type: 'json' }
import whisper from '../definitions/whisper.json' with { type: 'json' }
import { buildModel } from './build-model.ts'
import type { Definition } from './definition.ts'
import type { Model } from './model.ts'

/**
 * The models that come with the product, each with its definition, or `null` where it is code. The
 * order is the order of the model picker.
 */
export const builtIns: readonly BuiltIn[] = [
  built(fluxDev),
  built(fluxSchnell),
  built(janusPro),
  built(sd35),
  built(imageToImage),
  built(fluxProKontext),
  built(nanoBananaEdit),
  built(qwenImageEdit),
  built(esrgan),
  built(birefnetV2),
  built(textToVideo),
  built(textToVideoPro),
  built(imageToVideo),
  built(imageToVideoPro),
  built(firstToLastFrame),
  { model: vace, definition: null },
  built(wan5b),
  built(wanA14b),
  built(thinksound),
  built(stableAudio25),
  built(elevenV3),
  built(elevenMusic),
  built(moondream3),
  built(whisper),
  built(gemini25Flash),
  built(trellis),
]

type BuiltIn = { model: Model; definition: object | null }

/** A definition of ours: a test validates each, so a page need not. */
function built(definition: object): BuiltIn {
  return { model: buildModel(definition as Definition), definition }
}

export const builtInModels: readonly Model[] = builtIns.map(({ model }) => model)

/**
 * The models of this process, or of this page: those that come with the product, until the server's
 * model registry or the page's query replaces them (decision 32).
 */
let current = indexed(builtInModels, [])

/**
 * Replaces the models. `offered`: all that can be started, in the order of the model picker.
 * `others`: disabled ones, deleted ones and earlier versions, newest first; records name them.
 */
export function setModels(offered: readonly Model[], others: readonly Model[]): void {
  current = indexed(offered, others)
}

function indexed(models: readonly Model[], others: readonly Model[]) {
  return {
    models,
    byId: Map.groupBy([...models, ...others], ({ id }) => id),
  }
}

/** The models that can be started, in the order of the model picker. */
export function listModels(): readonly Model[] {
  return current.models
}

/** The models that can be started, and those that records name: disabled, deleted, earlier ones. */
export function knownModels(): readonly Model[] {
  return [...current.byId.values()].flat()
}

/**
 * The model with this id, among those of `generationType` if one is given; also one that cannot be
 * started any more. `version`: the one that made a record; the newest, where it is not known here.
 */
export function findModel(
  id: string,
  generationType?: string,
  version?: number,
): Model | undefined {
  const found = (current.byId.get(id) ?? []).filter(
    (model) => !generationType || model.generationType === generationType,
  )
  return found.find((model) => model.version === version) ?? found[0]
}

/** What a record says of its model. */
export type MadeWith = { model: string; generation_type: string; model_version: number }

/** The model that made a record; another version of it where that one is not known here. */
export function modelOf({ model, generation_type, model_version }: MadeWith): Model | undefined {
  return findModel(model, generation_type, model_version)
}

/** The models of a generation type that the form offers. The first one is the form's default. */
export function offeredModels(generationType: string): Model[] {
  return listModels().filter((model) => model.generationType === generationType && !model.hidden)
}
