import { presentMedia } from '#core/downloads/present-media.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import type { ItemPlace } from '../change-items.ts'
import type { CollectionView, SharedCollectionView } from '../contract.ts'
import type { Collection } from '../read-collections.ts'
import { sharedCollectionPath } from '../rules.ts'
import type { SharedCollection } from '../share-collection.ts'

/** `origin`: the base of addresses, without a slash at the end. */
export function presentCollection({ row, cover }: Collection, origin: string): CollectionView {
  const { id, name, kind, filter, items, cover_id } = row
  return {
    ...{ id, name, kind, filter, items, cover_id },
    cover: cover && presentMedia(cover, origin),
    share: presentShare(row, origin),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function presentShare(
  { share_token: token, shared_at, is_listed, shows_settings }: Collection['row'],
  origin: string,
): CollectionView['share'] {
  if (token === null || shared_at === null) return null
  const url = origin + sharedCollectionPath(token)
  return { token, url, is_listed, shows_settings, created_at: shared_at.toISOString() }
}

/** Presents a page of a shared collection to everyone. */
export function presentSharedCollection(
  { row, items, next }: SharedCollection,
  origin: string,
): SharedCollectionView {
  const token = row.share_token ?? ''
  return {
    token,
    url: origin + sharedCollectionPath(token),
    name: row.name,
    items: items.map(({ row: record, outputs, prompt, input }) => ({
      id: record.id,
      kind: record.kind,
      generation_type: record.generation_type,
      model: record.model,
      model_name: modelOf(record)?.name ?? record.model,
      ...{ prompt, input },
      files: outputs.map((media) => presentMedia(media, origin)),
    })),
    next: writePlace(next),
    published_at: (row.shared_at ?? row.created_at).toISOString(),
  }
}

/** Reads where a page of items begins (`ItemsQuery`). */
export function parsePlace(text: string | undefined): ItemPlace | null {
  if (text === undefined) return null
  const [position = '0', id = '00000000-0000-0000-0000-000000000000'] = text.split('.')
  return { position, id }
}

export function writePlace(place: ItemPlace | null): string | null {
  return place && `${place.position}.${place.id}`
}
