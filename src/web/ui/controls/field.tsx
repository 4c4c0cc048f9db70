import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'

/**
 * The attributes that connect a control with its label, hint and error. Spread it onto the control.
 */
export type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

export type FieldProps = {
  label: string
  /** One quiet sentence below the control. */
  hint?: ReactNode
  /** The problem and how to solve it; replaces the hint and is announced. */
  error?: string | undefined
  /** At the end of the label's line: a counter, a small button. */
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

/**
 * One line of text, set at 16 px on touch so that phones do not zoom into it. Put it into a
 * `Field`.
 */
export function Input(props: Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <input
      {...props}
      className="h-control w-full min-w-0 rounded-control border border-edge bg-ground px-3 text-body placeholder:text-faint pointer-coarse:text-prompt aria-invalid:border-bad"
    />
  )
}

export type TextAreaProps = {
  value: string
  onChange: (value: string) => void
  /** Lines it starts with; it grows with the text up to `maxLines`, then scrolls. */
  lines?: number
  maxLines?: number
} & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'rows' | 'className'>

const growsByItself = globalThis.CSS?.supports('field-sizing', 'content') ?? false

/** Text over several lines, set at 16 px so that phones do not zoom into it. */
export function TextArea({ value, onChange, lines = 4, maxLines = 14, ...rest }: TextAreaProps) {
  const element = useRef<HTMLTextAreaElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const area = element.current
    if (growsByItself || !area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [value])

  return (
    <textarea
      ref={element}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      style={{
        minHeight: `calc(${lines} * 1.5rem + 1.25rem)`,
        maxHeight: `calc(${maxLines} * 1.5rem + 1.25rem)`,
      }}
      className="field-sizing-content w-full resize-none rounded-control border border-edge bg-ground px-3 py-2.5 text-prompt text-text placeholder:text-faint aria-invalid:border-bad"
    />
  )
}
