import type { ComponentProps } from 'react'

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
