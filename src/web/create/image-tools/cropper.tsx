import { Suspense } from 'react'
import type { Accept } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { shapeOf } from '../form/shape-option.ts'
import { isOwnAddress } from '../inputs/web-address.ts'
import { startEdit } from '../uploads/known-files.ts'
import type { CropDialogProps } from './crop-dialog.tsx'

export const CropDialog = lazyPart<CropDialogProps>(
  async () => (await import('./crop-dialog.tsx')).CropDialog,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** Whether this page may open the file of a field in order to crop it. */
export function canCrop(address: string, accept: Accept): boolean {
  return accept === 'image' && isOwnAddress(address, location.origin)
}

type CropperProps = {
  /** The address of the image in its field, edited before or not. */
  address: string
  model: Model
  /** The image can be extended, because the model takes a mask of it. */
  canExtend?: boolean
  /** The result, to be sent as another file of the field; `mask`: of what is to be painted on it. */
  onFile: (file: File, mask: File | undefined) => void
  /** The address of the original, to be used again. */
  onRestore: (address: string) => void
  onClose: () => void
}

/** Crops an image of a field. */
export function Cropper({ model, canExtend = false, onFile, ...target }: CropperProps) {
  const { saved, source, done, restore } = startEdit(target)
  return (
    <Suspense>
      <CropDialog
        source={{ ...source, type: source.file?.type ?? typeOfName(source.name) }}
        saved={saved && 'frame' in saved ? saved : undefined}
        ratios={ratiosOf(model)}
        canExtend={canExtend}
        onDone={({ file, mask }, edit) => done(file, edit, () => onFile(file, mask))}
        onRestore={restore}
        onClose={target.onClose}
      />
    </Suspense>
  )
}

/** The ratios that the model makes, each once. */
function ratiosOf({ fields }: Model): { name: string; ratio: number }[] {
  const shapes = Object.values(fields).flatMap(({ control }) =>
    control.kind === 'shape' ? control.options.map(shapeOf) : [],
  )
  const named = shapes.filter(({ kind }) => kind !== 'auto')
  return [...new Map(named.map(({ ratioName, ratio }) => [ratioName, ratio]))].map(
    ([name, ratio]) => ({ name, ratio }),
  )
}

/** Our addresses end in the name of a file, whose ending is that of its type. */
function typeOfName(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`
}
