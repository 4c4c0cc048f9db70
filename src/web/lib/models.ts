import { useSyncExternalStore } from 'react'
import { buildModel } from '#catalogue/build-model.ts'
import { builtInModels, setModels } from '#catalogue/catalogue.ts'
import type { Definition } from '#catalogue/definition.ts'
import type { Model } from '#catalogue/model.ts'
import type { ModelsView } from '#contract/models.ts'
import { onModelsRevision, request } from './api.ts'

/** The revision of the models that this page uses; 0: those that it was built with. */
let revision = 0
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** The revision of the models; a component that uses it is rendered again when they change. */
export function useModelsRevision(): number {
  return useSyncExternalStore(subscribe, () => revision)
}

/** Loads the models of the server, unless the page has them. Throws `ApiError`. */
export function loadModels(): Promise<void> {
  loading ??= fetchModels().finally(() => {
    loading = undefined
  })
  return loading
}

/** The server uses these models: other ones are loaded; where that fails, with the next answer. */
export function noticeModels(current: number): void {
  if (current !== revision) loadModels().catch(() => undefined)
}

/** Follows the models of the server with each of its answers. */
export function startFollowingModels(): void {
  onModelsRevision(noticeModels)
}

async function fetchModels(): Promise<void> {
  const found = await request('GET', '/api/models')
  if (found.revision === revision) return
  const built = found.models.flatMap((one) => build(one))
  const offered = built.filter(({ isOffered }) => isOffered).map(({ model }) => model)
  const others = built.filter(({ isOffered }) => !isOffered).map(({ model }) => model)
  setModels(offered, others)
  revision = found.revision
  for (const listener of listeners) listener()
}

type Built = { model: Model; isOffered: boolean }

/** A definition of a newer release may be unreadable: its model is then missing until a reload. */
function build(one: ModelsView['models'][number]): Built[] {
  const { id, generation_type: type, version, is_offered: isOffered, definition } = one
  if (definition)
    return [{ model: buildModel(definition as unknown as Definition, version), isOffered }]
  const released = builtInModels.find((model) => model.id === id && model.generationType === type)
  return released ? [{ model: { ...released, version }, isOffered }] : []
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
