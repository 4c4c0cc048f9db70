import { presentTiers } from '#core/models/routes/present-model.ts'
import { knownModels, listModels } from '#core/models/rules/catalogue.ts'
import { type Prices, priceNames } from '#core/models/rules/price.ts'
import type { readChecks, readOverview } from './read-overview.ts'
import type { LedgerCheckView, PricesView, StudioView } from './studio-contract.ts'

type Answer<Read extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>

/** Presents the state of the installation. */
export function presentStudio({
  outages,
  storageOutage,
  queue,
  alerts,
  changedSchemas,
  marks,
}: Answer<typeof readOverview>): StudioView {
  return {
    outages: outages.map((outage) => ({
      ...outage,
      since: outage.since.toISOString(),
      probe_at: outage.probe_at.toISOString(),
    })),
    storage_outage: storageOutage && {
      detail: storageOutage.detail,
      since: storageOutage.since.toISOString(),
      probe_at: storageOutage.probe_at.toISOString(),
    },
    queue,
    changed_models: changedSchemas.map(({ model, generation_type, changes, changed_at }) => ({
      ...{ model, generation_type },
      inputs: [...new Set(changes.map(({ path }) => path))],
      is_breaking: changes.some(({ isBreaking }) => isBreaking),
      since: (changed_at ?? new Date(0)).toISOString(),
    })),
    alerts: alerts.map((note) => ({ ...note, created_at: note.created_at.toISOString() })),
    marks: {
      ...{ is_on: marks.isOn, waiting: marks.waiting, failed: marks.failed },
      certificate: marks.certificate && {
        subject: marks.certificate.subject,
        valid_until: marks.certificate.validUntil.toISOString(),
        is_own: marks.certificate.isOwn,
      },
      problem: marks.problem,
    },
  }
}

/** Presents a ledger check. */
export function presentCheck(row: Answer<typeof readChecks>[number]): LedgerCheckView {
  return {
    ...row,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at.toISOString(),
  }
}

/** Presents all prices now, and those of the catalogue beside those that differ. */
export function presentPrices(prices: Prices): PricesView {
  const models = listModels()
  const lines = models.map((model) => ({
    model: model.id,
    name: model.name,
    generation_type: model.generationType,
    ...presentTiers(model, prices),
  }))
  const known = new Set(knownModels().flatMap(priceNames))
  return { prices: lines, unknown: Object.keys(prices.models).filter((name) => !known.has(name)) }
}
