import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

export type ListboxOption<Value> = {
  value: Value
  /** The label that typed letters match, and React's key: each option has another one. */
  name: string
  content: ReactNode
}

type ListboxProps<Value> = {
  label: string
  options: readonly ListboxOption<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
  className?: string
}

/** How long typed letters belong to one word, in ms. */
const wordMs = 600

/**
 * One of several, for inside a popover: arrow keys, Home and End, typing a name, Enter. It takes
 * the focus as it opens.
 */
export function Listbox<Value>({
  label,
  options,
  chosen,
  onChoose,
  className = '',
}: ListboxProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ word: '', at: 0 })
  useEffect(() => {
    const [first] = itemsOf(list.current)
    const current = list.current?.querySelector<HTMLElement>('[aria-selected=true]') ?? first
    current?.focus()
  }, [])

  const choose = (index: number) => {
    const option = options[index]
    if (option) onChoose(option.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    if (ctrlKey || metaKey || altKey || event.nativeEvent.isComposing) return
    const items = itemsOf(list.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const isWord = timeStamp - typed.current.at < wordMs && typed.current.word !== ''
    if (key === 'Enter' || (key === ' ' && !isWord)) choose(at)
    else if (key.length === 1) {
      const word = ((isWord ? typed.current.word : '') + key).toLowerCase()
      typed.current = { word, at: timeStamp }
      items[findByName(options, word, at)]?.focus()
    } else {
      const next = stepOf(key, at, items.length)
      if (next === undefined) return
      items[next]?.focus()
    }
    event.preventDefault()
  }
  return (
    <div ref={list} role="listbox" aria-label={label} onKeyDown={onKeyDown} className={className}>
      {options.map(({ value, name, content }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
        <div
          key={name}
          role="option"
          aria-selected={value === chosen}
          tabIndex={-1}
          onClick={() => choose(index)}
          className="flex cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-left transition-colors hover:bg-hover focus-visible:bg-hover"
        >
          {content}
        </div>
      ))}
    </div>
  )
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
}

function stepOf(key: string, at: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1)
}

/**
 * The option whose name begins with the typed text: from the current one on, and around. A single
 * letter moves to the next match. -1 when there is none.
 */
export function findByName(options: readonly { name: string }[], word: string, at: number): number {
  const first = word.length === 1 ? at + 1 : Math.max(at, 0)
  const order = options.map((_, index) => (first + index) % options.length)
  return order.find((index) => options[index]?.name.toLowerCase().startsWith(word)) ?? -1
}
