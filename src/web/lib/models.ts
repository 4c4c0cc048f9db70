import { hashKey, type QueryClient, useQuery } from '@tanstack/react-query'
import { use, useEffect, useSyncExternalStore } from 'react'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { revisionHeader, signedInHint } from '#core/history/contract/browser-state.ts'
import type { ModelsView } from '#core/models/models-contract.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import { builtInModels, type MadeWith, modelOf, setModels } from '#core/models/rules/catalogue.ts'
import type { Definition } from '#core/models/rules/definition.ts'
import { type Kind, kinds, typesOfKind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { accountKey } from './account.ts'
import { onAnswer, request, retryUnlessRefused } from './api.ts'
import { readCookie, readStored, writeStored } from './browser/browser-storage.ts'

/** The models that a page needs: those of one kind, or all. */
export type NeededModels = Kind | 'all'

/** No revision: that of the server is not known yet, or its models could not be loaded. */
const unknown = -1

/** The revision of the models that this page uses; 0: those that it was built with. */
let revision = 0
type Built = { model: Model; isOffered: boolean }

/**
 * The forms without a model: generation types, and `type/id` of models of the release that cannot be
 * started. Those of all kinds are known, also where the models are not loaded.
 */
let missingForms: ReadonlySet<string> = new Set()

/** The models that the groups of the account allow; `null`: all, and while signed out. */
let allowed: readonly string[] | null = null
/** Where a page finds them before it knows the account. */
const allowedKey = 'atelier.models'
/** The forms without a model that can be started here and now. */
let emptyForms = missingForms

/** The models of this revision, as far as they were needed. */
const loaded = new Map<Kind, readonly Built[]>()
const loading = new Map<NeededModels, Promise<void>>()
/** What the parts of this page need, once for each of them. */
const needs: NeededModels[] = []
const listeners = new Set<() => void>()

/**
 * Identifies the models that can be started, after those that a part of the page needs are loaded: it suspends
 * until then, and is rendered again when they change. Where they cannot be loaded, those of the
 * release serve until the server answers.
 */
export function useModels(needed: NeededModels | undefined): string {
  const current = useSyncExternalStore(subscribe, nameOfModels)
  useEffect(() => {
    if (!needed) return
    needs.push(needed)
    return () => void needs.splice(needs.indexOf(needed), 1)
  }, [needed])
  if (needed && isMissing(needed)) use(loadModels(needed))
  return current
}

const currentEmptyForms = () => emptyForms
const nameOfModels = () => [revision, ...(allowed ?? ['all'])].join(' ')

/** Whether the form of a generation type, or of one model of it, has a model. */
export function useHasModel(): (form: { generationType: string; model?: string }) => boolean {
  const missing = useSyncExternalStore(subscribe, currentEmptyForms, currentEmptyForms)
  return ({ generationType, model }) =>
    !missing.has(generationType) && !(model && missing.has(`${generationType}/${model}`))
}

/** Loads the models that a page needs, unless it has them. Never throws. */
export async function prepareModels(needed: NeededModels | undefined): Promise<void> {
  if (needed && isMissing(needed)) await loadModels(needed)
}

function loadModels(needed: NeededModels): Promise<void> {
  const started = loading.get(needed) ?? fetchModels(needed)
  loading.set(needed, started)
  return started
}

/** The server uses these models: other ones are loaded; where that fails, with the next answer. */
export function noticeModels(current: number): void {
  if (current === revision) return
  const [first] = needs
  const needed = needs.every((need) => need === first) ? first : 'all'
  if (needed) return void loadModels(needed)
  loaded.clear()
  revision = current
  shareModels()
}

/**
 * Follows the models of the server with each of its answers. `missing`: the forms without a model,
 * with spaces between; `undefined`: the models are the release's.
 */
export function startFollowingModels(missing: string | undefined): void {
  if (missing !== undefined) {
    revision = unknown
    missingForms = new Set(missing.split(' '))
    shareModels()
  }
  onAnswer((headers) => {
    const current = headers.get(revisionHeader)
    if (current !== null) noticeModels(Number(current))
  })
}

/** Follows the account: its groups may allow only some of the models. Call before the first render. */
export function followAllowedModels(client: QueryClient): void {
  const stored = readCookie(signedInHint) && readStored('localStorage', allowedKey)
  if (Array.isArray(stored)) allowModels(stored)
  const hash = hashKey(accountKey)
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== hash) return
    const account = client.getQueryData<AccountView | null>(accountKey)
    if (account !== undefined) allowModels(account?.models ?? null)
  })
}

