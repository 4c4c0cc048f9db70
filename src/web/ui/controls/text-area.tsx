import { type ComponentProps, useLayoutEffect, useRef } from 'react'

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
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
