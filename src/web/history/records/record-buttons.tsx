import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { generationQuery } from '#web/lib/jobs/generations.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { buttonStyle, IconButton } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { RotateCw } from '#web/ui/icons/basic-icons.ts'
import { Tag } from '#web/ui/icons/history-icons.ts'
import { Copy, Heart, SlidersHorizontal } from '#web/ui/icons/stage-icons.ts'
import { useAgain, useAnother } from './again.ts'
import { statusText } from './state-text.ts'
import { TagsDialog } from './tags-dialog.tsx'

/** A link to its form, filled in with its settings; nothing where it has none. */
export function AgainLink({ generation }: { generation: GenerationView }) {
  const again = useAgain(generation)
  if (!again) return null
  const { to, query, label } = again
  return (
    <Link {...{ to, query }} className={buttonStyle({ size: 'small', variant: 'quiet' })}>
      <SlidersHorizontal size={16} aria-hidden />
      {label}
    </Link>
  )
}

type FavoriteButtonProps = { generation: GenerationView; onImage?: boolean; className?: string }

/**
 * The favourite button: a full heart on a favourite. On a tile the keyboard has a key for it
 * instead.
 */
export function FavoriteButton({ generation, onImage, className = '' }: FavoriteButtonProps) {
  const { setFavorite } = useBatchActions(generation.kind)
  const { is_favorite } = generation
  return (
    <IconButton
      icon={Heart}
      small
      onImage={onImage}
      label={m.viewer_favorite()}
      aria-pressed={is_favorite}
      tabIndex={onImage ? -1 : 0}
      onClick={() => void setFavorite(generation, !is_favorite)}
      className={`${is_favorite ? '!text-accent [&>svg]:fill-current' : ''} ${className}`}
    />
  )
}

/** The button for a record's tags. */
export function TagsButton({ generation }: { generation: GenerationView }) {
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <IconButton icon={Tag} small label={m.viewer_tags()} onClick={() => setOpen(true)} />
      {isOpen !== undefined && (
        <TagsDialog generation={generation} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Fetches the current state of this one record from the server (docs/spec/history.md#record). */
export function RefreshButton({ generation: { id, kind } }: { generation: GenerationView }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const refresh = async () => {
    setAsking(true)
    try {
      const { status } = await client.fetchQuery({ ...generationQuery(id), staleTime: 0 })
      toast(m.records_refreshed({ status: statusText(status, kind) }), { duration: 2_000 })
    } catch {
      toast(m.records_not_refreshed(), { tone: 'bad' })
    } finally {
      setAsking(false)
    }
  }
  return (
    <IconButton
      icon={RotateCw}
      small
      label={m.records_refresh()}
      aria-disabled={isAsking}
      onClick={() => !isAsking && void refresh()}
      className={isAsking ? '[&>svg]:animate-spin' : ''}
    />
  )
}

/** Retries a failed record with the same settings; nothing where its model is no longer offered. */
export function TryAgainButton({ generation }: { generation: GenerationView }) {
  const another = useAnother(generation)
  if (!another) return null
  return (
    <SpendButton
      size="small"
      icon={RotateCw}
      busy={another.isUnderWay}
      onClick={another.start}
      className="mr-1 ml-2.5"
    >
      {m.stage_try_again({ credits: another.credits })}
    </SpendButton>
  )
}

/** The end of a request id; pressing it copies the whole id. */
export function CopyIdButton({ requestId }: { requestId: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(requestId)
      toast(m.records_copied_id(), { duration: 2_000 })
    } catch {
      toast(m.create_not_copied(), { tone: 'bad' })
    }
  }
  const end = requestId.slice(-8)
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={m.records_copy_id({ id: end })}
      data-tip={m.records_copy_id({ id: end })}
      className="inline-flex min-h-6 items-center gap-1 rounded-[4px] align-middle hover:text-text"
    >
      …{end}
      <Copy size={12} aria-hidden />
    </button>
  )
}
