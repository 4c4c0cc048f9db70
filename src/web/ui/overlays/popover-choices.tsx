export type PopoverChoice = { label: string; run: () => unknown }

type PopoverChoicesProps = {
  choices: readonly PopoverChoice[]
  disabled?: boolean
  /** Closes the popover, before a choice runs. */
  close: () => void
}

/** The choices of a popover, one a line; each closes it. */
export function PopoverChoices({ choices, disabled, close }: PopoverChoicesProps) {
  return (
    <ul>
      {choices.map(({ label, run }) => (
        <li key={label}>
          <button
            type="button"
            disabled={disabled}
            onClick={() => {
              close()
              void run()
            }}
            className="flex min-h-control w-full items-center rounded-control px-3 text-left text-body hover:bg-hover"
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}
