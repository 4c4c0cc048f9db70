import type { ControlInput } from '../controls/control-props.ts'
import { MaskSlot } from './mask/mask-slot.tsx'
import { FileSlot } from './slot/file-slot.tsx'

/** One file: a picture or a film, or a mask that is painted on one. */
export function FileControl(props: ControlInput<'file'>) {
  const { maskOf } = props.control
  return maskOf === undefined ? <FileSlot {...props} /> : <MaskSlot {...props} maskOf={maskOf} />
}
