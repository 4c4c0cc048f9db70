import { useInfiniteQuery } from '@tanstack/react-query'
import { type Kind, kindFacts } from '#core/models/rules/kinds.ts'
import { historyOrder, kindTexts } from '#web/kinds.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { type Prefetch, prefetchedMs } from '#web/lib/navigation/prefetch.ts'
import { m } from '#web/messages/compiled/messages.js'
import { LengthBadge } from '#web/shared/length-badge.tsx'
import { isMesh } from '#web/shared/media.ts'
import { PageList } from '#web/shared/page-list.tsx'
import { GeneratedBadge, generatedTitle } from '#web/shared/provenance/generated-badge.tsx'
import { SampleBadge } from '#web/shared/sample-badge.tsx'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { EmptyState } from '#web/ui/feedback/notices.tsx'
import { Box, Music } from '#web/ui/icons/navigation-icons.ts'
import type { SharedWorkView } from '../contract.ts'
import { type ExploreSort, exploreSorts, sharePath } from '../rules.ts'
import { LikeButton } from './like-button.tsx'
import { exploreQuery } from './shared-works.ts'
import { SimilarLink } from './similar-link.tsx'

/** The kinds whose results are files. */
const exploreKinds = historyOrder.filter((kind) => kindFacts[kind].media.length > 0)

const sortTexts: Record<ExploreSort, () => string> = {
  newest: m.explore_newest,
  liked: m.explore_liked,
}

/** Fetches the results that are shown first at an address. */
export const prefetchExplore: Prefetch = (client, { query }) =>
  client.prefetchInfiniteQuery({ ...exploreQuery(filterOf(query)), staleTime: prefetchedMs })

function filterOf(query: Record<string, string>): { kind: Kind | undefined; sort: ExploreSort } {
  return {
    kind: exploreKinds.find((each) => each === query.kind),
    sort: exploreSorts.find((each) => each === query.sort) ?? 'newest',
  }
}

/** Results that their owners published, by kind, the newest or the most liked first. */
export function ExplorePage({ title }: { title: string }) {
  const { kind, sort } = filterOf(useLocation().query)
  const show = (wanted: { kind?: Kind | undefined; sort?: ExploreSort }) => {
    const next = { kind, sort, ...wanted }
    const search = { kind: next.kind, sort: next.sort === 'newest' ? undefined : next.sort }
    navigate('/explore', { query: search, replace: true })
  }
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-5 px-4 pt-6 pb-16">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex items-center gap-3">
          <h1 className="text-title">{title}</h1>
          <GeneratedBadge />
        </div>
        <Segmented
          label={m.explore_order()}
          options={exploreSorts.map((value) => ({ value, label: sortTexts[value]() }))}
          value={sort}
          onChange={(value) => show({ sort: value })}
        />
      </div>
      <KindChips kind={kind} onChange={(next) => show({ kind: next })} />
      <Works key={`${kind} ${sort}`} kind={kind} sort={sort} />
    </div>
  )
}

type KindChipsProps = { kind: Kind | undefined; onChange: (kind: Kind | undefined) => void }

function KindChips({ kind, onChange }: KindChipsProps) {
  return (
    <fieldset className="-mx-1 flex min-w-0 gap-1 overflow-x-auto p-1">
      <legend className="sr-only">{m.explore_kind()}</legend>
      {[undefined, ...exploreKinds].map((each) => (
        <Button
          key={each ?? 'all'}
          size="small"
          variant="quiet"
          aria-pressed={each === kind}
          onClick={() => onChange(each)}
          className="shrink-0 aria-pressed:bg-pressed aria-pressed:text-text"
        >
          {each ? kindTexts[each].name() : m.explore_all()}
        </Button>
      ))}
    </fieldset>
  )
}

function Works({ kind, sort }: { kind: Kind | undefined; sort: ExploreSort }) {
  const found = useInfiniteQuery(exploreQuery({ kind, sort }))
  return (
    <PageList found={found} loading={m.explore_loading()} failed={m.explore_not_loaded()}>
      {(pages) => {
        const works = pages.flatMap((page) => page.works)
        return works.length === 0 && !found.hasNextPage ? (
          <NoWorks />
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-x-4 gap-y-6">
            {works.map((work, index) => (
              <Card key={work.token} work={work} isFirst={index === 0} />
            ))}
          </ul>
        )
      }}
    </PageList>
  )
}

function NoWorks() {
  return (
    <EmptyState
      title={m.explore_empty()}
      action={
        <Link to="/creator/image/text-to-image" className={buttonStyle({ variant: 'primary' })}>
          {m.app_make_an_image()}
        </Link>
      }
    >
      <p>{m.explore_empty_text()}</p>
    </EmptyState>
  )
}

/** A work: its picture leads to its page. */
function Card({ work, isFirst }: { work: SharedWorkView; isFirst: boolean }) {
  const title = work.prompt || m.share_made_with({ model: work.model_name })
  const [file] = work.files
  const Icon = file && isMesh(file) ? Box : Music
  const isAudio = file?.content_type.startsWith('audio/')
  const isPictured = !isAudio && !(file && isMesh(file))
  return (
    <li className="relative flex min-w-0 flex-col gap-2">
      {work.is_sample && (
        <span className="pointer-events-none absolute top-2 left-2 z-[1]">
          <SampleBadge onImage={isPictured} />
        </span>
      )}
      <Link
        to={sharePath(work.token)}
        aria-label={generatedTitle(title)}
        className={`ring-on-picture relative flex aspect-square items-center justify-center bg-stage ${isAudio ? 'max-sm:aspect-[3/1]' : ''}`}
      >
        {!isPictured ? (
          <Icon size={20} aria-hidden className="text-quiet" />
        ) : (
          <Thumbnail
            of={work.files}
            isMain={isFirst}
            className="absolute inset-0 size-full object-cover"
          />
        )}
        <span aria-hidden className="absolute right-2 bottom-2">
          <LengthBadge of={work.files[0]} />
        </span>
      </Link>
      <p className="line-clamp-2 text-body wrap-anywhere">{title}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-1">
        <SimilarLink work={work} size="small" />
        <LikeButton work={work} />
      </div>
    </li>
  )
}
