import {
  type RecordCompositionParts,
  recordComposition,
} from '#core/generations/record-composition.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { type FileType, fileTypeOf, headLength } from '#core/media/file-type.ts'
import { readHead } from '#core/media/stored-files.ts'
import { Refused } from '#core/refused.ts'
import { readCanvas } from './documents.ts'
import { runOneMore } from './files.ts'
import type { WhichCanvas } from './queries.ts'
import { maxExportBytes, maxSide, sourcesOf } from './rules.ts'
import { findResults } from './source-queries.ts'

/** A flattened image of a document. `requestId`: the client's idempotency key. */
type ExportRequest = {
  requestId: string | undefined
  keyId: string | null
  body: AsyncIterable<Uint8Array>
}

/**
 * Records a flattened image of a document, as it was saved last, as a completed generation at price
 * 0, made from the results that its visible layers name. Throws `Refused`, and then nothing is
 * recorded: `not_found`, `too_many_uploads`, `empty_file`, `canvas_export_type`,
 * `canvas_side_too_long`, and those of `recordComposition`. Errors of `body` are rethrown.
 */
export async function exportCanvas(
  context: RecordCompositionParts,
  which: WhichCanvas,
  { requestId, keyId, body }: ExportRequest,
): Promise<GenerationRow> {
  const { accountId } = which
  const { id, name, version, document } = await readCanvas(context, which)
  const named = sourcesOf(document.layers)
  const sources = await findResults(context.database, accountId, named)
  return runOneMore(accountId, async () => {
    const { head, whole, close } = await readHead(body, headLength)
    try {
      const type = fileTypeOf(head)
      if (!isTaken(type))
        throw new Refused({ reason: head.length === 0 ? 'empty_file' : 'canvas_export_type' })
      return await recordComposition(context, {
        ...{ accountId, keyId, requestId, sources, maxBytes: maxExportBytes },
        ...{ kind: 'image', generationType: 'canvas', madeWith: 'Canvas', subject: id },
        input: { prompt: name, canvas_id: id, canvas_version: version },
        isGenerated: named.length > 0,
        file: { body: whole, type, medium: 'image' },
        check: requireSides,
      })
    } finally {
      await close()
    }
  })
}

function isTaken(type: FileType | null): type is FileType {
  return type !== null && ['image/png', 'image/jpeg', 'image/webp'].includes(type.contentType)
}

function requireSides({ width, height }: { width: number | null; height: number | null }): void {
  if (!width || !height) throw new Refused({ reason: 'broken_file' })
  if (Math.max(width, height) > maxSide)
    throw new Refused({ reason: 'canvas_side_too_long', max: maxSide })
}
