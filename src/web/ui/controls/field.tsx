import { type ReactNode, useId } from 'react'

/** What a control needs to be tied to its label, hint and error. Spread it onto the control. */
export type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

export type FieldProps = {
  label: string
  /** One quiet sentence below the control. */
  hint?: ReactNode
  /** What is wrong and how to mend it; replaces the hint and is announced. */
  error?: string | undefined
  /** Stands at the end of the label's line: a counter, a small button. */
  aside?: ReactNode
  /** The label is read by screen readers only. */
  hideLabel?: boolean
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its hint and error wired to it. */
export function Field({ label, hint, error, aside, hideLabel, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className="flex flex-col gap-1.5">
      <div className={hideLabel ? 'sr-only' : 'flex min-h-5 items-center justify-between gap-2'}>
        <FieldLabel htmlFor={id}>{label}</FieldLabel>
        {aside}
      </div>
      {children({
        id,
        ...(note ? { 'aria-describedby': noteId } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {note && (
        <div
          id={noteId}
          role={error ? 'alert' : undefined}
          className={`text-small ${error ? 'text-bad' : 'text-quiet'}`}
        >
          {note}
        </div>
      )}
    </div>
  )
}

export type FieldLabelProps = { children: ReactNode; htmlFor?: string; id?: string }

/** The name of a control or of a group of controls. */
export function FieldLabel({ children, htmlFor, id }: FieldLabelProps) {
  const look = 'text-small font-medium text-quiet'
  if (!htmlFor) {
    return (
      <span id={id} className={look}>
        {children}
      </span>
    )
  }
  return (
    <label id={id} htmlFor={htmlFor} className={look}>
      {children}
    </label>
  )
}
