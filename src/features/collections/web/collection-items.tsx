import { useInfiniteQuery } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { LengthBadge } from '#web/shared/length-badge.tsx'
import { isMesh } from '#web/shared/media.ts'
import { PageList } from '#web/shared/page-list.tsx'
import {
  generationTitle,
  historyPath,
  recordAddress,
} from '#web/shared/record-actions/record-links.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { buttonStyle, IconButton } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/notices.tsx'
import { Ellipsis } from '#web/ui/icons/history-icons.ts'
import { Box, Music } from '#web/ui/icons/navigation-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { PopoverChoices } from '#web/ui/overlays/popover-choices.tsx'
import type { CollectionView } from '../contract.ts'
import { itemsQuery } from './collections.ts'
import { type Move, useItemActions } from './use-item-actions.ts'

/** The records of a collection, to open, and to order by dragging or by the keyboard. */
export function CollectionItems({ collection }: { collection: CollectionView }) {
  const found = useInfiniteQuery(itemsQuery(collection.id))
  return (
    <PageList found={found} loading={m.collections_loading()} failed={m.collections_not_loaded()}>
      {(pages) => {
        const records = pages.flatMap(({ items }) => items)
        return records.length === 0 ? (
          <NoItems kind={collection.kind} />
        ) : (
          <Items collection={collection} records={records} />
        )
      }}
    </PageList>
  )
}

function NoItems({ kind }: Pick<CollectionView, 'kind'>) {
  return (
    <EmptyState
      title={m.collections_no_items()}
      action={
        <Link
          to={kind ? historyPath(kind) : '/creator/history'}
          className={buttonStyle({ variant: 'primary' })}
        >
          {m.nav_history()}
        </Link>
      }
    >
      <p>{kind ? m.collections_no_matches() : m.collections_no_items_text()}</p>
    </EmptyState>
  )
}

type ItemsProps = { collection: CollectionView; records: readonly GenerationView[] }

function Items({ collection, records }: ItemsProps) {
  const actions = useItemActions(collection.id)
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const ids = records.map((record) => record.id)
  const move = (moved: string, to: number) => {
    const others = ids.filter((one) => one !== moved)
    const place = Math.max(0, Math.min(to, others.length))
    if (place === ids.indexOf(moved)) return
    const after = others[place - 1] ?? null
    setSaid(m.collections_moved({ place: place + 1, total: collection.items }))
    void actions.move({ id: moved, after })
  }
  const isOrdered = collection.kind === null
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isOrdered && records.length > 1 && (
        <p id="collection-keys" className="text-small text-quiet">
          {m.collections_order_hint()}
        </p>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-3">
        {records.map((record, index) => (
          <Item
            key={record.id}
            record={record}
            isOrdered={isOrdered}
            isCover={collection.cover_id === record.id}
            isDragged={dragged === record.id}
            isTarget={dragged !== undefined && dragged !== record.id}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged !== undefined) move(dragged, index)
              setDragged(undefined)
            }}
            onMove={(to) => move(record.id, to(index, ids.length))}
            onCover={() => void actions.chooseCover(record.id)}
            onRemove={() => void actions.remove(record.id)}
          />
        ))}
      </ul>
    </>
  )
}

const moves = {
  earlier: (index) => index - 1,
  later: (index) => index + 1,
  first: () => 0,
} satisfies Record<string, Move>

type ItemProps = {
  record: GenerationView
  isOrdered: boolean
  isCover: boolean
  isDragged: boolean
  /** Another record is being dragged. */
  isTarget: boolean
  onDrag: (id: string | undefined) => void
  onDrop: () => void
  onMove: (to: Move) => void
  onCover: () => void
  onRemove: () => void
}

function Item(props: ItemProps) {
  const { record, isOrdered, isDragged, isTarget, onDrag, onDrop, onMove } = props
  const [isOver, setOver] = useState(false)
  const title = generationTitle(record)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOrdered || !event.altKey) return
    const to = { ArrowLeft: moves.earlier, ArrowRight: moves.later }[event.key]
    if (!to) return
    event.preventDefault()
    onMove(to)
  }
  const over = (event: DragEvent) => {
    if (!isTarget) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <li
      draggable={isOrdered}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', title)
        onDrag(record.id)
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop()
      }}
      className={`relative aspect-square bg-stage ${isDragged ? 'opacity-45' : ''} ${isOver ? 'outline-3 outline-accent' : ''}`}
    >
      <Link
        {...recordAddress(record)}
        aria-label={title}
        {...(isOrdered && {
          'aria-describedby': 'collection-keys',
          'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight',
        })}
        draggable={false}
        onKeyDown={onKeyDown}
        className="ring-on-picture absolute inset-0 flex items-center justify-center overflow-hidden p-3"
      >
        <ItemBody record={record} />
        <span aria-hidden className="absolute right-2 bottom-2">
          <LengthBadge of={record.images[0]} />
        </span>
      </Link>
      {isOrdered && (
        <span className="absolute top-1.5 right-1.5">
          <ItemMenu {...props} title={title} />
        </span>
      )}
    </li>
  )
}

function ItemBody({ record }: { record: GenerationView }) {
  const [file] = record.images
  const Icon = file && isMesh(file) ? Box : Music
  if (file && /^(audio|model)\//.test(file.content_type))
    return (
      <span className="flex flex-col items-center gap-2 text-center text-small text-quiet">
        <Icon size={20} aria-hidden />
        <span className="line-clamp-3 wrap-anywhere">{generationTitle(record)}</span>
      </span>
    )
  if (file)
    return <Thumbnail of={record.images} className="absolute inset-0 size-full object-cover" />
  return (
    <span className="line-clamp-5 text-small text-quiet wrap-anywhere">
      {record.answer ?? generationTitle(record)}
    </span>
  )
}

function ItemMenu({ title, isCover, onMove, onCover, onRemove }: ItemProps & { title: string }) {
  const choices = [
    { label: m.collections_move_earlier(), run: () => onMove(moves.earlier) },
    { label: m.collections_move_later(), run: () => onMove(moves.later) },
    { label: m.collections_move_first(), run: () => onMove(moves.first) },
    ...(isCover ? [] : [{ label: m.collections_use_cover(), run: onCover }]),
    { label: m.collections_remove(), run: onRemove },
  ]
  const label = m.collections_item_actions({ title })
  return (
    <Popover
      label={label}
      trigger={(trigger) => <IconButton {...trigger} onImage small icon={Ellipsis} label={label} />}
    >
      {(close) => <PopoverChoices choices={choices} close={close} />}
    </Popover>
  )
}