/** Makes this page offer these models only; `null`: all. */
export function allowModels(models: readonly string[] | null): void {
  if (JSON.stringify(models) === JSON.stringify(allowed)) return
  allowed = models
  writeStored('localStorage', allowedKey, models ?? undefined)
  // What the server offers depends on the account, too, and the menu shows the forms of all kinds.
  if (revision !== 0) {
    loading.clear()
    void loadModels('all')
  }
  shareModels()
}

/**
 * The model as it was when it made a record: where this page knows another version of it, or none
 * any more, that one is loaded. Until then, or if it cannot be, the one that is known.
 */
export function useModelOf(generation: MadeWith & { id: string }): Model | undefined {
  const { id, model, generation_type: type, model_version: version } = generation
  const known = modelOf(generation)
  const { data } = useQuery({
    queryKey: ['model', type, model, version],
    queryFn: async ({ signal }) => {
      const path = '/api/generations/{id}/model'
      const { definition } = await request('GET', path, { params: { id }, signal })
      return definition && buildModel(definition as unknown as Definition, version)
    },
    enabled: known?.version !== version,
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryUnlessRefused,
  })
  return data ?? known
}

function isMissing(needed: NeededModels): boolean {
  return revision !== 0 && !kindsOf(needed).every((kind) => loaded.has(kind))
}

async function fetchModels(needed: NeededModels): Promise<void> {
  try {
    const query = needed === 'all' ? {} : { kind: needed }
    applyModels(await request('GET', '/api/models', { query }), needed)
  } catch {
    for (const kind of kindsOf(needed)) if (!loaded.has(kind)) loaded.set(kind, released(kind))
    revision = unknown
  } finally {
    loading.delete(needed)
  }
}

/** Makes this page use these models, of what it needed. */
export function applyModels(found: ModelsView, needed: NeededModels): void {
  if (found.revision !== revision) loaded.clear()
  missingForms = new Set(found.missing_forms)
  for (const kind of kindsOf(needed))
    loaded.set(
      kind,
      found.models.filter((model) => model.kind === kind).flatMap((one) => build(one)),
    )
  revision = found.revision
  shareModels()
}

/** Of kinds that were not needed yet, the models of the release are here. */
function shareModels(): void {
  const models = kinds.flatMap((kind) => loaded.get(kind) ?? released(kind))
  const isUsable = ({ model, isOffered }: Built) =>
    isOffered && (allowed === null || allowed.includes(model.id))
  const usable = models.filter(isUsable).map(({ model }) => model)
  const others = models.filter((one) => !isUsable(one)).map(({ model }) => model)
  setModels(usable, others)
  emptyForms =
    allowed === null ? missingForms : new Set([...missingForms, ...unusable(usable, others)])
  for (const listener of listeners) listener()
}

/** The forms of types and models that these leave out. */
function unusable(usable: readonly Model[], others: readonly Model[]): string[] {
  const types = new Set(usable.map(({ generationType }) => generationType))
  return [
    ...kinds.flatMap(typesOfKind).filter((type) => !types.has(type)),
    ...others.map(({ generationType, id }) => `${generationType}/${id}`),
  ]
}

function kindsOf(needed: NeededModels): readonly Kind[] {
  return needed === 'all' ? kinds : [needed]
}

function released(kind: Kind): Built[] {
  return builtInModels
    .filter((model) => model.kind === kind)
    .map((model) => ({
      model,
      isOffered: !missingForms.has(`${model.generationType}/${model.id}`),
    }))
}

/** A definition of a newer release may be unreadable: its model is then missing until a reload. */
function build(one: ModelsView['models'][number]): Built[] {
  const { id, generation_type: type, version, is_offered: isOffered, definition } = one
  if (definition)
    return [{ model: buildModel(definition as unknown as Definition, version), isOffered }]
  const found = builtInModels.find((model) => model.id === id && model.generationType === type)
  return found ? [{ model: { ...found, version }, isOffered }] : []
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
