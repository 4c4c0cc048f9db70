import type { AdminModelLine, AdminModelSource } from '#core/models/admin-models-contract.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

const sources: Record<AdminModelSource, () => string> = {
  'built-in': m.admin_models_source_built_in,
  operator: m.admin_models_source_operator,
  file: m.admin_models_source_file,
  ready: m.admin_models_source_ready,
}

/** Where the current version comes from. */
export function sourceText(source: AdminModelLine['source']): string {
  return source ? sources[source]() : ''
}

const units = { image: m.admin_price_image, job: m.admin_price_job }

/** The credits of all tiers as a range, and what they are for, where the credits are named. */
export function priceText(model: Pick<AdminModelLine, 'price'>): string {
  return model.price ? `${creditRange(model.price)} ${units[model.price.unit]()}` : ''
}

/** The same as a text of its own. */
export function priceLine({ price }: Pick<AdminModelLine, 'price'>): string {
  return price
    ? m.admin_models_price({ credits: creditRange(price), unit: units[price.unit]() })
    : ''
}

function creditRange({ tiers }: NonNullable<AdminModelLine['price']>): string {
  const credits = tiers.map((tier) => tier.credits)
  const [least, most] = [Math.min(...credits), Math.max(...credits)]
  return least === most ? formatNumber(least) : `${formatNumber(least)}–${formatNumber(most)}`
}

/** The address of a model’s page. */
export function modelPath({ id, generation_type: type }: { id: string; generation_type: string }) {
  return `/admin/models/${encodeURIComponent(type)}/${encodeURIComponent(id)}`
}
