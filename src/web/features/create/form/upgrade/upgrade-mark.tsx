import { CircleArrowUp } from 'lucide-react'

/** Stands at an option that needs an upgrade; the option's name says so in words. */
export function UpgradeMark() {
  return <CircleArrowUp size={14} aria-hidden className="shrink-0" />
}
