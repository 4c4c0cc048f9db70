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

/** The look of a button as class names, for links that stand where a button would. */
export function buttonStyle({ variant = 'plain', size = 'medium' }: ButtonLook = {}): string {
  return [
    'relative inline-flex items-center justify-center gap-2 overflow-clip rounded-control font-medium whitespace-nowrap',
    'transition-[opacity,background-color,color] select-none',
    'disabled:opacity-45 aria-disabled:opacity-45 aria-busy:opacity-100',
    variants[variant],
    sizes[size],
  ].join(' ')
}
