import { piecesOf, priceList } from '#core/credits/credit-pack-rules.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { Prices } from '#core/models/rules/price.ts'
import { kindTexts } from '#web/kinds.ts'
import { formatNumber } from '#web/lib/format.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'

/** `isFree`: nothing is sold, and credits are an allowance. */
type PriceTableProps = {
  packs: readonly { id: string; credits: number }[]
  prices: Prices
  isFree: boolean
}

/** The price of every model with its default settings, and how many generations each pack pays. */
export function PriceTable({ packs, prices, isFree }: PriceTableProps) {
  return (
    <section className="mt-12">
      <h2 className="text-title">{isFree ? m.pricing_free_costs() : m.pricing_costs()}</h2>
      <p className="mt-1 max-w-prose text-quiet">
        {isFree ? m.pricing_free_costs_hint() : m.pricing_costs_hint()}
      </p>
      <table className="mt-4 w-full border-collapse text-body">
        <thead className="text-small text-quiet">
          <tr>
            <th scope="col" className="py-2 pr-3 text-left font-normal">
              {m.pricing_model()}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {m.pricing_credits_each()}
            </th>
            {packs.map(({ id, credits }) => (
              <th
                key={id}
                scope="col"
                className="py-2 pl-4 text-right font-normal tabular-nums max-md:hidden"
              >
                {m.pricing_from_pack({ credits: formatNumber(credits) })}
              </th>
            ))}
          </tr>
        </thead>
        {priceList(prices).map(({ kind, models }) => (
          <tbody key={kind}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={2 + packs.length}
                className="pt-5 pb-1.5 text-left font-semibold"
              >
                {kindTexts[kind].name()}
              </th>
            </tr>
            {models.map((priced) => (
              <tr key={priced.model.id} className="border-t border-line">
                <th scope="row" className="py-2 pr-3 text-left font-normal">
                  <ModelLink model={priced.model} />
                </th>
                <td className="py-2 text-right tabular-nums">{formatNumber(priced.credits)}</td>
                {packs.map(({ id, credits }) => (
                  <td
                    key={id}
                    className="py-2 pl-4 text-right text-quiet tabular-nums max-md:hidden"
                  >
                    {priced.credits > 0 &&
                      m.pricing_times({ count: formatNumber(piecesOf(priced, credits)) })}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

/**
 * A link to the form of a model. Where several have one name, their generation type is shown
 * beside.
 */
function ModelLink({ model: { id, name, generationType } }: { model: Model }) {
  const type = typeNames[generationType]?.()
  return (
    <Link
      to={formPath({ generationType, model: id })}
      className="rounded-[3px] underline-offset-2 hover:underline"
    >
      {name}
      {type && <span className="text-quiet"> · {type}</span>}
    </Link>
  )
}

const typeNames: Readonly<Record<string, () => string>> = {
  'text-to-video': m.nav_text_to_video,
  'text-to-video-pro': m.nav_text_to_video,
  'image-to-video': m.nav_image_to_video,
  'image-to-video-pro': m.nav_image_to_video,
  'first-to-last-frame': m.nav_first_to_last_frame,
  'video-to-video': m.nav_video_to_video,
  'lip-sync': m.nav_lip_sync,
  'video-to-audio': m.nav_video_to_audio,
  'audio-to-audio': m.nav_audio_to_audio,
  'image-to-3d': m.nav_image_to_3d,
  'text-to-3d': m.nav_text_to_3d,
}
