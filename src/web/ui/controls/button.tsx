import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'

export type ButtonProps = ButtonLook & {
  icon?: LucideIcon | undefined
  /** The work has started: the button keeps its place and focus, takes no second click and moves a line along its edge.
   * Say what happens in the label ("Saving"), because the line alone says nothing. */
  busy?: boolean | undefined
} & Omit<ComponentProps<'button'>, 'className'> & { className?: string | undefined }

/** A button with a label. For one with an icon alone there is `IconButton`. */
export function Button({
  variant,
  size,
  icon: Icon,
  busy,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const onlyOnce = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : onClick?.(event)
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={onlyOnce}
      className={`${buttonStyle({ variant, size })} ${className ?? ''}`}
    >
      {Icon && <Icon size={16} aria-hidden className="shrink-0" />}
      {children}
      {busy && <span className="sweep absolute inset-x-0 bottom-0 h-0.5 w-1/4 bg-current" />}
    </button>
  )
}
