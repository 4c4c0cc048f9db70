import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'

type ViewerDetailsProps = {
  label: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** A column on the right; a sheet over the lower part on small screens. */
export function ViewerDetails({ label, closeLabel, onClose, children }: ViewerDetailsProps) {
  return (
    <aside
      aria-label={label}
      className="fade-in flex flex-col border-line bg-raised max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:max-h-[72dvh] max-md:rounded-t-panel max-md:border-t md:w-80 md:shrink-0 md:border-l xl:w-88"
    >
      <div className="flex min-h-14 shrink-0 items-center justify-between gap-4 pr-2 pl-5">
        <h2 className="text-prompt">{label}</h2>
        <IconButton icon={X} label={closeLabel} onClick={onClose} className="md:hidden" />
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-5 pb-6 -outline-offset-2"
      >
        {children}
      </div>
    </aside>
  )
}
