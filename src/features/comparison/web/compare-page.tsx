import { useQuery } from '@tanstack/react-query'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { HistoryUnauthorized } from '#web/history/list/history-states.tsx'
import { accountQuery } from '#web/lib/account.ts'
import { generationQuery } from '#web/lib/jobs/generations.ts'
import { useModelOf } from '#web/lib/models.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isImage, isVideo } from '#web/shared/media.ts'
import { generationTitle, recordAddress } from '#web/shared/record-actions/record-links.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { EmptyState } from '#web/ui/feedback/notices.tsx'
import { ChevronsLeftRight } from '#web/ui/icons/media-icons.ts'
import { comparePath, comparisonQuery, parseSide } from './comparison-address.ts'
import { differencesOf } from './differences.ts'
import { ImagesCompared } from './images-compared.tsx'
import { PickResult } from './pick-result.tsx'
import { ResultGrid } from './result-grid.tsx'
import { VideosCompared } from './videos-compared.tsx'

/** How two results are shown. */
export type CompareLayout = 'slider' | 'side'

/** A result and the generation that it belongs to. */
export type ComparedResult = { generation: GenerationView; media: MediaView }

/** Any two images or videos of an account beside each other, as the address says. */
export function ComparePage() {
  const account = useQuery(accountQuery).data
  const { query } = useLocation()
  if (account === null) return <HistoryUnauthorized />
  if (account === undefined) return null
  return query.ids === undefined ? <Comparing /> : <ResultGrid ids={query.ids} />
}

function Comparing() {
  const { query } = useLocation()
  const a = useResult(query.a)
  const b = useResult(query.b)
  const layout: CompareLayout = query.layout === 'side' ? 'side' : 'slider'
  const go = (change: Record<string, string | undefined>, replace = true) =>
    navigate(comparePath, { query: { ...query, ...change }, replace })

  if (a.isPending || b.isPending) return <p className="m-auto text-quiet">{m.work_loading()}</p>
  if (!a.result || (query.b !== undefined && !b.result))
    return (
      <>
        <h1 className="sr-only">{m.compare_title()}</h1>
        <EmptyState title={m.compare_missing()}>
          {m.compare_missing_text()}{' '}
          <Link to="/creator/history" className="underline underline-offset-2">
            {m.history_records()}
          </Link>
        </EmptyState>
      </>
    )
  const isMixed = b.result && isImage(a.result.media) !== isImage(b.result.media)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 px-4 pb-6 md:px-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="mr-auto text-title">{m.compare_title()}</h1>
        {b.result && !isMixed && (
          <>
            <Segmented
              label={m.compare_layout()}
              options={[
                { value: 'slider', label: m.compare_layout_slider() },
                { value: 'side', label: m.compare_layout_side() },
              ]}
              value={layout}
              onChange={(next) => go({ layout: next })}
            />
            <Button icon={ChevronsLeftRight} onClick={() => go({ a: query.b, b: query.a })}>
              {m.compare_swap()}
            </Button>
            <Button variant="quiet" onClick={() => go({ b: undefined }, false)}>
              {m.compare_other()}
            </Button>
          </>
        )}
      </header>
      {b.result && !isMixed ? (
        <Compared a={a.result} b={b.result} layout={layout} />
      ) : (
        <>
          {isMixed && <p role="alert">{m.compare_mixed()}</p>}
          <PickResult
            chosen={a.result}
            onPick={(picked) => go(comparisonQuery({ b: picked }), false)}
          />
        </>
      )}
    </div>
  )
}

/** The result that a side of the address names, once it is loaded; none where there is none. */
function useResult(side: string | undefined): {
  result: ComparedResult | undefined
  isPending: boolean
} {
  const { id, at } = parseSide(side)
  const { data, isPending } = useQuery({ ...generationQuery(id ?? ''), enabled: id !== undefined })
  const media = data?.images[at - 1]
  const isShown = media && (isImage(media) || isVideo(media))
  return {
    result: data && isShown ? { generation: data, media } : undefined,
    isPending: id !== undefined && isPending,
  }
}

type Pair = { a: ComparedResult; b: ComparedResult }

function Compared({ a, b, layout }: Pair & { layout: CompareLayout }) {
  const models = [useModelOf(a.generation), useModelOf(b.generation)] as const
  const differences = differencesOf(a.generation, b.generation, models)
  const labels = labelsOf(a.generation, b.generation, differences)
  const Body = isImage(a.media) ? ImagesCompared : VideosCompared
  return (
    <>
      <div className="relative h-[max(16rem,calc(100dvh-16rem))] shrink-0">
        <Body key={`${a.media.url} ${b.media.url}`} {...{ a, b, layout, labels }} />
      </div>
      <Differences a={a} b={b} rows={differences} />
    </>
  )
}

/** Each side's model, and what is set differently where both have the same one. */
function labelsOf(
  a: GenerationView,
  b: GenerationView,
  rows: ReturnType<typeof differencesOf>,
): [string, string] {
  if (a.model_name !== b.model_name) return [a.model_name, b.model_name]
  const [first] = rows.filter(({ isLong }) => !isLong)
  if (!first) return [`${a.model_name} · 1`, `${b.model_name} · 2`]
  const [left, right] = first.values
  return [`${first.name}: ${left}`, `${first.name}: ${right}`]
}

function Differences({ a, b, rows }: Pair & { rows: ReturnType<typeof differencesOf> }) {
  return (
    <div className="max-w-full overflow-x-auto">
      <table className="w-full max-w-4xl text-left text-small">
        <caption className="sr-only">{m.compare_differences()}</caption>
        <thead>
          <tr>
            <td />
            {[a, b].map(({ generation, media }, at) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: both sides may be the same result
                key={at}
                scope="col"
                className="min-w-36 py-1 pr-4 font-medium"
              >
                <Link
                  {...recordAddress(generation)}
                  className="underline decoration-edge underline-offset-2 hover:decoration-current"
                >
                  {generation.model_name}
                  {generation.images.length > 1 && ` · ${media.position}`}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name} className="border-t border-line align-top">
              <th scope="row" className="py-1.5 pr-4 font-normal whitespace-nowrap text-quiet">
                {name}
              </th>
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one cell for each side
                <td key={at} className="py-1.5 pr-4 wrap-anywhere tabular-nums">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p className="text-small text-quiet">
          {m.compare_same()} {generationTitle(a.generation)}
        </p>
      )}
    </div>
  )
}
