import { type ReactNode, useState } from 'react'
import { type Kind, kindFacts } from '#core/models/rules/kinds.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/notices.tsx'
import { historyTexts } from '../history-kinds.ts'

/** An example image and its settings, to start with. */
export type HistoryExample = { src: string; width: number; height: number; prompt: string }

/** No records of this kind yet; images and videos can start from an example's prompt. */
export function HistoryEmpty({ kind, example }: { kind: Kind; example: HistoryExample }) {
  const { title, action } = historyTexts[kind].empty
  const isFromText = kind === 'image' || kind === 'video'
  return (
    <EmptyState
      title={title()}
      example={kind === 'image' && <Example {...example} />}
      action={
        <Link
          to={kindFacts[kind].formPath}
          {...(isFromText && { query: { prompt: example.prompt } })}
          className={buttonStyle({ variant: 'primary' })}
        >
          {action()}
        </Link>
      }
    >
      {m.history_empty_text()}
    </EmptyState>
  )
}

function Example({ src, width, height, prompt }: HistoryExample) {
  return (
    <figure>
      <Thumb src={src} alt="" width={width} height={height} eager>
        <span className="absolute top-2 left-2">
          <Badge onImage>{m.history_example()}</Badge>
        </span>
      </Thumb>
      <figcaption className="mt-2 text-small text-quiet">{prompt}</figcaption>
    </figure>
  )
}

/** Shown when signed out: there is no history (docs/spec/texts.md). */
export function HistoryUnauthorized() {
  return (
    <EmptyState
      title={m.history_unauthorized()}
      action={
        <Button
          variant="primary"
          onClick={() => askToSignIn({ description: m.history_unauthorized_text() })}
        >
          {m.history_sign_in()}
        </Button>
      }
    >
      {m.history_unauthorized_text()}
    </EmptyState>
  )
}

type FailedProps = { error: Error; isRetrying: boolean; onRetry: () => void }

/** The list failed to load: the session has ended, or another error occurred. */
export function HistoryFailed({ error, isRetrying, onRetry }: FailedProps) {
  if (error instanceof ApiError && error.status === 401) return <HistoryUnauthorized />
  return (
    <ErrorState
      title={m.history_failed_to_fetch()}
      retry={{ label: m.history_retry(), onRetry, busy: isRetrying }}
    >
      {m.history_failed_text()}
    </ErrorState>
  )
}

/** No record matches the filter. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={m.history_none_found()}
      action={<Button onClick={onClear}>{m.history_filter_clear()}</Button>}
    >
      {m.history_none_found_text()}
    </EmptyState>
  )
}

type BeyondEndProps = { page: number; pages: number; onJump: (page: number) => void }

/** An address with a page number that does not exist. */
export function BeyondEnd({ page, pages, onJump }: BeyondEndProps) {
  const last = formatNumber(pages)
  return (
    <EmptyState
      title={m.history_beyond({ page: formatNumber(page) })}
      action={
        <Button onClick={() => onJump(pages)}>{m.history_beyond_action({ pages: last })}</Button>
      }
    >
      {m.history_beyond_text({ pages: last })}
    </EmptyState>
  )
}

export type ThumbProps = {
  /** Without it the place is kept empty. */
  src?: string | null | undefined
  /** The text alternative; '' when the text beside it already describes the image. */
  alt: string
  /** Pixels of the image; they reserve its place before it arrives. */
  width: number
  height: number
  /** `cover` crops it to its place, `contain` shows all of it. */
  fit?: 'cover' | 'contain'
  /** Load at once instead of when it comes near the window. */
  eager?: boolean
  /** Shown over the image. */
  children?: ReactNode
}

/** An image at its own ratio. Its place is reserved, and it fades in without moving anything. */
function Thumb({ src, alt, width, height, fit = 'cover', eager = false, children }: ThumbProps) {
  const [shown, setShown] = useState<string>()
  return (
    <div
      className="relative w-full overflow-hidden bg-raised"
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {src && (
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          ref={(image) => {
            if (image?.complete) setShown(src)
          }}
          onLoad={() => setShown(src)}
          className={`absolute inset-0 size-full transition-opacity duration-200 ${fit === 'cover' ? 'object-cover' : 'object-contain'} ${shown === src ? '' : 'opacity-0'}`}
        />
      )}
      {children}
    </div>
  )
}
