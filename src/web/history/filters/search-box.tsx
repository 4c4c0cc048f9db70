import { useEffect, useId, useRef, useState } from 'react'
import { isTyping } from '#web/lib/browser/is-typing.ts'
import { m } from '#web/messages/compiled/messages.js'
import { X } from '#web/ui/icons/basic-icons.ts'
import { Search } from '#web/ui/icons/history-icons.ts'

/** The pause after the last key press before a search, in ms. */
const rest = 250

type SearchBoxProps = { value: string; onSearch: (search: string) => void }

/**
 * Searches after a pause in typing. Escape clears it, and `/` focuses it from anywhere on the page.
 */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<SearchState>({ typed: value, asked: value, address: value })
  if (state.address !== value) setState(withAddress(state, value))
  const { typed, asked } = state
  const setTyped = (next: string) => setState((before) => ({ ...before, typed: next }))

  useEffect(() => {
    const search = typed.trim().slice(0, 200)
    if (search === asked) return
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, asked: search }))
      onSearch(search)
    }, rest)
    return () => clearTimeout(timer)
  }, [typed, asked, onSearch])
  useSlash(input)

  const clear = () => {
    setTyped('')
    input.current?.focus()
  }
  return (
    <div className="group relative min-w-0 flex-1 md:max-w-80">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-quiet"
      />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        aria-label={m.history_search_hint()}
        aria-keyshortcuts="/"
        aria-describedby={`${id}-how`}
        placeholder={m.history_search()}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setTyped('')}
        className={`h-control w-full rounded-control border border-edge bg-ground pl-9 text-body text-ellipsis placeholder:text-quiet pointer-coarse:text-prompt [&::-webkit-search-cancel-button]:hidden ${typed === '' ? 'pr-3' : 'pr-9'}`}
      />
      <p
        id={`${id}-how`}
        className={`pointer-events-none absolute top-full left-0 z-10 mt-1 hidden w-[min(20rem,calc(100vw-2rem))] rounded-control bg-overlay px-3 py-2 text-small text-quiet shadow-overlay ${typed === '' ? 'group-focus-within:block' : ''}`}
      >
        {m.history_search_how()}
      </p>
      {typed !== '' && (
        <button
          type="button"
          aria-label={m.history_search_clear()}
          onClick={clear}
          className="absolute top-1/2 right-1 inline-flex size-7 -translate-y-1/2 items-center justify-center rounded-[6px] text-quiet hover:text-text"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}

type SearchState = {
  typed: string
  /** The last search: the address contains it, or is about to. */
  asked: string
  address: string
}

/**
 * The text after a change of the address: a change to the last search keeps the typed text, any
 * other (going back, clearing all filters) replaces it.
 */
export function withAddress({ typed, asked }: SearchState, address: string): SearchState {
  return address === asked ? { typed, asked, address } : { typed: address, asked: address, address }
}

function useSlash(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [input])
}
