import { type FieldTexts, once } from './fields.ts'
import type { Model } from './model.ts'
import { firstToLastFrame } from './models/first-to-last-frame.ts'
import { fluxDev } from './models/flux-dev.ts'
import { fluxProKontext } from './models/flux-pro-kontext.ts'
import { fluxSchnell } from './models/flux-schnell.ts'
import { imageToImage } from './models/image-to-image.ts'
import { imageToVideo } from './models/image-to-video.ts'
import { imageToVideoPro } from './models/image-to-video-pro.ts'
import { janusPro } from './models/janus-pro.ts'
import { moondream3 } from './models/moondream3-preview.ts'
import { nanoBananaEdit } from './models/nano-banana-edit.ts'
import { qwenImageEdit } from './models/qwen-image-edit.ts'
import { sd35 } from './models/sd35.ts'
import { textToVideo } from './models/text-to-video.ts'
import { textToVideoPro } from './models/text-to-video-pro.ts'
import { thinksound } from './models/thinksound.ts'
import { vace } from './models/vace.ts'
import { wan5b } from './models/wan-v2-2-5b.ts'
import { wanA14b } from './models/wan-v2-2-a14b.ts'

/** All models. The order is the order of the model picker. */
export const catalogue: readonly Model[] = [
  fluxDev,
  fluxSchnell,
  janusPro,
  sd35,
  imageToImage,
  fluxProKontext,
  nanoBananaEdit,
  qwenImageEdit,
  textToVideo,
  textToVideoPro,
  imageToVideo,
  imageToVideoPro,
  firstToLastFrame,
  vace,
  wan5b,
  wanA14b,
  thinksound,
  moondream3,
]

/** The model with this id, among those that make `generationType` if one is given. */
export function findModel(id: string, generationType?: string): Model | undefined {
  return catalogue.find(
    (model) => model.id === id && (!generationType || model.generationType === generationType),
  )
}

/** The models of a generation type that the form offers. The first one is the form's default. */
export function offeredModels(generationType: string): Model[] {
  return catalogue.filter((model) => model.generationType === generationType && !model.hidden)
}

/** The texts of the fields that models describe in their own files, by the field's name. */
export const ownFieldTexts = once(
  (): ReadonlyMap<string, FieldTexts> =>
    new Map(
      catalogue.flatMap(({ fields }) =>
        Object.entries(fields).flatMap(([name, { texts }]): [string, FieldTexts][] =>
          texts ? [[name, texts]] : [],
        ),
      ),
    ),
)
