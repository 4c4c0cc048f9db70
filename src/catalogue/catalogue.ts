import { buildModel } from './build-model.ts'
import type { Definition } from './definition.ts'
import { type FieldTexts, once } from './fields.ts'
import type { Model } from './model.ts'
import elevenMusic from './models/eleven-music.json' with { type: 'json' }
import elevenV3 from './models/eleven-v3.json' with { type: 'json' }
import firstToLastFrame from './models/first-to-last-frame.json' with { type: 'json' }
import fluxDev from './models/flux-dev.json' with { type: 'json' }
import fluxProKontext from './models/flux-pro-kontext.json' with { type: 'json' }
import fluxSchnell from './models/flux-schnell.json' with { type: 'json' }
import imageToImage from './models/image-to-image.json' with { type: 'json' }
import imageToVideo from './models/image-to-video.json' with { type: 'json' }
import imageToVideoPro from './models/image-to-video-pro.json' with { type: 'json' }
import janusPro from './models/janus-pro.json' with { type: 'json' }
import moondream3 from './models/moondream3-preview.json' with { type: 'json' }
import nanoBananaEdit from './models/nano-banana-edit.json' with { type: 'json' }
import qwenImageEdit from './models/qwen-image-edit.json' with { type: 'json' }
import sd35 from './models/sd35.json' with { type: 'json' }
import textToVideo from './models/text-to-video.json' with { type: 'json' }
import textToVideoPro from './models/text-to-video-pro.json' with { type: 'json' }
import thinksound from './models/thinksound.json' with { type: 'json' }
import { vace } from './models/vace.ts'
import wan5b from './models/wan-v2-2-5b.json' with { type: 'json' }
import wanA14b from './models/wan-v2-2-a14b.json' with { type: 'json' }

/** All models. The order is the order of the model picker. */
export const catalogue: readonly Model[] = [
  built(fluxDev),
  built(fluxSchnell),
  built(janusPro),
  built(sd35),
  built(imageToImage),
  built(fluxProKontext),
  built(nanoBananaEdit),
  built(qwenImageEdit),
  built(textToVideo),
  built(textToVideoPro),
  built(imageToVideo),
  built(imageToVideoPro),
  built(firstToLastFrame),
  vace,
  built(wan5b),
  built(wanA14b),
  built(thinksound),
  built(elevenV3),
  built(elevenMusic),
  built(moondream3),
]

/** A definition of ours: a test validates each, so a page need not. */
function built(definition: unknown): Model {
  return buildModel(definition as Definition)
}

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
