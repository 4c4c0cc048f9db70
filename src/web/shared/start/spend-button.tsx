import { Button, type ButtonProps } from '#web/ui/controls/button.tsx'

/**
 * A button that spends credits. A double click and a held key count once: each press would be
 * charged separately.
 */
export function SpendButton({ onClick, className, ...rest }: ButtonProps) {
  return (
    <Button
      {...rest}
      className={`tabular-nums ${className ?? ''}`}
      onClick={(event) => (event.detail > 1 ? event.preventDefault() : onClick?.(event))}
      onKeyDown={(event) =>
        event.repeat && (event.key === 'Enter' || event.key === ' ') && event.preventDefault()
      }
    />
  )
}
