import type { AdminModelLine, AdminModelView } from '../admin-models-contract.ts'
import type { KnownProviders } from '../check-definition.ts'
import { hasProvider, type StoredModel } from '../load-models.ts'
import type { ChangedSchema, ReadyModel, WholeModel } from '../read-models.ts'
import { type Model, routesOf } from '../rules/model.ts'
import { basePriceOf, type Prices } from '../rules/price.ts'

/** The effective price of each tier, beside the definition's own where an override replaces it. */
export function presentTiers(model: Model, prices: Prices) {
  const tiers = Object.entries(model.price.base).map(([tier, base]) => {
    const credits = basePriceOf(model, tier, prices) ?? base
    return { tier, credits, base: credits === base ? null : base }
  })
  return { unit: model.price.unit, tiers }
}

/** What models are presented with: the effective prices, and the providers that are configured. */
export type StudioFacts = { prices: Prices; providers: KnownProviders }

/** Presents a model in the list. */
export function presentModelLine(
  found: StoredModel | ReadyModel,
  { prices, providers }: StudioFacts,
): AdminModelLine {
  const { model } = found
  const said = {
    kind: model?.kind ?? null,
    name: model?.name ?? null,
    provider: model?.provider ?? null,
    is_provider_configured: model === null || hasProvider({ model }, { providers }),
    price: model && presentTiers(model, prices),
  }
  if (!('row' in found)) {
    const { id, generationType: generation_type } = found.model
    const none = { version: null, author: null, reason: null, changed_at: null }
    return {
      ...{ id, generation_type, ...said, source: 'ready', ...none },
      ...{ is_enabled: false, is_untested: true, is_unreadable: false },
    }
  }
  const { row, version, source } = found
  return {
    ...{ id: row.id, generation_type: row.generation_type, ...said, source },
    version: version?.version ?? null,
    is_enabled: row.is_enabled && version !== null,
    is_untested: isUntested(version?.definition),
    is_unreadable: version !== null && model?.version !== version.version,
    author: version?.author ?? null,
    reason: version?.reason ?? null,
    changed_at: version?.created_at.toISOString() ?? null,
  }
}

function isUntested(definition: object | null | undefined): boolean {
  return (definition as { untested?: unknown } | null | undefined)?.untested === true
}

/** Presents a model with its versions and the definition of one of them. */
export function presentWholeModel(
  { found, shown, versions, schema, times }: WholeModel,
  facts: StudioFacts,
): AdminModelView {
  const definition = 'row' in found ? shown?.definition : found.definition
  return {
    ...presentModelLine(found, facts),
    endpoints: [...(found.model?.endpoints ?? [])],
    providers: found.model ? presentProviders(found.model, facts, times) : [],
    schema: schema && presentSchema(schema),
    shown_version: shown?.version ?? null,
    definition: (definition as Record<string, unknown> | null | undefined) ?? null,
    versions: versions.map(({ version, source, author, reason, created_at }) => ({
      ...{ version, source, author, reason, created_at: created_at.toISOString() },
    })),
  }
}

function presentProviders(
  model: Model,
  { providers }: StudioFacts,
  times: WholeModel['times'],
): AdminModelView['providers'] {
  return routesOf(model).map(({ provider, endpoints }) => {
    const time = times.find((one) => one.provider === provider)
    return {
      ...{ provider, endpoints: [...endpoints], is_configured: providers.has(provider) },
      ...{ median_ms: time?.median_ms ?? null, jobs: time?.runs ?? 0 },
    }
  })
}

function presentSchema({
  changes,
  changed_at: changedAt,
}: ChangedSchema): AdminModelView['schema'] {
  return {
    since: (changedAt ?? new Date(0)).toISOString(),
    changes: changes.map(({ path, change, ours, theirs, isBreaking }) => ({
      ...{ path, change, ours, theirs, is_breaking: isBreaking },
    })),
  }
}
