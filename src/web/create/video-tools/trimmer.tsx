import { Suspense } from 'react'
import type { Accept } from '#core/models/rules/fields.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { isOwnAddress } from '../inputs/web-address.ts'
import { knownFile, startEdit } from '../uploads/known-files.ts'
import type { TrimDialogProps } from './trim-dialog.tsx'

export const TrimDialog = lazyPart<TrimDialogProps>(
  async () => (await import('./trim-dialog.tsx')).TrimDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** Whether this page may open a file in order to cut it: a video, not an animated image. */
export function canTrim(address: string, accept: Accept): boolean {
  if (accept !== 'video' && accept !== 'video-or-gif') return false
  const type = knownFile(address)?.file.type
  const isVideo = type ? type.startsWith('video/') : !address.toLowerCase().endsWith('.gif')
  return isVideo && isOwnAddress(address, location.origin)
}

type TrimmerProps = {
  /** The address of the video in its field, trimmed before or not. */
  address: string
  /** The result, to be sent as another file of the field. */
  onFile: (file: File) => void
  /** The address of the original, to be used again. */
  onRestore: (address: string) => void
  onClose: () => void
}

/** Trims the video of a field. */
export function Trimmer({ onFile, ...target }: TrimmerProps) {
  const { saved, source, done, restore } = startEdit(target)
  const read = async () => {
    if (source.file) return source.file
    const response = await fetch(source.original)
    if (!response.ok) throw new Error(`${source.original} answered ${response.status}`)
    return response.blob()
  }
  return (
    <Suspense>
      <TrimDialog
        source={{ ...source, read }}
        saved={saved && 'start' in saved ? saved : undefined}
        onDone={(file, range) => done(file, range, () => onFile(file))}
        onRestore={restore}
        onClose={target.onClose}
      />
    </Suspense>
  )
}
