import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'

/** Returns those of these SHA-256 hashes whose files may not be kept. */
export type FindRefusedHashes = (
  database: Database,
  hashes: readonly string[],
) => Promise<ReadonlySet<string>>

declare module '#core/parts.ts' {
  interface Contributions {
    /** The files that may be neither uploaded, used nor generated, by their hashes. */
    refusedHashes: readonly FindRefusedHashes[]
  }
}

type RefusedFilesParts = Parts<'contributions' | 'database'>

/**
 * Throws `Refused` `removed_file` where a file with one of these SHA-256 hashes may not be kept.
 * `null`: the hash is unknown.
 */
export async function refuseRemovedFile(
  context: RefusedFilesParts,
  hashes: readonly (string | null)[],
): Promise<void> {
  const known = hashes.filter((hash) => hash !== null)
  if ((await findRefused(context, known)).size > 0) throw new Refused({ reason: 'removed_file' })
}

/** Splits files into those that may be kept and others, by their hash or by that of what came. */
export async function splitRemoved<File extends { sha256: string; receivedSha256: string | null }>(
  context: RefusedFilesParts,
  files: readonly File[],
): Promise<{ kept: File[]; removed: File[] }> {
  const hashesOf = ({ sha256, receivedSha256 }: File) => [sha256, receivedSha256 ?? sha256]
  const hashes = await findRefused(context, files.flatMap(hashesOf))
  const isRemoved = (file: File) => hashesOf(file).some((hash) => hashes.has(hash))
  return {
    kept: files.filter((file) => !isRemoved(file)),
    removed: files.filter(isRemoved),
  }
}

async function findRefused(
  { contributions, database }: RefusedFilesParts,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(contributions.refusedHashes.map((find) => find(database, hashes)))
  return new Set(found.flatMap((some) => [...some]))
}
