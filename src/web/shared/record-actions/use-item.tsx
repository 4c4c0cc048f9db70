type UseItemProps = { label: string; isBusy?: boolean; onUse: () => void }

/** One line of the menu of uses that does more than to open a form with an address. */
export function UseItem({ label, isBusy = false, onUse }: UseItemProps) {
  return (
    <li>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onUse()}
        className="flex min-h-control w-full items-center rounded-control px-3 text-left text-body hover:bg-hover aria-disabled:text-quiet"
      >
        {label}
      </button>
    </li>
  )
}
