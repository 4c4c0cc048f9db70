import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

export type IconButtonProps = {
  icon: LucideIcon
  /** Its name for everybody: read by screen readers and shown as a tooltip. */
  label: string
  /** 16 px icon instead of 20. */
  small?: boolean | undefined
  /** Stands on a picture: a dark disc behind the icon in both themes. */
  onPicture?: boolean | undefined
  className?: string | undefined
} & Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'>

/** A button whose icon says enough. It is never without a name. */
export function IconButton({
  icon: Icon,
  label,
  small,
  onPicture,
  className,
  ...rest
}: IconButtonProps) {
  const look = onPicture
    ? 'scheme-dark bg-ground/80 text-text hover:bg-ground ring-on-picture rounded-full'
    : 'text-quiet hover:text-text hover:bg-hover active:bg-pressed rounded-control'
  const size = small ? 'size-control-small' : 'size-control'
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      {...rest}
      className={`inline-flex shrink-0 items-center justify-center transition-colors disabled:opacity-45 aria-disabled:opacity-45 ${size} ${look} ${className ?? ''}`}
    >
      <Icon size={small ? 16 : 20} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
