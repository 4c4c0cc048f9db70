import type { ChangeEvent, ReactNode } from 'react'
import type { ControlProps } from '../controls/field.tsx'

export type FileChooserProps = {
  /** The files that the browser's chooser offers, as in the attribute `accept`. */
  accept: string
  multiple?: boolean
  /** Opens the camera where the device has one, instead of the chooser. */
  fromCamera?: boolean
  onPick: (files: File[]) => void
  /** Its name where its children have none; also shown as a tooltip. */
  label?: string | undefined
  className?: string
  children: ReactNode
} & Partial<ControlProps>

/** A label with a real file input, which opens the browser's file chooser everywhere. */
export function FileChooser({
  accept,
  multiple = false,
  fromCamera = false,
  onPick,
  label,
  className,
  children,
  ...control
}: FileChooserProps) {
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Emptied, so that choosing the same file again is noticed.
    target.value = ''
    if (files.length > 0) onPick(files)
  }
  return (
    <label
      data-tip={label}
      className={`relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${className ?? ''}`}
    >
      <input
        type="file"
        {...control}
        aria-label={label}
        accept={accept}
        multiple={multiple}
        {...(fromCamera && { capture: 'environment' })}
        onChange={pick}
        className="sr-only"
      />
      {children}
    </label>
  )
}
