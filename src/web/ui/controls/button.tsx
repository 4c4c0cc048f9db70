import type { ComponentProps, MouseEvent } from 'react'
import type { IconComponent } from '../icons/icon.tsx'

export type ButtonProps = ButtonLook & {
  icon?: IconComponent | undefined
  /**
   * The action is running: the button keeps its place and focus, ignores a second click and moves a
   * line along its edge. Name the action in the label ("Saving"), because the line alone says
   * nothing.
   */
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

export type IconButtonProps = {
  icon: IconComponent
  /** Its accessible name, also shown as a tooltip. */
  label: string
  /** 16 px icon instead of 20. */
  small?: boolean | undefined
  /** Shown over an image: a dark disc behind the icon in both themes. */
  onImage?: boolean | undefined
  /** On phones its label stands below the icon. */
  captioned?: boolean | undefined
  className?: string | undefined
} & Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'>

/** A button with an icon alone. It always has a name. */
export function IconButton({
  icon: Icon,
  label,
  small,
  onImage,
  captioned,
  className,
  ...rest
}: IconButtonProps) {
  const look = onImage
    ? 'scheme-dark bg-ground/80 text-text hover:bg-ground ring-on-picture rounded-full'
    : 'text-quiet hover:text-text hover:bg-hover active:bg-pressed rounded-control'
  const size = small ? 'size-control-small' : 'size-control'
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      {...rest}
      className={`inline-flex shrink-0 items-center justify-center transition-colors disabled:opacity-45 aria-disabled:opacity-45 ${size} ${look} ${captioned ? captionedButton : ''} ${className ?? ''}`}
    >
      <Icon size={small ? 16 : 20} strokeWidth={1.75} aria-hidden />
      {captioned && (
        <span aria-hidden className={`sm:hidden ${caption}`}>
          {label}
        </span>
      )}
    </button>
  )
}

/** On phones: an icon with its caption below, as wide as its place in a grid. */
export const captionedButton =
  'max-sm:h-full max-sm:min-h-14 max-sm:w-full max-sm:min-w-0 max-sm:flex-col max-sm:justify-start max-sm:gap-1 max-sm:px-0 max-sm:py-1.5 max-sm:[&>svg]:size-5'
export const caption =
  'max-sm:line-clamp-3 max-sm:w-full max-sm:text-center max-sm:text-[0.6875rem] max-sm:leading-[1.2] max-sm:font-normal max-sm:whitespace-normal max-sm:hyphens-auto max-sm:wrap-break-word'

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
}

/** `primary` once a screen; `plain` has an edge; `quiet` has none; `danger` destroys something. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong font-semibold',
  plain: 'border border-edge text-text hover:bg-hover active:bg-pressed',
  quiet: 'text-quiet hover:text-text hover:bg-hover active:bg-pressed',
  danger: 'border border-bad text-bad hover:bg-hover active:bg-pressed',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-control-small px-2.5 text-small',
  medium: 'min-h-control px-3.5 text-body',
  large: 'min-h-11 px-5 text-prompt',
}

/** The style of a button as class names, for links that look like buttons. */
export function buttonStyle({ variant = 'plain', size = 'medium' }: ButtonLook = {}): string {
  return [
    'relative inline-flex items-center justify-center gap-2 overflow-clip rounded-control font-medium whitespace-nowrap',
    'transition-[opacity,background-color,color] select-none',
    'disabled:opacity-45 aria-disabled:opacity-45 aria-busy:opacity-100',
    variants[variant],
    sizes[size],
  ].join(' ')
}
