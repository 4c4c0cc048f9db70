import { findModel } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'

/** Models that tests name. Throws where the catalogue has none of this id and type. */
function modelOf(id: string, generationType?: string): Model {
  const model = findModel(id, generationType)
  if (!model) throw new Error(`There is no model ${id}`)
  return model
}

export const fluxDev = modelOf('flux-dev', 'text-to-image')
export const fluxSchnell = modelOf('flux-schnell')
export const janusPro = modelOf('janus-pro')
export const sd35 = modelOf('sd35')
export const imageToImage = modelOf('flux-dev', 'image-to-image')
export const fluxProKontext = modelOf('flux-pro-kontext')
export const firstToLastFrame = modelOf('first-to-last-frame')
export const wanA14b = modelOf('wan-v2-2-a14b')
export const moondream3 = modelOf('moondream3-preview')
