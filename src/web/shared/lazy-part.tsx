import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { checkBuild } from '#web/lib/browser/build-check.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { NotLoaded, PartBoundary, PartFailed } from './part-boundary.tsx'

/**
 * The content when the part's code does not arrive: a `page` or a `line` with a retry, or a dialog,
 * which reads from the part's own props whether it is open and how to close it.
 */
export type Place<Props> =
  | 'page'
  | 'line'
  | ((props: Props) => { isOpen: boolean; onClose: () => void })

/**
 * A part of the page whose code is loaded when it is first needed, or by `preload`, which never
 * rejects.
 */
export type LazyPart<Props> = ((props: Props) => ReactNode) & { preload(): Promise<void> }

/**
 * Makes a lazy part with an error boundary around it, so that code which does not arrive, or
 * throws, never removes the rest of the page. A retry imports again; where the browser caches the
 * failure or the server has another build by now, the page is reloaded. Needs a `Suspense` around
 * it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: Place<Props> = 'page',
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetchCode = async () => {
    try {
      loaded ??= await load()
      return loaded
    } catch (cause) {
      throw new NotLoaded('The code of this part did not arrive', { cause })
    }
  }
  const makeLazy = () => lazy(async () => ({ default: await fetchCode() }))
  // React caches the outcome of each lazy component, so a failed one is replaced for the next
  // visit.
  let pending = makeLazy()

  // biome-ignore lint/correctness/noComponentHookFactories: made once, when the module that names it is read
  function Part(props: Props) {
    // A part that is already loaded is rendered without a pause, in which there would be nothing.
    const [Current, setCurrent] = useState<ComponentType<Props>>(() => loaded ?? pending)
    const retry = async () => {
      try {
        const ready = await fetchCode()
        setCurrent(() => ready)
      } catch {
        location.reload()
      }
    }
    return (
      <PartBoundary
        onCatch={() => {
          pending = makeLazy()
        }}
        renderFailed={(error, reset) => (
          <PartFailed
            error={error}
            {...(typeof place === 'function' ? { place: 'dialog', ...place(props) } : { place })}
            onRetry={async () => {
              await retry()
              reset()
            }}
          />
        )}
      >
        {createElement(Current, props)}
      </PartBoundary>
    )
  }

  return Object.assign(Part, { preload: () => fetchCode().then(() => undefined, offerReload) })
}

let isOffered = false

/**
 * A page whose build was replaced still works, but can load nothing more: the user chooses when to
 * reload.
 */
async function offerReload(): Promise<void> {
  if (isOffered || (await checkBuild()) !== 'replaced' || isOffered) return
  isOffered = true
  toast(m.app_updated_title(), {
    description: m.app_updated_text(),
    duration: Number.POSITIVE_INFINITY,
    action: { label: m.app_reload(), onAction: () => location.reload() },
  })
}
