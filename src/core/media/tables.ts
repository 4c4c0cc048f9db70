import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { DigitalSource, MarkState } from '#core/provenance/rules/mark.ts'
import type { WithDefault } from '#platform/database/tables.ts'

type MediaTable = {
  id: string
  account_id: string
  generation_id: string | null
  /** `mix`: a video with a generated sound, from an input and an output of its generation. */
  role: 'input' | 'output' | 'mix'
  position: number
  storage_key: string
  thumbnail_key: string | null
  content_type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  duration_ms: ColumnType<number | null, number | null | undefined>
  fps: ColumnType<number | null, number | null | undefined>
  thumbnail_tried_at: ColumnType<Date | null, Date | null | undefined>
  /** Of a generated sound: when its videos were made, or found impossible. */
  mix_tried_at: ColumnType<Date | null, Date | null | undefined>
  /** How a result was marked (core/provenance/rules/mark.ts); `null`: it was not yet, or is no result. */
  mark: ColumnType<MarkState | null, MarkState | null | undefined>
  /** Hash of the file as it came, where its mark has changed it; of a copy, that of the other account's file. */
  received_sha256: ColumnType<string | null, string | null | undefined>
  /** What its mark says of its origin. */
  digital_source: ColumnType<DigitalSource | null, DigitalSource | null | undefined>
  /**
   * 256 zeros and ones, of its thumbnail (core/image-search); `null`: it shows too little, or its
   * appearance was not read yet.
   */
  perceptual_hash: ColumnType<string | null, string | null | undefined>
  /** The set of its dominant colours (core/image-search/color-rules.ts); `null`: not read yet. */
  colors: ColumnType<number | null, number | null | undefined>
  created_at: Generated<Date>
}

/**
 * Files without a record: not yet (listed before they are written) or no more (a trigger). The
 * cleanup deletes them.
 */
type StorageGarbageTable = {
  storage_key: string
  /** Whose it was; of one that has no record yet, a hash of its name. */
  account_id: string
  created_at: Generated<Date>
  not_before: WithDefault<Date>
}

/** A file for which a signed address was created and that was not validated yet. */
type PendingUploadTable = {
  id: string
  account_id: string
  content_type: string
  /** As stated or, after it came through our own endpoint, as received. */
  bytes: number | null
  storage_key: string
  token_hash: Buffer
  is_refused: WithDefault<boolean>
  created_at: Generated<Date>
  expires_at: Date
}

/** The current storage outage; no row: storage is available. */
type StorageOutageTable = {
  singleton: Generated<boolean>
  detail: string
  since: Generated<Date>
  probe_at: Date
}

export type MediaRow = Selectable<MediaTable>

export type PendingUploadRow = Selectable<PendingUploadTable>

export type NewMedia = Insertable<MediaTable>

declare module '#platform/database/tables.ts' {
  interface Tables {
    media: MediaTable
    storage_outage: StorageOutageTable
    storage_garbage: StorageGarbageTable
    pending_upload: PendingUploadTable
  }
}
