import type { Model } from './model.ts'
import { fluxDev } from './models/flux-dev.ts'
import { fluxSchnell } from './models/flux-schnell.ts'
import { janusPro } from './models/janus-pro.ts'
import { sd35 } from './models/sd35.ts'

/** Everything that can be made. The order is the order of the model picker. */
export const catalogue: readonly Model[] = [fluxDev, fluxSchnell, janusPro, sd35]

/** The model with this id, among those that make `generationType` if one is given. */
export function findModel(id: string, generationType?: string): Model | undefined {
  return catalogue.find((model) => model.id === id && (!generationType || model.generationType === generationType))
}

/** The models of a generation type that the form offers. The first one is the form's default. */
export function offeredModels(generationType: string): Model[] {
  return catalogue.filter((model) => model.generationType === generationType && !model.hidden)
}
