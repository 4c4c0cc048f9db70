/** The look of one line in a menu, be it a link or a button. */
export const menuLine =
  'flex min-h-control w-full items-center gap-3 rounded-control px-3 text-body transition-colors hover:bg-hover active:bg-pressed'
